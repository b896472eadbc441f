import { expect } from 'vitest'
import { it, namesOf, type Session } from './session.fixture.ts'
import { change, expectOther, portraitOf } from './session-state.fixture.ts'

/** Expects a call to renew a session that has every part changed, a request in its journal, and snapshot 1. */
async function expectRenewed(s: Session, renew: () => Promise<unknown>): Promise<void> {
  const asNew = await portraitOf(s)
  await change(s, 2031)
  expectOther(await portraitOf(s), asNew)
  await s.call('createSnapshot')
  expect((await s.journal()).length).toBe(1)
  await renew()
  expect(await s.journal()).toEqual([])
  expect(await portraitOf(s)).toEqual(asNew)
}

it('CTL-009: records, conditions, time, faults, snapshots and journal of one session are not visible', async ({
  s: one,
}) => {
  const other = one.own()
  const before = await portraitOf(other)
  await change(one, 2031)
  await one.call('createSnapshot')
  expectOther(await portraitOf(one), before)
  const held = async (s: Session) => [(await s.journal()).length, (await s.snapshots()).length]
  expect(await held(one)).toEqual([1, 1])
  expect(await held(other)).toEqual([0, 0])
  await other.expect(404, 'getSnapshot', { snapshot: '1' })
  await one.own(`${one.name}.1`).expect(404, 'restoreSnapshot', { snapshot: '1' })
  expect(await portraitOf(other)).toEqual(before)
  const { status, body } = await other.order(await one.anOrder())
  expect(status).toBe(200)
  expect(body.trackingNumber).not.toBe('check 2031')
  expect([await one.health(), await other.health()]).toEqual([503, 200])
})

it('CTL-011: a reset gives a session its seeded records', async ({ s }) => {
  await expectRenewed(s, async () => {
    const before = await s.snapshots()
    await s.expect(204, 'resetSession')
    expect(await s.snapshots()).toEqual(before)
  })
  expect((await s.order(await s.anOrder())).status).toBe(200)
  expect(await s.health()).toBe(200)
  await s.expect(204, 'restoreSnapshot', { snapshot: '1' })
})

it('CTL-012: a session is deleted together with its snapshots', async ({ s }) => {
  await expectRenewed(s, async () => {
    await s.expect(204, 'deleteSession')
    await s.expect(404, 'getSession')
    const { body } = await s.call('listSessions')
    expect(namesOf(body.sessions)).not.toContain(s.name)
    expect(await s.snapshots()).toEqual([])
    await s.expect(404, 'restoreSnapshot', { snapshot: '1' })
  })
})
