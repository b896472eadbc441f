import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startLamps } from '../lamps.fixture.ts'
import { startMock } from '../start-mock.ts'

async function start() {
  const mock = await startLamps()
  onTestFinished(() => mock.close())
  return mock
}

it('says on an open connection that the mock is stopping', async () => {
  const mock = await startMock({ interfaces: ['orders'] })
  const socket = connect(Number(new URL(mock.origin).port), '127.0.0.1').setEncoding('utf8')
  await once(socket, 'connect')
  // The mock has the head of a request whose body keeps the connection open while the mock stops.
  socket.write('GET /_control/health HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n')
  await once(socket, 'data')
  const closed = mock.close()
  socket.write('1')
  const answer = (await socket.toArray()).join('')
  await closed
  expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*\{"live":true,"ready":false\}/)
})

it.each([
  ['succeeds', {}, 200, 200, /^$/],
  ['has no result', { next: 'rest' }, 204, 200, /^$/],
  ['gets a wrong time', { since: 'noon' }, 400, 404, /^$/],
  ['refuses', { next: 'refuse' }, 403, 404, /^$/],
  ['throws', { next: 'throw' }, 500, 404, /^mock-control: runAction: Error: the lamp falls\n/],
])('CTL-038: what an action has changed is stored if it succeeds: it %s', async (_, input, status, found, reported) => {
  const { control, lamps, faults } = await start()
  const answer = await control('POST', '/sessions/a/interfaces/lamps/actions/hang', input)
  expect(answer.status).toBe(status)
  expect(answer.headers.get('www-authenticate')).toBeNull()
  expect((await lamps('a', 'GET', '/lamps/hung')).status).toBe(found)
  expect(faults.join()).toMatch(reported)
})

it('writes no value that a caller sent into the log', async () => {
  const { lamps, control, port, faults } = await start()
  // An error that a behaviour throws may repeat parts of the request.
  for (const body of [{ note: 'svc.example-9d41c7' }, ['svc.example-9d41c7', 1234567890]])
    await lamps('f', 'POST', '/breakage', body)
  const socket = connect(port, '127.0.0.1')
  await new Promise((resolve) => socket.once('data', resolve).write('GET /svc.example-9d41c7 HTTP/9\r\n\r\n'))
  socket.destroy()

  expect(faults).toHaveLength(2)
  expect(faults[0]).toMatch(/^lamps: breakLamps: Error: cannot break \{"note":"…"\}\n +at /)
  const { body } = await control('GET', '/sessions/f/journal')
  expect(body.requests.length).toBeGreaterThan(0)
  expect(JSON.stringify([faults, body])).not.toMatch(/9d41c7|svc\.exa|1234567890/)
})
