import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { manualTimers } from '../../timers.fixture.ts'
import { startMock } from '../start-mock.ts'
import { request, serve, talk, text } from './server.fixture.ts'

const mock = await startMock({ interfaces: ['secrets', 'cluster-agent', 'orders'], portPerInterface: true })
afterAll(() => mock.close())
const shared = Number(new URL(mock.origin).port)
const [ownOrigin = ''] = mock.interfaces.flatMap(({ name, baseUrls }) => (name === 'secrets' ? baseUrls.slice(1) : []))
const own = Number(new URL(ownOrigin).port)
const secret = '/secrets/v1/secret/foo'
const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4)
const large = `X: ${'a'.repeat(20_000)}\r\n`

it.each([
  ['an unknown expectation', request(`GET ${secret}`, 'Expect: a-sign\r\n'), 417],
  ['no Host', `GET ${secret} HTTP/1.1\r\n\r\n`, 400],
  ['a second Host', request(`GET ${secret}`, 'Host: b\r\n'), 400],
  ['a second Host, among others, with the verb LIST', request(`LIST ${secret}`, 'X: 1\r\nX: 2\r\nhOST: b\r\n'), 400],
  ['an unknown method', request(`BREW ${secret}`), 400],
  ['an unknown method that begins as LIST does', request(`LISP ${secret}`), 400],
  ['an unknown method after a request', request('GET /secrets/v1/sys/health') + request(`BREW ${secret}`), 400],
  ['a head that is too large', request(`GET ${secret}`, large), 431],
  ['a target that is too large', request(`GET ${secret}${'a'.repeat(20_000)}`), 431],
  ['an absolute target', request(`BREW http://127.0.0.1${secret}`), 400],
])('%s is refused with the errors of the interface that the path names', async (_, bytes, status) => {
  const seen = await talk(shared, bytes, /"\]\}$/)
  const [last = ''] = seen.match(/HTTP\/1\.1 4[\s\S]*$/) ?? []
  expect(last).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*content-type: application/json`, 'i'))
  expect(JSON.parse(bodyOf(last))).toEqual({ errors: [expect.stringMatching(/\S/)] })
})

it('an interface on a separate port refuses every path', async () => {
  const seen = await talk(own, request('BREW /v1/secret/foo'), /"\]\}$/)
  expect(JSON.parse(bodyOf(seen))).toEqual({ errors: [expect.stringMatching(/\S/)] })
})

it('another interface refuses in its own words', async () => {
  expect(await talk(shared, request('BREW /cluster-agent/v1/agent/self'))).toMatch(
    /content-type: text\/plain[\s\S]*The request cannot be read/i,
  )
  expect(await talk(shared, request('GET /orders/api/orders', large))).toMatch(/"status":431/)
})

it.each([
  ['bytes without a target', `hello\r\nX: ${secret}\r\n\r\n`],
  ['the path of no interface', request('BREW /nowhere')],
])('%s are refused with an empty body', async (_, bytes) => {
  expect(await talk(shared, bytes)).toMatch(
    /^HTTP\/1\.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n$/,
  )
})

it('a refused connection ends after a second, even if the caller goes on sending', async () => {
  const timers = manualTimers()
  const { port } = await serve(async () => text(''), { timers })
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).resume()
  socket.on('error', () => {}).write('hello\r\n\r\n')
  await once(socket, 'end')
  await timers.pass(1000)
  expect(timers.count()).toBe(0)
  const sending = setInterval(() => socket.write('x'), 5)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(sending)
})
