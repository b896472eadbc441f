import { Script } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { startMock } from '../mock/start-mock.ts'
import { listInterfaces } from '../workspace/interfaces.ts'
import { annotate } from './data/provenance.ts'
import { createDocs } from './docs.ts'

const docs = createDocs()
afterAll(() => docs.close())
const ask = (path: string, method = 'GET', headers: Record<string, string> = {}) => docs(path, { method, headers })
const read = async (path: string) => String((await ask(path))?.body)

describe('the docs of the mock', () => {
  it('lead from the root to the home page, which links every system', async () => {
    expect(await ask('/')).toMatchObject({ status: 302, headers: { location: '/docs/' } })
    const home = await read('/docs/')
    for (const { name } of listInterfaces()) expect(home).toContain(`href="./${name}/"`)
    expect(home).toContain('href="./request-params/"')
  })

  it('redirect from a folder without its slash to the page', async () => {
    expect(await ask('/docs/orders/rules')).toMatchObject({ status: 302, headers: { location: '/docs/orders/rules/' } })
  })

  it('render the reference of an interface, rules and assumptions included, with nothing from elsewhere', async () => {
    const page = await read('/docs/orders/reference/')
    expect(page).toContain('<title>Reference of Order API</title>')
    expect(page).toContain('[ORD-084](../rules/#ORD-084)')
    expect(page).toContain('RFC 9457')
    expect(page).not.toMatch(/<(script|link|img)[^>]+(src|href)="https?:/)
    const [, script = ''] = /src="([^"]*redoc\.js)"/.exec(page) ?? []
    const library = await read(new URL(script, 'http://mock/docs/orders/reference/').pathname)
    expect(/cdn\.redoc\.ly|import\.meta/.exec(library)?.[0]).toBeUndefined()
    // A classic script, not a module: it must parse, and it gives out the code that starts Redoc.
    expect(new Script(`${library}\nhydrate`)).toBeInstanceOf(Script)
  })

  it('are not sent again to a caller who has them', async () => {
    const first = await ask('/docs/orders/')
    const tag = first?.headers.etag ?? ''
    expect(first).toMatchObject({
      status: 200,
      headers: { 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' },
    })
    expect(await ask('/docs/orders/', 'GET', { 'if-none-match': tag })).toMatchObject({ status: 304 })
    expect(await ask('/docs/orders/', 'GET', { 'if-none-match': '"another"' })).toMatchObject({ status: 200 })
  })

  it('have assets whose address changes with their content, so that a browser keeps them', async () => {
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
  ])('are compressed for a caller that accepts %s', async (accepted, encoding, decompress) => {
    const plain = await ask('/docs/orders/')
    const answer = await ask('/docs/orders/', 'GET', { 'accept-encoding': accepted })
    expect(answer?.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' })
    expect(answer?.headers.etag).not.toBe(plain?.headers.etag)
    expect(decompress(answer?.body as Uint8Array).toString()).toBe(plain?.body)
  })

  it('answer an unknown path with the nearest pages, and other methods not at all', async () => {
    const missing = await ask('/docs/ordres/ruls/')
    expect(missing).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(missing?.body).toContain('href="../../orders/rules/"')
    const [, nearest] = /<li><a href="([^"]*)"/.exec(await read('/docs/orders/updateOrdr/')) ?? []
    expect(nearest).toBe('../../orders/operations/updateOrder/')
    expect(await ask('/docs/../package.json')).toMatchObject({ status: 404 })
    expect(await read('/docs/<script>alert(1)</script>')).not.toContain('<script>alert')
    expect(await ask('/docs/', 'POST')).toBeUndefined()
  })
})

describe('the policy of a page', () => {
  const policy = async (path: string) => (await ask(path))?.headers['content-security-policy'] ?? ''

  it('lets only scripts of the site run, and nothing else load', async () => {
    const strict = await policy('/docs/orders/rules/')
    expect(strict).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[\w+/]{43}='; style-src 'self'; /)
    expect(strict).not.toContain('unsafe')
    for (const path of ['/docs/', '/docs/states/orders/', '/docs/llms.txt', '/docs/orders/rules/index.html'])
      expect(await policy(path)).toBe(strict)
  })

  it('lets Redoc write styles, and scripts only by their hash', async () => {
    const redoc = await policy('/docs/orders/reference/')
    expect(redoc).toContain("style-src 'self' 'unsafe-inline'")
    expect(redoc).toMatch(/script-src 'self'( 'sha256-[\w+/]{43}='){2};/)
  })
})

describe('the thread that renders the docs', () => {
  const request = { method: 'GET', headers: {} }
  const worker = new URL('./serve/broken-docs-worker.fixture.ts', import.meta.url)

  it('reports why a page cannot be rendered, and renders the next one', async () => {
    const broken = createDocs(worker)
    await expect(broken('/docs/refused', request)).rejects.toThrow('cannot be rendered: no such diagram')
    expect(await broken('/docs/1', request)).toMatchObject({ status: 200, body: '2 asked' })
    await broken.close()
  })

  it.each([
    ['throws', 'Error: a bug of the renderer'],
    ['ends', 'the thread that renders it has ended'],
  ])('is replaced when it %s', async (path, reason) => {
    const broken = createDocs(worker)
    const both = await Promise.allSettled([broken(`/docs/${path}`, request), broken('/docs/never', request)])
    for (const one of both) expect(one).toMatchObject({ reason: { message: expect.stringContaining(reason) } })
    expect(await broken('/docs/1', request)).toMatchObject({ status: 200, body: '1 asked' })
    await broken.close()
  })

  it('ends with the mock, whatever it is doing', async () => {
    const busy = createDocs(worker)
    const mock = await startMock({ interfaces: ['orders'], fallback: busy })
    const page = expect(busy('/docs/never', request)).rejects.toThrow('the thread that renders it has ended')
    await mock.close()
    await page
  })
})

describe('annotate', () => {
  const link = (id: string) => `#${id}`

  it('puts rules, gaps and assumptions at the end of a description', () => {
    const node = {
      description: 'A name.',
      'x-rules': ['ORD-001'],
      'x-gaps': ['ORD-G01'],
      'x-assumption': 'Shops have it.',
    }
    const notes =
      '**Assumed:** Shops have it.\n\n**Rules:** [ORD-001](#ORD-001)\n\n**Not documented:** [ORD-G01](#ORD-G01)'
    expect(annotate({ deep: [node] }, link)).toEqual({ deep: [{ ...node, description: `A name.\n\n${notes}` }] })
  })

  it('leaves a node without provenance unchanged', () => {
    expect(annotate({ type: 'string', description: 'x' }, link)).toEqual({ type: 'string', description: 'x' })
  })
})
