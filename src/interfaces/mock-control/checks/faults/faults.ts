import { expect } from '../../../../check/expect.ts'
import {
  answersStatus,
  answersWith,
  changesBody,
  on,
  remembersFirstAnswer,
  turnsStatus,
} from '../../../../check/sabotage.ts'
import { andThen } from '../breaking.ts'
import { anOrder, healthOf, ordersOf } from '../callers.ts'
import { deleteAfterwards, expectStatus, inSessions, ownSession } from '../session.ts'
import { type Fault, faultsOf, inject } from './fault-calls.ts'
import { makes } from './wrong-faults.ts'

type List = { faults: Fault[] }

export const faults = inSessions({
  'CTL-040': {
    async run({ t, session }) {
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
      await expectStatus(orders.get(token), 200, 'status of another operation')
      const all = await inject(t, session, { kind: 'status', status: 500 })
      expect(all.id, 'id of a second fault').not.toBe(one.id)
      expect(all, 'a fault that names no operation').not.toHaveProperty('operation')
      await expectStatus(orders.get(token), 500, 'status under a fault that names no operation')
      await expectStatus(orders.call('GET /nothing'), 500, 'status of a request that leads to no operation')
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
      on('createFault', changesBody, (fault: Fault) => ({ ...fault, id: '1' })),
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
    async run({ t, session, control }) {
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
      await expectStatus(
        control('deleteFault', { path: { fault: fault.id } }),
        404,
        'status of deleting the fault that is gone',
      )

      await inject(t, session, { kind: 'status', status: 503, times: 2 })
      const atOnce = await Promise.all([1, 2, 3, 4].map(() => statuses(1)))
      expect(atOnce.flat().sort(), 'statuses of four requests at once').toEqual([200, 200, 503, 503])
    },
    sabotage: [
      makes(({ times: _, ...fault }) => fault),
      makes(({ times, ...fault }) => ({ ...fault, ...(times === undefined ? {} : { times: times + 1 }) })),
      makes(({ times, ...fault }) => ({ ...fault, ...(times === undefined ? {} : { times: Math.max(1, times - 1) }) })),
      on('listFaults', changesBody, ({ faults }: List) => ({
        faults: faults.map((fault) => ({ ...fault, ...(fault.times === undefined ? {} : { times: 3 }) })),
      })),
      on('listFaults', remembersFirstAnswer()),
      on('deleteFault', turnsStatus(404, 204)),
    ],
  },
  'CTL-046': {
    async run({ t }) {
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
      on('createFault', changesBody, (fault: Fault) => ({ ...fault, seed: fault.seed ^ 1 })),
      on('createFault', changesBody, ({ seed: _, ...fault }: Fault) => fault),
    ],
  },
})
