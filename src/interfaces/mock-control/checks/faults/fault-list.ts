import { expect } from '../../../../check/expect.ts'
import { answersWith, changesBody, on, seesPath, turnsStatus } from '../../../../check/sabotage.ts'
import { andThen, doesRefused, meddlingWith } from '../breaking.ts'
import { ordersOf } from '../callers.ts'
import { detailOf, expectStatus, inSessions, ownSession } from '../session.ts'
import { type Fault, faultsOf, inject } from './fault-calls.ts'
import { makes } from './wrong-faults.ts'

type List = { faults: Fault[] }

const drop = { interface: 'orders', kind: 'drop', times: 1 }

export const faultList = inSessions({
  'CTL-048': {
    async run({ t, session, control }) {
      const other = ownSession(t)
      const elsewhere = await inject(t, other, { kind: 'drop' })
      const { statuses } = await ordersOf(t, session)
      const made: Fault[] = []
      while (made.length < 100)
        made.push(await inject(t, session, { kind: 'latency', milliseconds: 0, operation: 'listOrders' }))
      expect(new Set(made.map(({ id }) => id)).size, 'different ids').toBe(100)
      await expectStatus(control('createFault', { body: drop }), 409, 'status of the 101st')
      await statuses(2)
      expect(await faultsOf(t, session), 'the list').toEqual(made.map((fault) => ({ ...fault, struck: 2 })))

      const [first, ...rest] = made
      const at = { path: { session, fault: first?.id } }
      await expectStatus(t.attempt('deleteFault', at), 204, 'status of removing one')
      await expectStatus(t.attempt('deleteFault', at), 404, 'status of removing it again')
      expect(
        (await faultsOf(t, session)).map(({ id }) => id),
        'ids of those left',
      ).toEqual(rest.map(({ id }) => id))
      const next = await inject(t, session, { kind: 'status', status: 503 })
      expect(
        made.map(({ id }) => id),
        'ids that have been taken',
      ).not.toContain(next.id)
      expect(await statuses(1), 'status under the next fault').toEqual([503])
      await control('deleteFault', { path: { fault: next.id } })
      const last = await inject(t, session, { kind: 'status', status: 503 })
      await expectStatus(
        control('deleteFault', { path: { fault: next.id } }),
        404,
        `status of removing what was removed, after another was made: ${last.id}`,
      )
      await expectStatus(control('deleteFaults'), 204, 'status of removing all')
      expect(await faultsOf(t, session), 'faults left').toEqual([])
      expect(await statuses(1), 'status without faults').toEqual([200])
      expect(await faultsOf(t, other), 'faults of another session').toEqual([elsewhere])
    },
    sabotage: [
      on('createFault', turnsStatus(409, 201)),
      on('createFault', async (request, forward) => {
        const answer = await forward(request)
        return (answer.body as Partial<Fault>).id === '100' ? { ...answer, status: 409 } : answer
      }),
      on('listFaults', changesBody, ({ faults }: List) => ({
        faults: faults.map((fault) => ({ ...fault, struck: 0 })),
      })),
      on('listFaults', changesBody, ({ faults }: List) => ({ faults: faults.toReversed() })),
      on('listFaults', changesBody, ({ faults }: List) => ({ faults: faults.slice(0, 50) })),
      on('deleteFault', answersWith(204)),
      on('deleteFault', turnsStatus(404, 204)),
      on('deleteFault', seesPath, (path) => path.replace(/101$/, '102')),
      on('deleteFault', (request, forward) => forward(meddlingWith(request, { method: 'DELETE', path: '/faults' }))),
      on('deleteFaults', answersWith(204)),
      andThen('deleteFaults', { method: 'POST', path: '/faults', body: { interface: 'orders', kind: 'drop' } }),
    ],
  },
  'CTL-049': {
    async run({ t, session, control }) {
      const wrong: [string, object, string][] = [
        ['an unknown interface', { ...drop, interface: 'order' }, 'orders'],
        ['an interface that only objects have', { ...drop, interface: '__proto__' }, 'orders'],
        ['an unknown operation', { ...drop, operation: 'listOrder' }, 'listOrders'],
        ['an operation of another interface', { ...drop, operation: 'readHealth' }, 'getOrder'],
        ['a latency without milliseconds', { interface: 'orders', kind: 'latency' }, 'milliseconds'],
        ['a latency with a status', { interface: 'orders', kind: 'latency', status: 503 }, 'milliseconds'],
        ['a status without one', { interface: 'orders', kind: 'status' }, 'status'],
        ['a status with milliseconds', { interface: 'orders', kind: 'status', milliseconds: 1 }, 'status'],
        ['no interface', { kind: 'drop' }, 'interface'],
        ['no kind', { interface: 'orders' }, 'kind'],
        ['a status that is no error', { interface: 'orders', kind: 'status', status: 200 }, 'status'],
        ['times of zero', { ...drop, times: 0 }, 'times'],
        ['a probability of zero', { ...drop, probability: 0 }, 'probability'],
        ['a member that no fault has', { ...drop, delay: 1 }, 'delay'],
      ]
      for (const [what, body, named] of wrong) {
        const reply = await control('createFault', { body })
        expect(reply.status, `status of a fault with ${what}`).toBe(400)
        expect(detailOf(reply), `what is wrong with ${what}`).toContain(named)
        expect(await faultsOf(t, session), 'faults in place').toEqual([])
      }
      expect(
        (await inject(t, session, { kind: 'latency', milliseconds: 0 })).milliseconds,
        'the shortest latency',
      ).toBe(0)
    },
    sabotage: [
      on('createFault', turnsStatus(400, 201)),
      on('createFault', turnsStatus(400, 404)),
      doesRefused('createFault', { method: 'POST', path: '/faults', body: drop }),
      makes(({ operation: _, ...fault }) => fault),
      makes((fault) => ({ ...fault, interface: 'orders' })),
      makes((fault) => (fault.kind === 'latency' ? { milliseconds: 0, ...fault } : fault)),
      makes((fault) => (fault.kind === 'status' ? { status: 500, ...fault } : fault)),
    ],
  },
})
