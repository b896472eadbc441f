import { expect } from '../../../../check/expect.ts'
import { answersWith, changesBody, on, seesPath, turnsStatus } from '../../../../check/sabotage.ts'
import { andThen } from '../breaking.ts'
import { ordersOf } from '../callers.ts'
import { expectStatus, inSessions, ownSession, timeOf } from '../session.ts'
import { type List, listed, type Snapshot, take } from './snapshot-calls.ts'

export const snapshots = inSessions({
  'CTL-019': {
    async run({ t, session, control }) {
      expect(await listed(t, session), 'snapshots of a new session').toEqual([])
      const taken = [await take(t, session)]
      await control('setClock', { body: { now: '2031-01-01T00:00:00Z' } })
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
        const { body } = await control('getSnapshot', { path: { snapshot: snapshot.id } })
        expect(body, `snapshot ${snapshot.id}`).toEqual(snapshot)
      }
      await expectStatus(
        control('getSnapshot', { path: { snapshot: '12' } }),
        404,
        'status of a snapshot that was not taken',
      )
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
    async run({ t, session, control }) {
      const [first, second] = [await take(t, session), await take(t, session)]
      const at = { path: { session, snapshot: first.id } }
      await control('setClock', { body: { now: '2031-01-01T00:00:00Z' } })
      await expectStatus(t.attempt('deleteSnapshot', at), 204, 'status of the deletion')
      for (const operation of ['restoreSnapshot', 'getSnapshot', 'deleteSnapshot'] as const)
        await expectStatus(t.attempt(operation, at), 404, `status of ${operation} for the deleted snapshot`)
      expect(new Date(await timeOf(t, session)).getUTCFullYear(), 'year of the session afterwards').toBe(2031)
      expect(await listed(t, session), 'snapshots left').toEqual([second])
      await expectStatus(
        control('restoreSnapshot', { path: { snapshot: second.id } }),
        204,
        'status of restoring another',
      )
      await control('deleteSnapshot', { path: { snapshot: second.id } })
      const third = await take(t, session)
      await expectStatus(
        control('restoreSnapshot', { path: { snapshot: second.id } }),
        404,
        `status of restoring what was deleted, after another was taken: ${third.id}`,
      )
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
    async run({ t, session, control }) {
      for (let taken = 0; taken < 100; taken++) await take(t, session)
      await expectStatus(control('createSnapshot'), 409, 'status of the 101st')
      const all = await listed(t, session)
      expect(all.length, 'snapshots there are').toBe(100)
      await take(t, ownSession(t))
      await control('deleteSnapshot', { path: { snapshot: all[0]?.id } })
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
})
