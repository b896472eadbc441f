import { expect } from '../../../../check/expect.ts'
import {
  answersStatus,
  answersWith,
  changesBody,
  on,
  remembersFirstAnswer,
  type Sabotage,
} from '../../../../check/sabotage.ts'
import { andThen } from '../breaking.ts'
import { anOrder, healthOf } from '../callers.ts'
import { expectStatus, inSessions, ownSession, timeOf } from '../session.ts'
import { change, expectOther, expectSame, newKey, portraitOf } from '../session-state.ts'
import { listed, type Snapshot, take } from './snapshot-calls.ts'

/** A restored session lacks a part of what it had. */
const losesParts: Sabotage[] = [
  andThen('restoreSnapshot', { method: 'DELETE', path: `/interfaces/orders/records/api-keys/${newKey}` }),
  andThen('restoreSnapshot', { method: 'PATCH', path: '/interfaces/secrets/conditions', body: { sealed: false } }),
  andThen('restoreSnapshot', { method: 'PUT', path: '/clock', body: { now: '2033-06-01T00:00:00Z' } }),
  andThen('restoreSnapshot', { method: 'DELETE', path: '/faults' }),
]

export const restoring = inSessions({
  'CTL-018': {
    async run({ t, session, control }) {
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
      const { body } = await control('getSnapshot', { path: { snapshot: snapshot.id } })
      expect(body, 'the snapshot, read by its id').toEqual(snapshot)
      expectSame(await portraitOf(t, session), before)

      await control('resetSession')
      expectOther(await portraitOf(t, session), before)
      await expectStatus(control('restoreSnapshot', { path: { snapshot: snapshot.id } }), 204, 'status of restoring it')
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
      on('createSnapshot', changesBody, (snapshot: Snapshot) => ({ ...snapshot, id: '' })),
      on('createSnapshot', changesBody, (snapshot: Snapshot) => ({ ...snapshot, now: new Date().toISOString() })),
      on('createSnapshot', changesBody, (snapshot: Snapshot) => ({ ...snapshot, interfaces: [] })),
      on('createSnapshot', answersWith(201, { id: '1', now: '2031-06-01T00:00:00Z', interfaces: [] })),
      ...losesParts,
    ],
  },
  'CTL-020': {
    async run({ t, session, control }) {
      const asNew = await portraitOf(t, session)
      const first = await take(t, session)
      await change(t, session, 2031)
      const changed = await portraitOf(t, session)
      const second = await take(t, session)
      await change(t, session, 2032)
      await control('deleteFault', { path: { fault: '1' } })
      expectOther({ ...(await portraitOf(t, session)), cluster: 0, members: 0 }, changed)
      for (const [snapshot, portrait] of [
        [second, changed],
        [first, asNew],
        [second, changed],
      ] as const) {
        await expectStatus(
          control('restoreSnapshot', { path: { snapshot: snapshot.id } }),
          204,
          `status of restoring snapshot ${snapshot.id}`,
        )
        expectSame(await portraitOf(t, session), portrait)
      }
      await expectStatus(
        control('createFault', { body: { interface: 'orders', kind: 'drop', times: 1 } }),
        201,
        'status of one more fault after restoring',
      )
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
})
