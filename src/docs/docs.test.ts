import { readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { startMock } from '../mock/start-mock.ts'
import { bundled } from '../workspace/bundled.ts'
import { createDocs } from './docs.ts'

const docs = createDocs()
afterAll(() => docs.close())
const ask = (path: string, method = 'GET', headers: Record<string, string> = {}) => docs(path, { method, headers })
const read = async (path: string) => String((await ask(path))?.body)

it('the docs of the mock lead from the root to the home page, which links every system', async () => {
  expect(await ask('/')).toMatchObject({ status: 302, headers: { location: '/docs/' } })
  const home = await read('/docs/')
  for (const { name } of bundled.interfaces) expect(home).toContain(`href="./${name}/"`)
  expect(home).toContain('href="./request-params/"')
})

it('the docs of a mock show the interfaces that it serves, its control plane, and no others', async () => {
  const few = createDocs({ recipe: { ...bundled.recipe, words: ['orders'] } })
  const home = String((await few('/docs/', { method: 'GET', headers: {} }))?.body)
  for (const path of ['./orders/', './mock-control/', './guides/orders/', './guides/verify/'])
    expect(home).toContain(`"${path}"`)
  for (const path of ['./secrets/', './guides/secrets/']) expect(home).not.toContain(`"${path}"`)
  await few.close()
})

it('the docs of the mock tell the version that they belong to', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(await read('/docs/orders/')).toContain(`<footer>Made by rulebound ${version}. `)
})

it('programs find the texts at the root, and the text of an operation at the address of its page', async () => {
  expect(await ask('/llms-full.txt')).toMatchObject({ status: 302, headers: { location: '/docs/llms-full.txt' } })
  expect(await read('/docs/llms.txt')).toContain('](orders/operations/updateOrder.md)')
  const text = await read('/docs/orders/operations/updateOrder.md')
  expect(text).toMatch(/^# Update an order\n\nPUT `\/orders\/api\/orders\/\{token\}`/)
  expect(text).toMatch(/- `status` required \[OrderStatus\]\(\.\.\/schemas\.md\)/)
  for (const path of ['updateOrder/index.md', 'updateOrder/.md'])
    expect(await read(`/docs/orders/operations/${path}`)).toBe(text)
})

it('the docs of the mock redirect from a folder without its slash to the page', async () => {
  expect(await ask('/docs/orders/rules')).toMatchObject({ status: 302, headers: { location: '/docs/orders/rules/' } })
})

it('the docs of the mock are not sent again to a caller who has them', async () => {
  const first = await ask('/docs/orders/')
  const tag = first?.headers.etag ?? ''
  expect(first).toMatchObject({
    status: 200,
    headers: { 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' },
  })
  expect(await ask('/docs/orders/', 'GET', { 'if-none-match': tag })).toMatchObject({ status: 304 })
  expect(await ask('/docs/orders/', 'GET', { 'if-none-match': '"another"' })).toMatchObject({ status: 200 })
})

it('the docs of the mock have assets whose address changes with their content, so that a browser keeps them', async () => {
  const [, script = ''] = /src="\.(\/assets\/[0-9a-f]{12}\/site\.js)"/.exec(await read('/docs/')) ?? []
  expect(await ask(`/docs${script}`)).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'public, max-age=31536000, immutable' },
  })
})

it.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
])('the docs of the mock are compressed for a caller that accepts %s', async (accepted, encoding, decompress) => {
  const plain = await ask('/docs/orders/')
  const answer = await ask('/docs/orders/', 'GET', { 'accept-encoding': accepted })
  expect(answer?.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' })
  expect(answer?.headers.etag).not.toBe(plain?.headers.etag)
  expect(decompress(answer?.body as Uint8Array).toString()).toBe(plain?.body)
})

it('the docs of the mock answer an unknown path with the nearest pages, and other methods not at all', async () => {
  const missing = await ask('/docs/ordres/ruls/')
  expect(missing).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } })
  expect(missing?.body).toContain('href="../../orders/rules/"')
  const [, nearest] = /<li><a href="([^"]*)"/.exec(await read('/docs/orders/updateOrdr/')) ?? []
  expect(nearest).toBe('../operations/updateOrder/')
  expect(await ask('/docs/../package.json')).toMatchObject({ status: 404 })
  expect(await read('/docs/<script>alert(1)</script>')).not.toContain('<script>alert')
  expect(await ask('/docs/', 'POST')).toBeUndefined()
})

