import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { startMock } from '../../mock/start-mock.ts'
import { proxied, proxyBefore, send, textOf } from './proxy.fixture.ts'

it('gives back status, headers and bytes as they came', async () => {
  const bytes = gzipSync(JSON.stringify({ totalItems: 0, offset: 0, limit: 20, items: [] }))
  const raw = [
    'Content-Type',
    'application/json',
    'content-encoding',
    'gzip',
    'Set-Cookie',
    'a=1',
    'Set-Cookie',
    'b=2',
    'X-EMPTY',
    '',
  ]
  const { proxy, findings, close } = await proxied('orders', (_, response) => {
    response.sendDate = false
    response.writeHead(200, 'Fine, thanks', [...raw, 'Content-Length', String(bytes.length)])
    response.end(bytes)
  })
  const answer = await send(`${proxy.origin}/api/orders`)
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  expect([answer.statusCode, answer.statusMessage]).toEqual([200, 'Fine, thanks'])
  expect(answer.rawHeaders.slice(0, raw.length + 2)).toEqual([...raw, 'Content-Length', String(bytes.length)])
  expect(answer.headers.date).toBeUndefined()
  expect(Buffer.concat(chunks).equals(bytes)).toBe(true)
  await close()
  expect([findings, proxy.tally.checked]).toEqual([[], 1])
})

it('forwards the request of the client without the headers of its connection', async () => {
  const seen: object[] = []
  const { proxy, upstream } = await proxied('orders', async (request, response) => {
    const { method, url, headers } = request
    seen.push({ method, url, headers, body: await textOf(request) })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  const headers = { Connection: 'close, X-Hop', 'X-Hop': '1', 'X-End': '2', 'Content-Type': 'application/json' }
  await textOf(
    await send(`${proxy.origin}/api/orders/a%2Fb?x=%20&y`, { method: 'PUT', headers, body: '{"status":"Shipped"}' }),
  )
  expect(seen).toMatchObject([
    {
      method: 'PUT',
      url: '/api/orders/a%2Fb?x=%20&y',
      body: '{"status":"Shipped"}',
      headers: { 'x-end': '2', host: upstream.host },
    },
  ])
  expect(seen[0]).not.toHaveProperty(['headers', 'x-hop'])
})

it('forwards a redirection, and reports where it leads', async () => {
  const { proxy, findings, close } = await proxied('orders', (_, response) => {
    response.writeHead(302, { location: 'https://login.example/?next=1' }).end()
  })
  const answer = await send(`${proxy.origin}/api/orders`)
  expect([answer.statusCode, answer.headers.location]).toEqual([302, 'https://login.example/?next=1'])
  await textOf(answer)
  await close()
  expect(findings).toMatchObject([
    { violations: [{ at: 'status', seen: '302, which leads to https://login.example' }] },
  ])
})

it('each piece of a stream is given out before the next has come', async () => {
  const gate = new EventTarget()
  const { proxy } = await proxied('cluster-agent', async (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"Data":"eA==","FileEvent":"log","Offset":0}')
    await once(gate, 'open')
    response.end('{"Data":"eA==","FileEvent":"log","Offset":1}')
  })
  const answer = await send(`${proxy.origin}/v1/agent/monitor`)
  const [first] = await once(answer, 'data')
  expect(String(first)).toBe('{"Data":"eA==","FileEvent":"log","Offset":0}')
  gate.dispatchEvent(new Event('open'))
  expect(await textOf(answer)).toBe('{"Data":"eA==","FileEvent":"log","Offset":1}')
})

it('an answer without a body has none', async () => {
  const { proxy, close } = await proxied('orders', (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '7' }).end()
  })
  const answer = await send(`${proxy.origin}/api/orders`, { method: 'HEAD' })
  expect([answer.headers['content-length'], await textOf(answer)]).toEqual(['7', ''])
  await close()
  expect(proxy.tally).toMatchObject({ checked: 1, violations: 0 })
})

it('the verb LIST goes through, and is matched', async () => {
  const mock = await startMock({ interfaces: ['secrets'] })
  try {
    const { proxy, findings, close } = await proxyBefore('secrets', new URL(`${mock.origin}/secrets`))
    const direct = await send(`${mock.origin}/secrets/v1/secret/metadata/`, { method: 'LIST' })
    const through = await send(`${proxy.origin}/v1/secret/metadata/`, { method: 'LIST' })
    expect([through.statusCode, await textOf(through)]).toEqual([direct.statusCode, await textOf(direct)])
    await close()
    expect([findings, proxy.tally.checked]).toEqual([[], 1])
  } finally {
    await mock.close()
  }
})
