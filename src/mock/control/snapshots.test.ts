import { afterAll, beforeAll, expect, it } from 'vitest'
import { startLamps } from '../lamps.fixture.ts'

let mock: Awaited<ReturnType<typeof startLamps>>
beforeAll(async () => {
  mock = await startLamps()
})
afterAll(async () => {
  expect(mock.faults).toEqual([])
  await mock.close()
})

const stateOf = async (session: string) => ({
  records: (await mock.control('GET', `/sessions/${session}/interfaces/lamps/records/lamps`)).body.records,
  conditions: (await mock.control('GET', `/sessions/${session}/interfaces/lamps/conditions`)).body,
  year: (await mock.control('GET', `/sessions/${session}/clock`)).body.now.slice(0, 4),
  faults: (await mock.control('GET', `/sessions/${session}/faults`)).body.faults.length,
})

async function furnish(session: string, year: number) {
  await mock.lamps(session, 'PUT', `/lamps/${year}`, { lit: false, note: { year } })
  await mock.control('PATCH', `/sessions/${session}/interfaces/lamps/conditions`, { level: year % 4 })
  await mock.control('PUT', `/sessions/${session}/clock`, { now: `${year}-06-01T00:00:00Z` })
  await mock.control('POST', `/sessions/${session}/faults`, { interface: 'lamps', kind: 'latency', milliseconds: 0 })
}

it('CTL-018, CTL-020: restores records, conditions, time and faults, as often as asked', async () => {
  await furnish('s', 2030)
  const { status, body } = await mock.control('POST', '/sessions/s/snapshots')
  expect([status, body.id, body.interfaces]).toEqual([201, '1', ['lamps']])
  expect(body.now).toMatch(/^2030-06-01T00:00:/)
  const before = await stateOf('s')
  for (let time = 0; time < 2; time++) {
    await furnish('s', 2041 + time)
    await mock.control('DELETE', '/sessions/s/interfaces/lamps/records/lamps/hall')
    expect(await stateOf('s')).not.toEqual(before)
    expect((await mock.control('POST', '/sessions/s/snapshots/1/restore')).status).toBe(204)
    expect(await stateOf('s')).toEqual(before)
  }
})

it('CTL-020: an interface that had no records then is seeded again', async () => {
  await mock.control('POST', '/sessions/early/snapshots')
  await mock.lamps('early', 'PUT', '/lamps/hall', { lit: false })
  await mock.control('POST', '/sessions/early/snapshots/1/restore')
  expect((await mock.lamps('early', 'GET', '/lamps/hall')).body.lit).toBe(true)
})

it('CTL-019: lists snapshots in the order in which they were taken, and reads one', async () => {
  for (const year of [2030, 2029, 2031]) {
    await mock.control('PUT', '/sessions/listed/clock', { now: `${year}-06-01T00:00:00Z` })
    await mock.control('POST', '/sessions/listed/snapshots')
  }
  const { snapshots } = (await mock.control('GET', '/sessions/listed/snapshots')).body
  expect(snapshots.map(({ id, now }: { id: string; now: string }) => [id, now.slice(0, 4)])).toEqual([
    ['1', '2030'],
    ['2', '2029'],
    ['3', '2031'],
  ])
  expect((await mock.control('GET', '/sessions/listed/snapshots/2')).body).toEqual(snapshots[1])
})

it('gives each of many snapshots at the same time its own id', async () => {
  const taken = await Promise.all(Array.from({ length: 20 }, () => mock.control('POST', '/sessions/many/snapshots')))
  expect(new Set(taken.map(({ body }) => body.id)).size).toBe(20)
})

it('CTL-021: a deleted snapshot cannot be restored', async () => {
  await mock.control('POST', '/sessions/deleted/snapshots')
  expect((await mock.control('DELETE', '/sessions/deleted/snapshots/1')).status).toBe(204)
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/restore'],
  ] as const)
    expect((await mock.control(method, `/sessions/deleted/snapshots/1${path}`)).status).toBe(404)
  expect((await mock.control('POST', '/sessions/deleted/snapshots')).body.id).toBe('2')
})

it('CTL-009: the snapshot of a session is none of another whose name is like it', async () => {
  await mock.control('POST', '/sessions/like/snapshots')
  expect((await mock.control('GET', '/sessions/lik/snapshots')).body.snapshots).toEqual([])
  expect((await mock.control('POST', '/sessions/lik/snapshots')).body.id).toBe('1')
  expect((await mock.control('POST', '/sessions/like.1/snapshots/1/restore')).status).toBe(404)
})

it('CTL-022: takes no more than 100', async () => {
  for (let count = 0; count < 100; count++)
    expect((await mock.control('POST', '/sessions/full/snapshots')).status).toBe(201)
  const { status, body } = await mock.control('POST', '/sessions/full/snapshots')
  expect([status, body.status]).toEqual([409, 409])
})
