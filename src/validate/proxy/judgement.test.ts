import { once } from 'node:events'
import { createServer } from 'node:https'
import { connect, createServer as createTcpServer } from 'node:net'
import { expect, it } from 'vitest'
import { makeCertificates, whyNoCertificates } from '../../kv-upgrade/members/certificates.fixture.ts'
import { listenOnLoopback } from '../../listen-on-loopback.fixture.ts'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { bundled } from '../../workspace/bundled.ts'
import { proxied, proxyBefore, send, textOf } from './proxy.fixture.ts'
import { startProxy } from './proxy.ts'
import { UpstreamError } from './upstream.ts'

const json = { 'content-type': 'application/json' }

it('says which answer breaks which rule, without the credentials of the request', async () => {
  const { proxy, upstream, findings, close } = await proxied('orders', (_, response) => {
    response.writeHead(200, json).end('{"totalItems":"correct-horse","offset":0,"limit":20,"items":[]}')
  })
  const headers = { 'X-Api-Token': 'correct-horse' }
  await textOf(await send(`${proxy.origin}/api/orders?token=battery-staple`, { headers }))
  await close()
  expect(findings).toEqual([
    {
      of: 'response',
      number: 1,
      method: 'GET',
      url: `${upstream.origin}/api/orders?token=…`,
      interface: 'orders',
      operation: 'listOrders',
      status: 200,
      violations: [{ at: '/totalItems', expected: 'integer', seen: '"…"', rules: ['ORD-010'] }],
    },
  ])
  expect(proxy.tally).toMatchObject({ responses: 1, checked: 1, broken: 1, violations: 1, differences: 0 })
})

it('says which request breaks which rule, apart from its answer', async () => {
  const { proxy, findings, close } = await proxied('orders', (_, response) => void response.writeHead(422).end())
  const url = `${proxy.origin}/api/orders/00000000-0000-4000-8000-000000000000`
  const headers = { 'Content-Type': 'application/json' }
  await textOf(await send(url, { method: 'PUT', headers, body: '{"status":"Lost"}' }))
  await close()
  expect(findings.find((finding) => finding.of === 'request')).toMatchObject({
    operation: 'updateOrder',
    status: 422,
    violations: [{ at: '/status', seen: '"Lost"', rules: expect.arrayContaining([expect.stringMatching(/^ORD-/)]) }],
  })
  expect(proxy.tally.requests).toMatchObject({ checked: 1, broken: 1, violations: 1 })
})

it('checks an endless stream as far as it has come', async () => {
  const { proxy, findings, close } = await proxied('cluster-agent', (_, response) => {
    response.writeHead(200, json)
    response.write('{"Data":"eA==","FileEvent":"log","Offset":0}\n{"Data":"eA==","FileEvent":"log","Offset":"1"}\n')
  })
  const answer = await send(`${proxy.origin}/v1/agent/monitor`)
  await once(answer, 'data')
  answer.destroy()
  await close()
  expect(findings).toMatchObject([{ operation: 'streamLogs', violations: [{ at: '/1/Offset', expected: 'integer' }] }])
  expect([...proxy.tally.unread.keys()]).toEqual(['stream cut off, checked as far as it came'])
})

it('an answer that the upstream cuts off is cut off for the client, and not taken for bad JSON', async () => {
  const { proxy, findings, close } = await proxied('orders', (_, response) => {
    response.writeHead(200, { ...json, 'content-length': '100' })
    response.write('{"totalItems":')
    setImmediate(() => response.destroy())
  })
  const answer = await send(`${proxy.origin}/api/orders`)
  await expect(textOf(answer)).rejects.toThrow('aborted')
  await close()
  expect([findings, [...proxy.tally.unread]]).toEqual([[], [['cut off, not checked', 1]]])
})

it('passes on what the contract does not document, and counts it apart', async () => {
  const { proxy, upstream, close } = await proxied('orders', (_, response) => void response.end('hello'))
  expect(await textOf(await send(`${proxy.origin}/api/ordres?token=1`))).toBe('hello')
  expect(await textOf(await send(`${proxy.origin}/api/orders`, { method: 'OPTIONS' }))).toBe('hello')
  await close()
  expect([proxy.tally.checked, ...proxy.tally.notInContract.keys()]).toEqual([
    0,
    `GET ${upstream.origin}/api/ordres, the path is not documented`,
    `OPTIONS ${upstream.origin}/api/orders, OPTIONS is not documented for this path`,
  ])
})

it('an upstream that has gone is answered for with 502, and says why', async () => {
  const { server, proxy, upstream, close } = await proxied('orders', (_, response) => void response.end())
  server.close()
  server.closeAllConnections()
  const answer = await send(`${proxy.origin}/api/orders`)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([502, 'application/problem+json'])
  expect(JSON.parse(await textOf(answer))).toEqual({
    type: 'about:blank',
    title: 'Bad Gateway',
    status: 502,
    detail: expect.stringContaining(`rulebound proxy: ${upstream.origin} cannot be used: nothing listens there`),
  })
  await close()
  expect([proxy.unanswered(), proxy.tally.checked]).toEqual([1, 0])
})

it('an upstream that does not speak HTTP is answered for with 502', async () => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.end('220 mail.example ESMTP\r\n')
  })
  const origin = `http://127.0.0.1:${await listenOnLoopback(server)}`
  const { proxy } = await proxyBefore('orders', new URL(origin))
  const answer = await send(`${proxy.origin}/api/orders`)
  expect(JSON.parse(await textOf(answer)).detail).toMatch(
    `rulebound proxy: ${origin} cannot be used: what it answers is not HTTP/1.1; is it https? (HPE_`,
  )
  server.close()
})

it('refuses a client that does not speak HTTP', async () => {
  const { proxy } = await proxied('orders', (_, response) => void response.end())
  const socket = connect(Number(new URL(proxy.origin).port), '127.0.0.1')
  socket.write('hello\r\n\r\n')
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /)
})

const start = (upstream: string) =>
  startProxy({ interface: bundled.find('orders'), upstream: new URL(upstream), onFinding: () => {} })

it('does not start without an upstream', async () => {
  const unused = new UpstreamError(
    'http://127.0.0.1:1 cannot be used: nothing listens there; is the server running, and is the port right? (ECONNREFUSED)',
  )
  await expect(start('http://127.0.0.1:1')).rejects.toThrow(unused)
  await expect(start('http://no.such.host.invalid')).rejects.toThrow(/no such host|could not be looked up/)
})

it('says why TLS failed', async ({ skip }) => {
  const missing = whyNoCertificates()
  if (missing) skip(missing)
  const folder = temporaryFolder()
  const { cert, key } = makeCertificates(folder)
  const server = createServer({ cert, key }, (_, response) => void response.end())
  const port = await listenOnLoopback(server)
  try {
    await expect(start(`https://127.0.0.1:${port}`)).rejects.toThrow(
      /^https:\/\/127\.0\.0\.1:\d+ cannot be used: its certificate has .* name it in NODE_EXTRA_CA_CERTS \(\w+\)$/,
    )
    const { upstream } = await proxied('orders', (_, response) => void response.end())
    await expect(start(`https://${upstream.host}`)).rejects.toThrow(/^https:\/\/.* does not speak TLS there/)
  } finally {
    server.close()
  }
})
