import { expect } from '../../../check/expect.ts'
import { on, remembersFirstAnswer } from '../../../check/sabotage.ts'
import { andThen, eachWrong, instead, mixesSessions } from './sabotages.ts'
import { type Checks, inSession, namesOf, type Session } from './session.ts'
import { change, changesParts, expectOther, portraitOf } from './session-state.ts'

/** Expects a call to renew a session that has every part changed, a request in its journal, and snapshot 1. */
async function expectRenewed(s: Session, renew: () => Promise<unknown>): Promise<void> {
  const asNew = await portraitOf(s)
  await change(s, 2031)
  expectOther(await portraitOf(s), asNew)
  await s.call('createSnapshot')
  expect((await s.journal()).length, 'requests in the journal before').toBe(1)
  await renew()
  expect(await s.journal(), 'the journal').toEqual([])
  expect(await portraitOf(s), 'the session').toEqual(asNew)
}

const keepsJournal = on('getJournal', remembersFirstAnswer())

export const ending: Checks = {
  'CTL-009': inSession(async (one) => {
    const other = one.own()
    const before = await portraitOf(other)
    await change(one, 2031)
    await one.call('createSnapshot')
    expectOther(await portraitOf(one), before)
    const held = async (s: Session) => [(await s.journal()).length, (await s.snapshots()).length]
    expect(await held(one), 'requests and snapshots of a session').toEqual([1, 1])
    expect(await held(other), 'requests and snapshots of the other session').toEqual([0, 0])
    await other.expect(404, 'getSnapshot', { snapshot: '1' })
    await one.own(`${one.name}.1`).expect(404, 'restoreSnapshot', { snapshot: '1' })
    expect(await portraitOf(other), 'the other session').toEqual(before)
    const { status, body } = await other.order(await one.anOrder())
    expect(status, 'status of a request in the other session').toBe(200)
    expect(body.trackingNumber, 'an order in the other session').not.toBe('check 2031')
    expect([await one.health(), await other.health()], 'health of secrets in both sessions').toEqual([503, 200])
  }).brokenBy(
    mixesSessions('listRecords'),
    mixesSessions('getConditions'),
    mixesSessions('setClock', 'getClock'),
    mixesSessions('listFaults', 'createFault'),
    mixesSessions('listSnapshots'),
    mixesSessions('getJournal'),
  ),
  'CTL-011': inSession(async (s) => {
    await expectRenewed(s, async () => {
      const before = await s.snapshots()
      await s.expect(204, 'resetSession')
      expect(await s.snapshots(), 'snapshots after a reset').toEqual(before)
    })
    expect((await s.order(await s.anOrder())).status, 'status of a request after a reset').toBe(200)
    expect(await s.health(), 'health of secrets after a reset').toBe(200)
    await s.expect(204, 'restoreSnapshot', { snapshot: '1' })
  }).brokenBy(...changesParts('resetSession'), keepsJournal, andThen('resetSession', 'DELETE /snapshots/1')),
  'CTL-012': inSession(async (s) => {
    await expectRenewed(s, async () => {
      await s.expect(204, 'deleteSession')
      await s.expect(404, 'getSession')
      const { body } = await s.t.attempt('listSessions')
      expect(namesOf(body.sessions), 'sessions listed').not.toContain(s.name)
      expect(await s.snapshots(), 'snapshots of the new session of its name').toEqual([])
      await s.expect(404, 'restoreSnapshot', { snapshot: '1' })
    })
  }).brokenBy(
    instead('deleteSession', 'POST /reset'),
    ...changesParts('listSnapshots'),
    keepsJournal,
    ...eachWrong('listSnapshots', { snapshots: [{ id: '1', now: '2031-06-01T00:00:00Z', interfaces: [] }] }),
  ),
}
