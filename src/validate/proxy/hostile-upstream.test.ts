import { expect, it, onTestFinished } from 'vitest'
import { proxyBefore } from './proxy.fixture.ts'
import { sendBytes, startRawUpstream, statusesIn } from './raw-upstream.fixture.ts'

const get = (target = '/api/orders', fields = '') => `GET ${target} HTTP/1.1\r\nHost: proxy.example\r\n${fields}\r\n`

const whole = 'Content-Length: 2\r\n\r\nok'
const inChunks = '2\r\nok\r\n0\r\n\r\n'

async function before(answer?: string, path = '') {
  const upstream = await startRawUpstream(answer)
  onTestFinished(upstream.close)
  return { upstream, ...(await proxyBefore('orders', new URL(path, upstream.url))) }
}

// An answer as Latin-1, without the HTTP version; the status that the client gets, and a part of the bytes.
it.each<[title: string, answer: string, status: number, part: string]>([
  ['a control character in the reason phrase', `200 Fi\x01ne\r\n${whole}`, 200, 'HTTP/1.1 200 Fi ne\r\n'],
  ['a reason phrase above ASCII', `200 D\xe9j\xe0 vu\r\n${whole}`, 200, 'HTTP/1.1 200 D\xe9j\xe0 vu\r\n'],
  ['no reason phrase', `200 \r\n${whole}`, 200, 'HTTP/1.1 200 \r\n'],
  ['a header above ASCII', `200 OK\r\nX-Name: caf\xe9\r\n${whole}`, 200, 'X-Name: caf\xe9\r\n'],
  [
    'a header of Connection',
    `200 OK\r\nConnection: content-length, x-hop\r\nX-Hop: 1\r\n${whole}`,
    200,
    'Content-Length: 2\r\n',
  ],
  ['a thousand headers', `200 OK\r\n${'a:\r\n'.repeat(1100)}${whole}`, 200, 'Content-Length: 2\r\n'],
  [
    '101 for nothing',
    '101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n',
    502,
    'switched protocols (101)',
  ],
  ['101 without a protocol', '101 Switching Protocols\r\n\r\n', 502, '502 Bad Gateway'],
  ['a status below 100', `099 Odd\r\n${whole}`, 502, 'its status is 99'],
  ['another transfer coding', `200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n${inChunks}`, 502, 'transfer coding'],
  ['two framings', `200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n${inChunks}`, 502, 'HPE_'],
  ['two lengths', `200 OK\r\nContent-Length: 3\r\n${whole}`, 502, 'HPE_'],
  ['a folded header', `200 OK\r\nX: a\r\n b\r\n${whole}`, 502, 'HPE_'],
  ['a control character in a header', `200 OK\r\nX: a\x01b\r\n${whole}`, 502, 'HPE_'],
  ['headers beyond every limit', `200 OK\r\nX: ${'x'.repeat(100_000)}\r\n${whole}`, 502, 'HPE_HEADER_OVERFLOW'],
  ['a length at 204', '204 No Content\r\nContent-Length: 2\r\n\r\n', 204, 'HTTP/1.1 204 No Content\r\n'],
])('%s neither ends the proxy nor reaches the client as another answer', async (_, answer, status, part) => {
  const { proxy } = await before(`HTTP/1.1 ${answer}`)
  const received = await sendBytes(proxy.origin, get())
  expect(statusesIn(received)).toEqual([status])
  expect(received).toContain(part)
  if (status === 204) expect(received).not.toContain('Content-Length')
  expect(statusesIn(await sendBytes(proxy.origin, get()))).toEqual([status])
})

it('drops an answer that follows without a request', async () => {
  const { proxy } = await before(
    `HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison`,
  )
  for (let index = 0; index < 3; index++) expect(await sendBytes(proxy.origin, get())).not.toContain('poison')
})

it('header bytes above ASCII reach the upstream unchanged', async () => {
  const { proxy, upstream } = await before()
  await sendBytes(proxy.origin, get('/api/orders', 'X-Name: caf\xe9\r\n'))
  expect(upstream.requests()).toMatchObject([{ headers: expect.arrayContaining([['X-Name', 'caf\xe9']]) }])
})

it.each([
  ['/shop/..', 200, 'GET /base/shop/.. HTTP/1.1'],
  ['/a%2Fb?x=../..', 200, 'GET /base/a%2Fb?x=../.. HTTP/1.1'],
  ['http://other.example', 200, 'GET /base/ HTTP/1.1'],
  ['/..', 400, undefined],
  ['/a/../../etc', 400, undefined],
  ['/%2e%2E/etc', 400, undefined],
  ['/.%2e/etc', 400, undefined],
  ['/a%2f..%2f..%2fetc', 400, undefined],
  ['/a\\..\\..\\etc', 400, undefined],
  ['//..//etc', 400, undefined],
  ['*', 400, undefined],
])('GET %s answers %i, and never leaves the base of the upstream', async (target, status, line) => {
  const { proxy, upstream } = await before(undefined, '/base')
  expect(statusesIn(await sendBytes(proxy.origin, get(target)))).toEqual([status])
  expect(upstream.requests().map((request) => request.line)).toEqual(line === undefined ? [] : [line])
})

it('OPTIONS * is for the server, not for a path of it', async () => {
  const { proxy, upstream } = await before(undefined, '/base')
  await sendBytes(proxy.origin, get('*').replace('GET', 'OPTIONS'))
  expect(upstream.requests().map(({ line }) => line)).toEqual(['OPTIONS * HTTP/1.1'])
})

it('checks a path as it is forwarded', async () => {
  const { proxy, warnings, close } = await before(undefined, '/api')
  await sendBytes(proxy.origin, get('/api/orders'))
  await sendBytes(proxy.origin, get('/api/orders'))
  await close()
  expect([...proxy.tally.notInContract.values()]).toEqual([2])
  expect(warnings).toEqual([expect.stringContaining('it is forwarded as /api/api/…')])
})
