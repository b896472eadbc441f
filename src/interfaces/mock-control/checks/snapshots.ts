import { expect } from 'vitest'
import type { components, operations } from '../../../../generated/mock-control/types.ts'
import type { Check } from '../../check.ts'
import {
  answersStatus,
  answersWith,
  changesBody,
  on,
  remembersFirstAnswer,
  type Sabotage,
  turnsStatus,
} from '../../sabotage.ts'
import { andThen } from './breaking.ts'
import { anOrder, healthOf, ordersOf } from './callers.ts'
import { type Context, changes, ownSession, timeOf } from './session.ts'
import { change, expectOther, expectSame, newKey, portraitOf } from './world.ts'

type Snapshot = components['schemas']['Snapshot']
type List = components['schemas']['SnapshotList']

async function take(t: Context, session: string): Promise<Snapshot> {
  const { status, body } = await t.attempt('createSnapshot', { path: { session } })
  expect(status, 'status of a snapshot that is taken').toBe(201)
  return body
}

async function listed(t: Context, session: string): Promise<Snapshot[]> {
  return (await t.attempt('listSnapshots', { path: { session } })).body.snapshots
}

/** A restored session lacks a part of what it had. */
const losesParts: Sabotage[] = [
  andThen('restoreSnapshot', { method: 'DELETE', path: `/interfaces/orders/records/api-keys/${newKey}` }),
  andThen('restoreSnapshot', { method: 'PATCH', path: '/interfaces/secrets/conditions', body: { sealed: false } }),
  andThen('restoreSnapshot', { method: 'PUT', path: '/clock', body: { now: '2033-06-01T00:00:00Z' } }),
  andThen('restoreSnapshot', { method: 'DELETE', path: '/faults' }),
]

export const snapshots: Record<string, Check<operations>> = {
  'CTL-018': {
    needs: changes,
    async run(t) {
      const session = ownSession(t)
      const orders = await change(t, session, 2031)
      const before = await portraitOf(t, session)
      const time = await timeOf(t, session)
      const snapshot = await take(t, session)
      expect(snapshot.id, 'its id').toMatch(/./)
      expect(Date.parse(snapshot.now) - time, 'milliseconds from the session’s time before').toBeGreaterThanOrEqual(0)
      expect(Date.parse(snapshot.now), 'the time of the snapshot').toBeLessThanOrEqual(await timeOf(t, session))
      expect([...snapshot.interfaces].sort(), 'interfaces that had records').toEqual([
        'kv-cluster',
        'orders',
        'secrets',
      ])
      const { body } = await t.attempt('getSnapshot', { path: { session, snapshot: snapshot.id } })
      expect(body, 'the snapshot, read by its id').toEqual(snapshot)
      expectSame(await portraitOf(t, session), before)

      await t.attempt('resetSession', { path: { session } })
      expectOther(await portraitOf(t, session), before)
      const restored = await t.attempt('restoreSnapshot', { path: { session, snapshot: snapshot.id } })
      expect(restored.status, 'status of restoring it').toBe(204)
      expectSame(await portraitOf(t, session), before)
      const token = await anOrder(t)
      const answers = [await orders.get(token), await orders.get(token), await orders.get(token)]
      expect(
        answers.map(({ status }) => status),
        'statuses under the fault that strikes twice',
      ).toEqual([503, 503, 200])
      expect(answers[2]?.body.trackingNumber, 'what was updated before the snapshot').toBe('check 2031')
      expect(await healthOf(t, session), 'health under the conditions of the snapshot').toBe(503)
    },
    sabotage: [
      on('createSnapshot', answersStatus(200)),
      on(
        'createSnapshot',
        changesBody((snapshot: Snapshot) => ({ ...snapshot, id: '' })),
      ),
      on(
        'createSnapshot',
        changesBody((snapshot: Snapshot) => ({ ...snapshot, now: new Date().toISOString() })),
      ),
      on(
        'createSnapshot',
        changesBody((snapshot: Snapshot) => ({ ...snapshot, interfaces: [] })),
      ),
      on('createSnapshot', answersWith(201, { id: '1', now: '2031-06-01T00:00:00Z', interfaces: [] })),
      ...losesParts,
    ],
  },
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
      on(
        'listSnapshots',
        changesBody(({ snapshots }: List) => ({ snapshots: snapshots.reverse() })),
      ),
      on(
        'listSnapshots',
        changesBody(({ snapshots }: List) => ({ snapshots: snapshots.sort((one, two) => (one.id < two.id ? -1 : 1)) })),
      ),
      on(
        'listSnapshots',
        changesBody(({ snapshots }: List) => ({ snapshots: snapshots.map((one) => ({ ...one, id: '1' })) })),
      ),
      on(
        'listSnapshots',
        changesBody(({ snapshots }: List) => ({
          snapshots: snapshots.map((one) => ({ ...one, now: new Date().toISOString() })),
        })),
      ),
      on(
        'listSnapshots',
        changesBody(({ snapshots }: List) => ({ snapshots: snapshots.map((one) => ({ ...one, interfaces: [] })) })),
      ),
      on(
        'createSnapshot',
        changesBody((snapshot: Snapshot) => ({ ...snapshot, interfaces: [] })),
      ),
      on(
        'getSnapshot',
        changesBody((snapshot: Snapshot) => ({ ...snapshot, id: '1' })),
      ),
      on('getSnapshot', turnsStatus(404, 200)),
    ],
  },
  'CTL-020': {
    needs: changes,
    async run(t) {
      const session = ownSession(t)
      const path = { session }
      const asNew = await portraitOf(t, session)
      const first = await take(t, session)
      await change(t, session, 2031)
      const changed = await portraitOf(t, session)
      const second = await take(t, session)
      await change(t, session, 2032)
      await t.attempt('deleteFault', { path: { session, fault: '1' } })
      expectOther({ ...(await portraitOf(t, session)), cluster: 0, members: 0 }, changed)
      for (const [snapshot, portrait] of [
        [second, changed],
        [first, asNew],
        [second, changed],
      ] as const) {
        const { status } = await t.attempt('restoreSnapshot', { path: { session, snapshot: snapshot.id } })
        expect(status, `status of restoring snapshot ${snapshot.id}`).toBe(204)
        expectSame(await portraitOf(t, session), portrait)
      }
      const { status } = await t.attempt('createFault', { path, body: { interface: 'orders', kind: 'drop', times: 1 } })
      expect(status, 'status of one more fault after restoring').toBe(201)
      expect(await listed(t, session), 'the snapshots after all').toEqual([first, second])

      const unused = ownSession(t)
      const empty = await take(t, unused)
      await change(t, unused, 2031)
      await t.attempt('restoreSnapshot', { path: { session: unused, snapshot: empty.id } })
      expectSame(await portraitOf(t, unused), asNew)
    },
    sabotage: [
      on('restoreSnapshot', answersWith(204)),
      on('restoreSnapshot', answersStatus(200)),
      ...losesParts,
      andThen('restoreSnapshot', { method: 'DELETE', path: '/snapshots/2' }),
      on('listRecords', remembersFirstAnswer()),
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
    },
    sabotage: [
      on('deleteSnapshot', answersWith(204)),
      on('restoreSnapshot', turnsStatus(404, 204)),
      on('deleteSnapshot', turnsStatus(404, 204)),
      on('getSnapshot', turnsStatus(404, 200)),
      andThen('deleteSnapshot', { method: 'DELETE', path: '/snapshots/2' }),
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
