import type { operations } from '../../../../../generated/mock-control/types.ts'
import type { Check } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { answersWith, changesBody, on, seesPath, turnsStatus } from '../../../../check/sabotage.ts'
import { andThen } from '../breaking.ts'
import { ordersOf } from '../callers.ts'
import { changes, ownSession, timeOf } from '../session.ts'
import { type List, listed, type Snapshot, take } from './snapshot-calls.ts'

export const snapshots: Record<string, Check<operations>> = {
  'CTL-019': {
    needs: changes,
    async run(t) {
      const session = ownSession(t)
      expect(await listed(t, session), 'snapshots of a new session').toEqual([])
      const taken = [await take(t, session)]
      await t.attempt('setClock', { path: { session }, body: { now: '2031-01-01T00:00:00Z' } })
      await (await ordersOf(t, session)).statuses(1)
      while (taken.length < 11) taken.push(await take(t, session))
      expect(new Set(taken.map(({ id }) => id)).size, 'different ids').toBe(11)
      expect(await listed(t, session), 'the list').toEqual(taken)
      expect(
        taken.slice(0, 2).map(({ interfaces }) => interfaces),
        'interfaces that had records, before a request and after it',
      ).toEqual([[], ['orders']])
      expect(
        taken.slice(0, 2).map(({ now }) => now.startsWith('2031-01-01T00:0')),
        'whether the time is that after the clock was set',
      ).toEqual([false, true])
      for (const snapshot of taken) {
        const { body } = await t.attempt('getSnapshot', { path: { session, snapshot: snapshot.id } })
        expect(body, `snapshot ${snapshot.id}`).toEqual(snapshot)
      }
      const other = await t.attempt('getSnapshot', { path: { session, snapshot: '12' } })
      expect(other.status, 'status of a snapshot that was not taken').toBe(404)
    },
    sabotage: [
      on('listSnapshots', changesBody, ({ snapshots }: List) => ({ snapshots: snapshots.reverse() })),
      on('listSnapshots', changesBody, ({ snapshots }: List) => ({
        snapshots: snapshots.sort((one, two) => (one.id < two.id ? -1 : 1)),
      })),
      on('listSnapshots', changesBody, ({ snapshots }: List) => ({
        snapshots: snapshots.map((one) => ({ ...one, id: '1' })),
      })),
      on('listSnapshots', changesBody, ({ snapshots }: List) => ({
        snapshots: snapshots.map((one) => ({ ...one, now: new Date().toISOString() })),
      })),
      on('listSnapshots', changesBody, ({ snapshots }: List) => ({
        snapshots: snapshots.map((one) => ({ ...one, interfaces: [] })),
      })),
      on('createSnapshot', changesBody, (snapshot: Snapshot) => ({ ...snapshot, interfaces: [] })),
      on('getSnapshot', changesBody, (snapshot: Snapshot) => ({ ...snapshot, id: '1' })),
      on('getSnapshot', turnsStatus(404, 200)),
    ],
  },
  'CTL-021': {
    needs: changes,
    async run(t) {
      const session = ownSession(t)
      const [first, second] = [await take(t, session), await take(t, session)]
      const at = { path: { session, snapshot: first.id } }
      await t.attempt('setClock', { path: { session }, body: { now: '2031-01-01T00:00:00Z' } })
      expect((await t.attempt('deleteSnapshot', at)).status, 'status of the deletion').toBe(204)
      for (const operation of ['restoreSnapshot', 'getSnapshot', 'deleteSnapshot'] as const)
        expect((await t.attempt(operation, at)).status, `status of ${operation} for the deleted snapshot`).toBe(404)
      expect(new Date(await timeOf(t, session)).getUTCFullYear(), 'year of the session afterwards').toBe(2031)
      expect(await listed(t, session), 'snapshots left').toEqual([second])
      const other = await t.attempt('restoreSnapshot', { path: { session, snapshot: second.id } })
      expect(other.status, 'status of restoring another').toBe(204)
      await t.attempt('deleteSnapshot', { path: { session, snapshot: second.id } })
      const third = await take(t, session)
      const gone = await t.attempt('restoreSnapshot', { path: { session, snapshot: second.id } })
      expect(gone.status, `status of restoring what was deleted, after another was taken: ${third.id}`).toBe(404)
    },
    sabotage: [
      on('deleteSnapshot', answersWith(204)),
      on('restoreSnapshot', turnsStatus(404, 204)),
      on('deleteSnapshot', turnsStatus(404, 204)),
      on('getSnapshot', turnsStatus(404, 200)),
      andThen('deleteSnapshot', { method: 'DELETE', path: '/snapshots/2' }),
      on('restoreSnapshot', seesPath, (path) => path.replace('/snapshots/2/', '/snapshots/3/')),
      andThen('deleteSnapshot', { method: 'POST', path: '/reset' }),
    ],
  },
  'CTL-022': {
    needs: changes,
    async run(t) {
      const session = ownSession(t)
      for (let taken = 0; taken < 100; taken++) await take(t, session)
      const path = { session }
      expect((await t.attempt('createSnapshot', { path })).status, 'status of the 101st').toBe(409)
      const all = await listed(t, session)
      expect(all.length, 'snapshots there are').toBe(100)
      await take(t, ownSession(t))
      await t.attempt('deleteSnapshot', { path: { session, snapshot: all[0]?.id } })
      await take(t, session)
    },
    sabotage: [
      on('createSnapshot', turnsStatus(409, 201)),
      on('createSnapshot', turnsStatus(409, 400)),
      on('createSnapshot', async (request, forward) => {
        const answer = await forward(request)
        return (answer.body as Partial<Snapshot>).id === '100' ? { ...answer, status: 409 } : answer
      }),
      on('createSnapshot', async (request, forward) => {
        const answer = await forward(request)
        return (answer.body as Partial<Snapshot>).id === '101' ? { ...answer, status: 409 } : answer
      }),
    ],
  },
}