const policy = async (path: string) => (await ask(path))?.headers['content-security-policy'] ?? ''

it('the policy of a page lets only scripts of the site run, and nothing else load', async () => {
  const strict = await policy('/docs/orders/rules/')
  expect(strict).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /)
  expect(strict).not.toMatch(/unsafe|sha256/)
  for (const path of ['/docs/', '/docs/orders/states/', '/docs/llms.txt', '/docs/orders/rules/index.html'])
    expect(await policy(path)).toBe(strict)
})

it('the policy of a page stands in each page too, which a plain file server sends without a header', async () => {
  for (const path of ['', 'orders/', 'live/', 'guides/verify/', 'no/such/page/']) {
    const [, policy = ''] =
      /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(await read(`/docs/${path}`)) ?? []
    expect(policy, path).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /)
    expect(policy, path).not.toContain('unsafe')
  }
})

describe('the thread that renders the docs', () => {
  const request = { method: 'GET', headers: {} }
  const worker = new URL('./serve/broken-docs-worker.fixture.ts', import.meta.url)

  it('reports why a page cannot be rendered, and renders the next one', async () => {
    const broken = createDocs({ worker })
    await expect(broken('/docs/refused', request)).rejects.toThrow('cannot be rendered: no such diagram')
    expect(await broken('/docs/1', request)).toMatchObject({ status: 200, body: '2 asked' })
    await broken.close()
  })

  it.each([
    ['throws', 'Error: a bug of the renderer'],
    ['ends', 'the thread that renders it has ended'],
  ])('a thread is replaced when it %s', async (path, reason) => {
    const broken = createDocs({ worker })
    const both = await Promise.allSettled([broken(`/docs/${path}`, request), broken('/docs/never', request)])
    for (const one of both) expect(one).toMatchObject({ reason: { message: expect.stringContaining(reason) } })
    expect(await broken('/docs/1', request)).toMatchObject({ status: 200, body: '1 asked' })
    await broken.close()
  })

  it('a thread is asked for few pages at once, and for no more when the mock ends', async () => {
    const slow = createDocs({ worker })
    let answered = 0
    let mostInTurn = 0
    await Promise.all(
      Array.from({ length: 5000 }, async () => {
        await slow('/docs/1', request)
        const before = answered++
        // Other requests are looked at before this runs.
        setImmediate(() => {
          mostInTurn = Math.max(mostInTurn, answered - before)
        })
      }),
    )
    await new Promise(setImmediate)
    expect(mostInTurn).toBeLessThan(50)
    const mock = await startMock({ interfaces: ['orders'], fallback: slow })
    let isOver = false
    const many = Promise.allSettled(Array.from({ length: 20_000 }, (_, number) => slow(`/docs/${number}`, request)))
    void many.then(() => {
      isOver = true
    })
    const health = await fetch(`${mock.origin}/_control/health`)
    expect([health.status, isOver]).toEqual([200, false])
    await mock.close()
    expect((await many).at(-1)).toMatchObject({ reason: { message: expect.stringContaining('the mock has ended') } })
  })

  it('a thread ends with the mock, whatever it is doing', async () => {
    const busy = createDocs({ worker })
    const mock = await startMock({ interfaces: ['orders'], fallback: busy })
    const page = expect(busy('/docs/never', request)).rejects.toThrow('the thread that renders it has ended')
    await mock.close()
    await page
  })
})
