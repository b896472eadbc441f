import { expect } from '../../../check/expect.ts'
import { answersStatus, answersWith, on, remembersFirstAnswer, seesPath, turnsStatus } from '../../../check/sabotage.ts'
import { andThen, eachWrong, listIs, refusesToMake } from './sabotages.ts'
import { type Checks, idsOf, inSession, type Schemas, type Session } from './session.ts'
import { change, changesParts, expectOther, portraitOf } from './session-state.ts'

type Snapshot = Schemas['Snapshot']

const take = (s: Session) => s.expect(201, 'createSnapshot')
const restore = (s: Session, { id }: Snapshot, status = 204) => s.expect(status, 'restoreSnapshot', { snapshot: id })

/** Nothing that a snapshot may have in its place. */
const wrong = { now: '2026-01-01T00:00:00Z', interfaces: ['none'] }

export const snapshots: Checks = {
  'CTL-018': inSession(async (s) => {
    await change(s, 2031)
    const before = await portraitOf(s)
    const time = await s.time()
    const snapshot = await take(s)
    expect(snapshot.id, 'its id').toMatch(/./)
    const during = time <= Date.parse(snapshot.now) && Date.parse(snapshot.now) <= (await s.time())
    expect(during, 'whether its time is the time when it was taken').toBe(true)
    const interfaces = ['kv-cluster', 'orders', 'secrets']
    expect(snapshot.interfaces.toSorted(), 'interfaces that had records').toEqual(interfaces)
    expect(await portraitOf(s), 'the session').toEqual(before)

    await s.call('resetSession')
    expectOther(await portraitOf(s), before)
    await restore(s, snapshot)
    expect(await portraitOf(s), 'the session that is restored').toEqual(before)
    const token = await s.anOrder()
    // The restored fault affects two requests.
    for (const status of [503, 503, 200]) expect((await s.order(token)).status, 'status of an order').toBe(status)
    expect((await s.order(token)).body.trackingNumber, 'an order').toBe('check 2031')
    expect(await s.health(), 'health under the conditions of the snapshot').toBe(503)
  }).brokenBy(
    on('createSnapshot', answersStatus(200)),
    ...eachWrong('createSnapshot', { id: '', ...wrong }),
    ...changesParts('restoreSnapshot'),
  ),
  'CTL-019': inSession(async (s) => {
    expect(await s.snapshots(), 'snapshots of a new session').toEqual([])
    const first = await take(s)
    await s.setClock('2031-01-01T00:00:00Z')
    await s.statuses(1)
    const second = await take(s)
    const taken = [first, second]
    while (taken.length < 11) taken.push(await take(s))
    expect(new Set(idsOf(taken)).size, 'different ids').toBe(11)
    expect(await s.snapshots(), 'the list').toEqual(taken)
    expect([first.interfaces, second.interfaces], 'interfaces with records, of two').toEqual([[], ['orders']])
    expect(first.now, 'the time before the clock was set').not.toMatch(/^2031-01-01T00:0/)
    expect(second.now, 'the time after the clock was set').toMatch(/^2031-01-01T00:0/)
    for (const snapshot of taken)
      expect(await s.expect(200, 'getSnapshot', { snapshot: snapshot.id }), 'a snapshot').toEqual(snapshot)
    await s.expect(404, 'getSnapshot', { snapshot: '12' })
  }).brokenBy(
    // By their ids as text, 10 comes before 2.
    listIs<Snapshot>('listSnapshots', 'snapshots', (all) => all.sort((one, two) => (one.id < two.id ? -1 : 1))),
    ...eachWrong('listSnapshots', wrong, 'snapshots'),
    ...eachWrong('getSnapshot', { id: '1' }),
    on('getSnapshot', turnsStatus(404, 200)),
  ),
  'CTL-020': inSession(async (s) => {
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
      expect(await portraitOf(s), `the session of snapshot ${snapshot.id}`).toEqual(expected)
    }
    await s.inject({ kind: 'drop', times: 1 })
    expect(await s.snapshots(), 'the snapshots after all').toEqual([first, second])

    const unused = s.own()
    const empty = await take(unused)
    await change(unused, 2031)
    await restore(unused, empty)
    expect(await portraitOf(unused), 'a session that had not been used').toEqual(asNew)
  }).brokenBy(
    on('restoreSnapshot', answersWith(204)),
    ...changesParts('restoreSnapshot'),
    andThen('restoreSnapshot', 'DELETE /snapshots/2'),
    on('listRecords', remembersFirstAnswer()),
  ),
  'CTL-021': inSession(async (s) => {
    const [first, second] = [await take(s), await take(s)]
    await s.setClock('2031-01-01T00:00:00Z')
    await s.expect(204, 'deleteSnapshot', { snapshot: first.id })
    for (const operation of ['restoreSnapshot', 'getSnapshot', 'deleteSnapshot'] as const)
      await s.expect(404, operation, { snapshot: first.id })
    expect(new Date(await s.time()).getUTCFullYear(), 'year of the session afterwards').toBe(2031)
    expect(await s.snapshots(), 'snapshots left').toEqual([second])
    await restore(s, second)
    await s.call('deleteSnapshot', { snapshot: second.id })
    await take(s)
    // The id of a deleted snapshot is not used again.
    await restore(s, second, 404)
  }).brokenBy(
    on('deleteSnapshot', answersWith(204)),
    andThen('deleteSnapshot', 'DELETE /snapshots/2'),
    on('restoreSnapshot', seesPath, (path) => path.replace('/snapshots/2/', '/snapshots/3/')),
    andThen('deleteSnapshot', 'POST /reset'),
  ),
  'CTL-022': inSession(async (s) => {
    for (let taken = 0; taken < 100; taken++) await take(s)
    await s.expect(409, 'createSnapshot')
    const all = await s.snapshots()
    expect(all.length, 'snapshots there are').toBe(100)
    await take(s.own())
    await s.call('deleteSnapshot', { snapshot: all[0]?.id })
    await take(s)
  }).brokenBy(on('createSnapshot', turnsStatus(409, 400)), refusesToMake('createSnapshot', '100')),
}
