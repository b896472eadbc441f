import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startLamps } from '../lamps.fixture.ts'

let mock: Awaited<ReturnType<typeof startLamps>>
beforeAll(async () => {
  mock = await startLamps()
})
afterEach(() => expect(mock.faults.splice(0)).toEqual([]))
afterAll(() => mock.close())

const journal = async (session: string) => (await mock.control('GET', `/sessions/${session}/journal`)).body.requests

it('ends the stream of a follower when the mock stops', async () => {
  const stopping = await startLamps()
  const response = await fetch(`${stopping.origin}/_control/sessions/a/journal?follow=true`)
  expect(response.headers.get('cache-control')).toBe('no-store')
  await stopping.lamps('a', 'GET', '/lamps/hall')
  const text = response.text()
  await stopping.close()
  expect(await text).toMatch(/^: .*\n\nevent: request\ndata: \{"when":.*\}\n\n$/)
  expect(stopping.faults).toEqual([])
})

it('writes no value that a caller sent into the log', async () => {
  // An error that a behaviour throws may repeat parts of the request.
  for (const body of [{ note: 'svc.example-9d41c7' }, ['svc.example-9d41c7', 1234567890]])
    await mock.lamps('f', 'POST', '/breakage', body)
  const socket = connect(mock.port, '127.0.0.1')
  await new Promise((resolve) => socket.once('data', resolve).write('GET /svc.example-9d41c7 HTTP/9\r\n\r\n'))
  socket.destroy()

  const log = mock.faults.splice(0)
  expect(log).toHaveLength(2)
  expect(log[0]).toMatch(/^lamps: breakLamps: Error: cannot break \{"note":"…"\}\n +at /)
  expect(JSON.stringify([log, await journal('f')])).not.toMatch(/9d41c7|svc\.exa|1234567890/)
})
