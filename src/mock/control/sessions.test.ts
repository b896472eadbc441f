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
const darken = (session: string) =>
  mock.control('PATCH', `/sessions/${session}/interfaces/lamps/conditions`, { dark: true })

it('CTL-008: makes a session by naming it, and none by reading or deleting it', async () => {
  for (const method of ['GET', 'DELETE']) expect((await mock.control(method, '/sessions/new')).status).toBe(404)
  await mock.control('GET', '/sessions/new/clock')
  expect((await mock.control('GET', '/sessions/new')).status).toBe(200)
})

it('CTL-009: keeps sessions apart', async () => {
  await mock.lamps('one', 'PUT', '/lamps/hall', { lit: false })
  await darken('two')
  await mock.control('PUT', '/sessions/three/clock', { now: '2031-01-01T00:00:00Z' })
  await mock.control('POST', '/sessions/four/faults', { interface: 'lamps', kind: 'status', status: 503 })
  expect([await lit('one'), await lit('two'), await lit('three'), await lit('five')]).toEqual([
    false,
    false,
    true,
    true,
  ])
  expect((await mock.lamps('four', 'GET', '/lamps/hall')).status).toBe(503)
  expect((await mock.control('GET', '/sessions/five/clock')).body.now).not.toMatch(/^2031/)
  expect((await mock.control('GET', '/sessions/five/journal')).body.requests).toHaveLength(1)
})

it('CTL-010: tells of each session its time, its interfaces, what is under way and how long it has been idle', async () => {
  await mock.control('PUT', '/sessions/described/clock', { now: '2031-01-01T00:00:00Z' })
  await mock.lamps('described', 'GET', '/lamps/hall')
  const controller = new AbortController()
  await fetch(`${mock.origin}/lamps/v1/lamps/hall/glow`, {
    headers: { 'x-mock-session': 'described' },
    signal: controller.signal,
  })
  const { body } = await mock.control('GET', '/sessions/described')
  expect(body).toMatchObject({ name: 'described', interfaces: ['lamps'], requestsUnderWay: 1, idleSeconds: 0 })
  expect(body.now).toMatch(/^2031-01-01T00:00:/)
  controller.abort()
  while (mock.sessions.get('described')?.requestsUnderWay) await new Promise((resolve) => setImmediate(resolve))
  time.now += 2500
  const { sessions } = (await mock.control('GET', '/sessions')).body
  const listed = sessions.find(({ name }: { name: string }) => name === 'described')
  expect(listed).toMatchObject({ requestsUnderWay: 0, idleSeconds: 2.5 })
})

it('CTL-011: a reset makes a session as new, but for its snapshots', async () => {
  await mock.lamps('reset', 'PUT', '/lamps/hall', { lit: false })
  await mock.lamps('reset', 'PUT', '/lamps/stairs', { lit: true })
  await darken('reset')
  await mock.control('PUT', '/sessions/reset/clock', { now: '2031-01-01T00:00:00Z' })
  await mock.control('POST', '/sessions/reset/snapshots')
  await mock.control('POST', '/sessions/reset/faults', { interface: 'lamps', kind: 'drop' })
  expect((await mock.control('POST', '/sessions/reset/reset')).status).toBe(204)
  expect((await mock.control('GET', '/sessions/reset/journal')).body.requests).toEqual([])
  expect(await lit('reset')).toBe(true)
  expect((await mock.lamps('reset', 'GET', '/lamps/stairs')).status).toBe(404)
  expect((await mock.control('GET', '/sessions/reset/interfaces/lamps/conditions')).body.dark).toBe(false)
  expect((await mock.control('GET', '/sessions/reset/clock')).body.now).not.toMatch(/^2031/)
  expect((await mock.control('GET', '/sessions/reset/faults')).body.faults).toEqual([])
  expect((await mock.control('GET', '/sessions/reset/snapshots')).body.snapshots).toHaveLength(1)
  await mock.control('POST', '/sessions/reset/faults', { interface: 'lamps', kind: 'status', status: 500, times: 1 })
  expect((await mock.lamps('reset', 'GET', '/lamps/hall')).status).toBe(500)
})

it('CTL-012: a deleted session is gone with its snapshots', async () => {
  await mock.lamps('gone', 'PUT', '/lamps/hall', { lit: false })
  await mock.control('POST', '/sessions/gone/snapshots')
  expect((await mock.control('DELETE', '/sessions/gone')).status).toBe(204)
  expect((await mock.control('GET', '/sessions/gone')).status).toBe(404)
  expect((await mock.control('GET', '/sessions/gone/snapshots')).body.snapshots).toEqual([])
  expect(await lit('gone')).toBe(true)
})

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

it('CTL-014: the session that was used longest ago gives way to a new one', async () => {
  const small = await startLamps({ limits: { maxSessions: 2, idle: 3_600_000 } })
  for (const session of ['a', 'b', 'a', 'c']) await small.lamps(session, 'GET', '/lamps/hall')
  const { sessions } = (await small.control('GET', '/sessions')).body
  expect(sessions.map(({ name }: { name: string }) => name)).toEqual(['a', 'c'])
  await small.close()
})
