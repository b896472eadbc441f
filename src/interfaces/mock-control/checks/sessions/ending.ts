import { expect } from '../../../../check/expect.ts'
import { answersWith, changesBody, on, remembersFirstAnswer, type Sabotage } from '../../../../check/sabotage.ts'
import { andThen, meddlingWith, mixesSessions } from '../breaking.ts'
import { anOrder, healthOf, ordersOf } from '../callers.ts'
import { deleteAfterwards, expectStatus, inSessions, journalOf, ownSession } from '../session.ts'
import { change, expectNew, expectOther, expectSame, newKey, portraitOf } from '../session-state.ts'

/** One part of a session is not made anew by a call. */
const keepsParts = (operation: string): Sabotage[] => [
  andThen(operation, {
    method: 'PUT',
    path: `/interfaces/orders/records/api-keys/${newKey}`,
    body: { owner: 'still' },
  }),
  andThen(operation, { method: 'PATCH', path: '/interfaces/secrets/conditions', body: { sealed: true } }),
  andThen(operation, { method: 'PUT', path: '/clock', body: { now: '2031-06-01T00:00:00Z' } }),
  andThen(operation, { method: 'POST', path: '/faults', body: { interface: 'orders', kind: 'drop' } }),
]

const keepsJournal: Sabotage = on('getJournal', remembersFirstAnswer())

export const ending = inSessions({
  'CTL-009': {
    async run({ t }) {
      const [one, other] = [ownSession(t), ownSession(t)]
      const before = await portraitOf(t, other)
      const untouched = await portraitOf(t, one)
      await change(t, one, 2031)
      await t.attempt('createSnapshot', { path: { session: one } })
      expectOther(await portraitOf(t, one), untouched)
      const listed = async (session: string) => {
        const { body: snapshots } = await t.attempt('listSnapshots', { path: { session } })
        return { requests: (await journalOf(t, session)).length, snapshots: snapshots.snapshots.length }
      }
      expect(await listed(one), 'requests and snapshots of the one session').toEqual({ requests: 1, snapshots: 1 })
      expect(await listed(other), 'requests and snapshots of the other').toEqual({ requests: 0, snapshots: 0 })
      await expectStatus(
        t.attempt('getSnapshot', { path: { session: other, snapshot: '1' } }),
        404,
        'status of the snapshot in the other session',
      )
      const alike = `${one}.1`
      deleteAfterwards(t, alike)
      await expectStatus(
        t.attempt('restoreSnapshot', { path: { session: alike, snapshot: '1' } }),
        404,
        'status of restoring it in a session of a similar name',
      )
      expectSame(await portraitOf(t, other), before)

      const token = await anOrder(t)
      const orders = await ordersOf(t, other)
      const { status, body } = await orders.get(token)
      expect([status, body.trackingNumber ?? ''], 'an order in the other session').not.toContain('check 2031')
      expect(status, 'status of a request in the other session').toBe(200)
      expect(await healthOf(t, other), 'health of secrets in the other session').toBe(200)
      expect(await healthOf(t, one), 'health of secrets in the one session').toBe(503)
    },
    sabotage: [
      mixesSessions('listRecords'),
      mixesSessions('getConditions'),
      mixesSessions('setClock', 'getClock'),
      mixesSessions('listFaults', 'createFault'),
      mixesSessions('listSnapshots'),
      mixesSessions('getJournal'),
      mixesSessions('getSnapshot', 'createSnapshot'),
    ],
  },
  'CTL-011': {
    async run({ t, session, control }) {
      const asNew = await portraitOf(t, session)
      const orders = await change(t, session, 2031)
      expectOther(await portraitOf(t, session), asNew)
      await control('createSnapshot')
      const { body: before } = await control('listSnapshots')
      expect((await journalOf(t, session)).length, 'requests in the journal before').toBeGreaterThan(0)

      await expectStatus(control('resetSession'), 204, 'status of the reset')
      await expectNew(t, session, asNew)
      const { body: after } = await control('listSnapshots')
      expect(before.snapshots.length, 'snapshots before').toBe(1)
      expect(after, 'snapshots after').toEqual(before)
      await expectStatus(orders.get(await anOrder(t)), 200, 'status of a request after the reset')
      expect(await healthOf(t, session), 'health of secrets after the reset').toBe(200)
      await expectStatus(
        control('restoreSnapshot', { path: { snapshot: before.snapshots[0]?.id } }),
        204,
        'status of restoring the snapshot after the reset',
      )
    },
    sabotage: [
      on('resetSession', answersWith(204)),
      ...keepsParts('resetSession'),
      keepsJournal,
      andThen('resetSession', { method: 'DELETE', path: '/snapshots/1' }),
    ],
  },
  'CTL-012': {
    async run({ t, session, control }) {
      const asNew = await portraitOf(t, session)
      await change(t, session, 2031)
      for (let snapshots = 0; snapshots < 2; snapshots++) await control('createSnapshot')
      expect((await journalOf(t, session)).length, 'requests in the journal before').toBeGreaterThan(0)

      await expectStatus(control('deleteSession'), 204, 'status of the deletion')
      await expectStatus(control('getSession'), 404, 'status of the deleted session')
      const { body: list } = await t.attempt('listSessions')
      expect(
        list.sessions.map(({ name }) => name),
        'sessions listed',
      ).not.toContain(session)
      const { body: left } = await control('listSnapshots')
      expect(left.snapshots, 'snapshots of the new session of its name').toEqual([])
      for (const snapshot of ['1', '2']) {
        await expectStatus(
          control('restoreSnapshot', { path: { snapshot } }),
          404,
          `status of restoring snapshot ${snapshot} in the new session`,
        )
      }
      await expectNew(t, session, asNew)
    },
    sabotage: [
      on('deleteSession', answersWith(204)),
      on('deleteSession', async (request, forward) => {
        await forward(meddlingWith(request, { method: 'POST', path: '/reset' }))
        return { status: 204, headers: {}, body: undefined }
      }),
      listsTheDeleted(),
      ...keepsParts('listSnapshots'),
      keepsJournal,
      on('deleteSession', async (request, forward) => {
        const answer = await forward(request)
        await forward(meddlingWith(request, { method: 'POST', path: '/snapshots' }))
        return answer
      }),
      on('listSnapshots', changesBody, () => ({
        snapshots: [{ id: '1', now: '2031-06-01T00:00:00Z', interfaces: [] }],
      })),
    ],
  },
})

/** Deleted sessions are still listed. */
function listsTheDeleted(): Sabotage {
  const deleted: string[] = []
  return async (request, forward) => {
    const answer = await forward(request)
    if (request.operation === 'deleteSession') deleted.push(request.path.split('/').at(-1) ?? '')
    if (request.operation !== 'listSessions') return answer
    const { sessions } = answer.body as { sessions: object[] }
    return { ...answer, body: { sessions: [...sessions, ...deleted.map((name) => ({ ...sessions[0], name }))] } }
  }
}
