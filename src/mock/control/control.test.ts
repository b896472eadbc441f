import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startLamps } from '../lamps.fixture.ts'
import { startMock } from '../start-mock.ts'

async function start() {
  const mock = await startLamps()
  onTestFinished(() => mock.close())
  const act = (action: string, body: object) =>
    mock.control('POST', `/sessions/a/interfaces/lamps/actions/${action}`, body)
  return { ...mock, act }
}

it('answers its health when the control plane is off, and nothing else of it', async () => {
  const mock = await startMock({ interfaces: ['orders'], control: false, host: '0.0.0.0' })
  onTestFinished(() => mock.close())
  // An address that callers can use.
  const { origin } = mock
  expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const health = await fetch(`${origin}/_control/health`)
  expect([health.status, await health.json()]).toEqual([200, { live: true, ready: true }])
  expect((await fetch(`${origin}/_control/sessions`)).status).toBe(404)
})

it('says on an open connection that the mock is stopping', async () => {
  const mock = await startMock({ interfaces: ['orders'] })
  const socket = connect(Number(new URL(mock.origin).port), '127.0.0.1').setEncoding('utf8')
  await once(socket, 'connect')
  // A request under way keeps the connection open while the mock stops.
  socket.write('GET /_control/health HTTP/1.1\r\nHost: loc')
  await new Promise((resolve) => setTimeout(resolve, 50))
  const closed = mock.close()
  socket.write('alhost\r\n\r\n')
  const answer = (await socket.toArray()).join('')
  await closed
  expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*\{"live":true,"ready":false\}/)
})

it.each([
  ['does as it says', {}, 200, 200, /^$/],
  ['refuses', { next: 'refuse' }, 403, 404, /^$/],
  ['throws', { next: 'throw' }, 500, 404, /^mock-control: runAction: Error: the lamp falls\n/],
])('stores what an action has changed only if it succeeds: it %s', async (_, input, status, found, reported) => {
  const { act, lamps, faults } = await start()
  const answer = await act('hang', input)
  expect(answer.status).toBe(status)
  expect(answer.headers.get('www-authenticate')).toBeNull()
  expect((await lamps('a', 'GET', '/lamps/hung')).status).toBe(found)
  expect(faults.join()).toMatch(reported)
})

it('says what an input breaks, formats included, and which names there are', async () => {
  const { act, control } = await start()
  const conditions = '/sessions/a/interfaces/lamps/conditions'
  for (const [answer, status, detail] of [
    [act('hang', { since: 'today' }), 400, 'The input/since must match format "date-time".'],
    [act('fall', {}), 404, "'fall' is not an action of lamps; known are hang."],
    [control('PATCH', conditions, { dark: true }), 400, "'dark' is not a condition of lamps; known are none."],
  ] as const)
    expect((await answer).body).toMatchObject({ status, detail })
})

it('ends the stream of a follower when the mock stops', async () => {
  const { origin, lamps, close, faults } = await startLamps()
  const response = await fetch(`${origin}/_control/sessions/a/journal?follow=true`)
  expect(response.headers.get('cache-control')).toBe('no-store')
  await lamps('a', 'GET', '/lamps/hall')
  const text = response.text()
  await close()
  expect(await text).toMatch(/^: .*\n\nevent: request\ndata: \{"when":.*\}\n\n$/)
  expect(faults).toEqual([])
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
