import { expect } from 'vitest'
import { idsOf, it, type Schemas, type Session } from './session.fixture.ts'
import { change, expectOther, portraitOf } from './session-state.fixture.ts'

type Snapshot = Schemas['Snapshot']

const take = (s: Session) => s.expect(201, 'createSnapshot')
const restore = (s: Session, { id }: Snapshot, status = 204) => s.expect(status, 'restoreSnapshot', { snapshot: id })

it('CTL-018: a snapshot keeps the records and conditions of all interfaces in a session', async ({ s }) => {
  await change(s, 2031)
  const before = await portraitOf(s)
  const time = await s.time()
  const snapshot = await take(s)
  expect(snapshot.id).toMatch(/./)
  const during = time <= Date.parse(snapshot.now) && Date.parse(snapshot.now) <= (await s.time())
  expect(during).toBe(true)
  const interfaces = ['kv-cluster', 'orders', 'secrets']
  expect(snapshot.interfaces.toSorted()).toEqual(interfaces)
  expect(await portraitOf(s)).toEqual(before)

  await s.call('resetSession')
  expectOther(await portraitOf(s), before)
  await restore(s, snapshot)
  expect(await portraitOf(s)).toEqual(before)
  const token = await s.anOrder()
  // The restored fault affects two requests.
  for (const status of [503, 503, 200]) expect((await s.order(token)).status).toBe(status)
  expect((await s.order(token)).body.trackingNumber).toBe('check 2031')
  expect(await s.health()).toBe(503)
})

it('CTL-019: the snapshots of a session are listed in the order in which they were taken', async ({ s }) => {
  expect(await s.snapshots()).toEqual([])
  const first = await take(s)
  await s.setClock('2031-01-01T00:00:00Z')
  await s.statuses(1)
  const second = await take(s)
  const taken = [first, second]
  while (taken.length < 11) taken.push(await take(s))
  expect(new Set(idsOf(taken)).size).toBe(11)
  expect(await s.snapshots()).toEqual(taken)
  expect([first.interfaces, second.interfaces]).toEqual([[], ['orders']])
  expect(first.now).not.toMatch(/^2031-01-01T00:0/)
  expect(second.now).toMatch(/^2031-01-01T00:0/)
  for (const snapshot of taken) expect(await s.expect(200, 'getSnapshot', { snapshot: snapshot.id })).toEqual(snapshot)
  await s.expect(404, 'getSnapshot', { snapshot: '12' })
})

it('CTL-020: restoring a snapshot gives the session the records', async ({ s }) => {
  const asNew = await portraitOf(s)
  const first = await take(s)
  await change(s, 2031)
  const changed = await portraitOf(s)
  const second = await take(s)
  await change(s, 2032)
  await s.call('deleteFault', { fault: '1' })
  // The second change finds the member already stopped, so these parts do not differ.
  expectOther({ ...(await portraitOf(s)), cluster: {}, members: {} }, changed)
  for (const snapshot of [second, first, second]) {
    await restore(s, snapshot)
    const expected = snapshot === first ? asNew : changed
    expect(await portraitOf(s)).toEqual(expected)
  }
  await s.inject({ kind: 'drop', times: 1 })
  expect(await s.snapshots()).toEqual([first, second])

  const unused = s.own()
  const empty = await take(unused)
  await change(unused, 2031)
  await restore(unused, empty)
  expect(await portraitOf(unused)).toEqual(asNew)
})

it('CTL-021: a deleted snapshot can no longer be restored', async ({ s }) => {
  const [first, second] = [await take(s), await take(s)]
  await s.setClock('2031-01-01T00:00:00Z')
  await s.expect(204, 'deleteSnapshot', { snapshot: first.id })
  for (const operation of ['restoreSnapshot', 'getSnapshot', 'deleteSnapshot'] as const)
    await s.expect(404, operation, { snapshot: first.id })
  expect(new Date(await s.time()).getUTCFullYear()).toBe(2031)
  expect(await s.snapshots()).toEqual([second])
  await restore(s, second)
  await s.call('deleteSnapshot', { snapshot: second.id })
  await take(s)
  // The id of a deleted snapshot is not used again.
  await restore(s, second, 404)
})

it('CTL-022: a session has at most 100 snapshots; one more is answered 409', async ({ s }) => {
  for (let taken = 0; taken < 100; taken++) await take(s)
  await s.expect(409, 'createSnapshot')
  const all = await s.snapshots()
  expect(all.length).toBe(100)
  await take(s.own())
  await s.call('deleteSnapshot', { snapshot: all[0]?.id })
  await take(s)
})
