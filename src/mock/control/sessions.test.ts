import { afterAll, beforeAll, expect, it } from 'vitest'
import { startLamps } from '../lamps.fixture.ts'

const time = { now: Date.now() }
let mock: Awaited<ReturnType<typeof startLamps>>
beforeAll(async () => {
  mock = await startLamps({ now: () => time.now })
})
afterAll(async () => {
  expect(mock.faults).toEqual([])
  await mock.close()
})

const lit = async (session: string) => (await mock.lamps(session, 'GET', '/lamps/hall')).body.lit
it('CTL-013: a session that nobody uses for an hour is gone', async () => {
  await mock.lamps('idle', 'PUT', '/lamps/hall', { lit: false })
  await lit('default')
  time.now += 3_599_000
  expect((await mock.control('GET', '/sessions/idle')).status).toBe(200)
  time.now += 2000
  expect((await mock.control('GET', '/sessions/idle')).status).toBe(404)
  expect((await mock.control('GET', '/sessions/default')).status).toBe(200)
  expect(await lit('idle')).toBe(true)
})
