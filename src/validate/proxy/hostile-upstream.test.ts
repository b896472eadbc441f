import { expect, it, onTestFinished } from 'vitest'
import { hostileAnswers } from './hostile-answers.fixture.ts'
import { proxyBefore } from './proxy.fixture.ts'
import { sendBytes, startRawUpstream, statusesIn } from './raw-upstream.fixture.ts'

const get = (target = '/api/orders', fields = '') => `GET ${target} HTTP/1.1\r\nHost: proxy.example\r\n${fields}\r\n`

async function before(answer?: string, path = '') {
  const upstream = await startRawUpstream(answer)
  onTestFinished(upstream.close)
  return { upstream, ...(await proxyBefore('orders', new URL(path, upstream.url))) }
}

it.each(hostileAnswers)(
  '%s neither ends the proxy nor reaches the client as another answer',
  async (_, answer, status, part) => {
    const { proxy } = await before(`HTTP/1.1 ${answer}`)
    const received = await sendBytes(proxy.origin, get())
    expect(statusesIn(received)).toEqual([status])
    expect(received).toContain(part)
    if (status === 204) expect(received).not.toContain('Content-Length')
    expect(statusesIn(await sendBytes(proxy.origin, get()))).toEqual([status])
  },
)

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
