import { expect } from 'vitest'
import type { operations } from '../../../../generated/mock-control/types.ts'
import type { Check } from '../../check.ts'
import { answersStatus, answersWith, changesBody, on, remembersFirstAnswer, turnsStatus } from '../../sabotage.ts'
import { andThen, doesRefused, meddlingWith } from './breaking.ts'
import { anOrder, healthOf, ordersOf } from './callers.ts'
import { type Fault, faultsOf, inject } from './fault-calls.ts'
import { changes, deleteAfterwards, detailOf, ownSession } from './session.ts'
import { makes } from './wrong-faults.ts'

type List = { faults: Fault[] }

const drop = { interface: 'orders', kind: 'drop', times: 1 }

export const faults: Record<string, Check<operations>> = {
  'CTL-040': {
    needs: changes,
    async run(t) {
      const session = ownSession(t)
      const other = `${session}.x`
      deleteAfterwards(t, other)
      await t.attempt('getClock', { path: { session: other } })
      const token = await anOrder(t)
      const orders = await ordersOf(t, session)
      const one = await inject(t, session, { kind: 'status', status: 503, operation: 'listOrders' })
      expect(one, 'the fault that is in place').toMatchObject({
        id: expect.stringMatching(/./),
        interface: 'orders',
        operation: 'listOrders',
        kind: 'status',
        status: 503,
        struck: 0,
      })
      expect(await faultsOf(t, session), 'faults of the session').toEqual([one])
      expect(await orders.statuses(2), 'statuses of the operation that it names').toEqual([503, 503])
      expect((await orders.get(token)).status, 'status of another operation').toBe(200)
      const all = await inject(t, session, { kind: 'status', status: 500 })
      expect(all.id, 'id of a second fault').not.toBe(one.id)
      expect(all, 'a fault that names no operation').not.toHaveProperty('operation')
      expect((await orders.get(token)).status, 'status under a fault that names no operation').toBe(500)
      const nowhere = await orders.call({ method: 'GET', target: '/nothing' })
      expect(nowhere.status, 'status of a request that leads to no operation').toBe(500)
      expect(await healthOf(t, session), 'status of another interface').toBe(200)
      expect(await (await ordersOf(t, other)).statuses(1), 'status of another session').toEqual([200])
    },
    sabotage: [
      on('createFault', answersStatus(200)),
      on(
        'createFault',
        answersWith(201, {
          id: '9',
          interface: 'orders',
          kind: 'status',
          status: 503,
          operation: 'listOrders',
          probability: 1,
          seed: 1,
          struck: 0,
        }),
      ),
      on(
        'createFault',
        changesBody((fault: Fault) => ({ ...fault, id: '1' })),
      ),
      makes(({ operation: _, ...fault }) => fault),
      makes((fault) => ({ ...fault, operation: 'listOrders' })),
      makes((fault) => ({ ...fault, interface: 'secrets', operation: undefined })),
      on('createFault', async (request, forward) => {
        await forward({ ...request, path: request.path.replace('/faults', '.x/faults') })
        return forward(request)
      }),
      andThen('createFault', {
        method: 'POST',
        path: '/faults',
        body: { interface: 'secrets', kind: 'status', status: 500 },
      }),
    ],
  },
  'CTL-045': {
    needs: changes,
    async run(t) {
      const session = ownSession(t)
      const { statuses } = await ordersOf(t, session)
      const lasting = await inject(t, session, { kind: 'latency', milliseconds: 0 })
      const fault = await inject(t, session, { kind: 'status', status: 503, times: 3 })
      expect(fault.times, 'requests that it will strike').toBe(3)
      expect(await statuses(2), 'statuses of the first two requests').toEqual([503, 503])
      expect((await faultsOf(t, session))[1], 'the fault that can strike once more').toEqual({
        ...fault,
        times: 1,
        struck: 2,
      })
      expect(await statuses(3), 'statuses of the next three').toEqual([503, 200, 200])
      const left = await faultsOf(t, session)
      expect(left, 'faults left').toEqual([{ ...lasting, struck: 5 }])
      const gone = await t.attempt('deleteFault', { path: { session, fault: fault.id } })
      expect(gone.status, 'status of deleting the fault that is gone').toBe(404)

      await inject(t, session, { kind: 'status', status: 503, times: 2 })
      const atOnce = await Promise.all([1, 2, 3, 4].map(() => statuses(1)))
      expect(atOnce.flat().sort(), 'statuses of four requests at once').toEqual([200, 200, 503, 503])
    },
    sabotage: [
      makes(({ times: _, ...fault }) => fault),
      makes(({ times, ...fault }) => ({ ...fault, ...(times === undefined ? {} : { times: times + 1 }) })),
      makes(({ times, ...fault }) => ({ ...fault, ...(times === undefined ? {} : { times: Math.max(1, times - 1) }) })),
      on(
        'listFaults',
        changesBody(({ faults }: List) => ({
          faults: faults.map((fault) => ({ ...fault, ...(fault.times === undefined ? {} : { times: 3 }) })),
        })),
      ),
      on('listFaults', remembersFirstAnswer()),
      on('deleteFault', turnsStatus(404, 204)),
    ],
  },
  'CTL-046': {
    needs: changes,
    async run(t) {
      const struck = async (fault: { probability?: number; seed?: number }) => {
        const session = ownSession(t)
        const made = await inject(t, session, { kind: 'status', status: 503, ...fault })
        const found = await (await ordersOf(t, session)).statuses(40)
        const times = found.filter((status) => status === 503).length
        expect((await faultsOf(t, session))[0]?.struck, 'how often it has struck').toBe(times)
        return { times, which: found.join(), seed: made.seed, probability: made.probability }
      }
      const half = await struck({ probability: 0.5, seed: 7 })
      expect([half.probability, half.seed], 'probability and seed that were given').toEqual([0.5, 7])
      expect(half.times, 'requests of 40 that were struck with probability 0.5').toBeGreaterThan(8)
      expect(half.times, 'requests of 40 that were struck with probability 0.5').toBeLessThan(32)
      expect((await struck({ probability: 0.5, seed: 7 })).which, 'statuses with the same seed').toBe(half.which)
      expect((await struck({ probability: 0.5, seed: 8 })).which, 'statuses with another seed').not.toBe(half.which)
      const seldom = await struck({ probability: 0.05, seed: 4_294_967_295 })
      expect(seldom.times, 'requests of 40 that were struck with probability 0.05').toBeLessThan(12)
      const chosen = await struck({ probability: 0.5 })
      expect(Number.isInteger(chosen.seed), 'whether a seed is told that was not given').toBe(true)
      expect(
        (await struck({ probability: 0.5, seed: chosen.seed })).which,
        'statuses with the seed that was told',
      ).toBe(chosen.which)
      const another = await struck({ probability: 0.5 })
      expect(another.seed, 'the seed chosen next').not.toBe(chosen.seed)
      const sure = await struck({})
      expect(
        [sure.times, sure.probability],
        'requests of 40 struck without a probability, and what is told of it',
      ).toEqual([40, 1])
    },
    sabotage: [
      makes(({ seed: _, ...fault }) => fault),
      makes(({ probability: _, ...fault }) => fault),
      makes((fault) => ({ ...fault, probability: 0.01 })),
      makes((fault) => ({ ...fault, seed: 7 })),
      on(
        'createFault',
        changesBody((fault: Fault) => ({ ...fault, seed: fault.seed ^ 1 })),
      ),
      on(
        'createFault',
        changesBody(({ seed: _, ...fault }: Fault) => fault),
      ),
    ],
  },
  'CTL-048': {
    needs: changes,
    async run(t) {
      const session = ownSession(t)
      const path = { session }
      const other = ownSession(t)
      const elsewhere = await inject(t, other, { kind: 'drop' })
      const { statuses } = await ordersOf(t, session)
      const made: Fault[] = []
      while (made.length < 100)
        made.push(await inject(t, session, { kind: 'latency', milliseconds: 0, operation: 'listOrders' }))
      expect(new Set(made.map(({ id }) => id)).size, 'different ids').toBe(100)
      expect((await t.attempt('createFault', { path, body: drop })).status, 'status of the 101st').toBe(409)
      await statuses(2)
      expect(await faultsOf(t, session), 'the list').toEqual(made.map((fault) => ({ ...fault, struck: 2 })))

      const [first, ...rest] = made
      const at = { path: { session, fault: first?.id } }
      expect((await t.attempt('deleteFault', at)).status, 'status of removing one').toBe(204)
      expect((await t.attempt('deleteFault', at)).status, 'status of removing it again').toBe(404)
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
      expect((await t.attempt('deleteFaults', { path })).status, 'status of removing all').toBe(204)
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
      on(
        'listFaults',
        changesBody(({ faults }: List) => ({ faults: faults.map((fault) => ({ ...fault, struck: 0 })) })),
      ),
      on(
        'listFaults',
        changesBody(({ faults }: List) => ({ faults: faults.toReversed() })),
      ),
      on(
        'listFaults',
        changesBody(({ faults }: List) => ({ faults: faults.slice(0, 50) })),
      ),
      on('deleteFault', answersWith(204)),
      on('deleteFault', turnsStatus(404, 204)),
      on('deleteFault', (request, forward) => forward(meddlingWith(request, { method: 'DELETE', path: '/faults' }))),
      on('deleteFaults', answersWith(204)),
      andThen('deleteFaults', { method: 'POST', path: '/faults', body: { interface: 'orders', kind: 'drop' } }),
    ],
  },
  'CTL-049': {
    needs: changes,
    async run(t) {
      const session = ownSession(t)
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
        const reply = await t.attempt('createFault', { path: { session }, body })
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
}
