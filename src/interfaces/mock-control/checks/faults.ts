import { expect } from '../../../check/expect.ts'
import { answersStatus, on, remembersFirstAnswer, seesPath, turnsStatus } from '../../../check/sabotage.ts'
import { expectHeld, expectOver, hold, howItEnded } from './pending.ts'
import { andThen, doesRefused, eachWrong, instead, listIs, makes, refusesToMake } from './sabotages.ts'
import { type Checks, idsOf, inSession, type Schemas } from './session.ts'

type Fault = Schemas['Fault']

const drop = { interface: 'orders', kind: 'drop', times: 1 }
const status = (code: number) => ({ kind: 'status', status: code }) as const

export const faults: Checks = {
  'CTL-040': inSession(async (s) => {
    const token = await s.anOrder()
    const one = await s.inject({ ...status(503), operation: 'listOrders' })
    const told = {
      ...status(503),
      id: expect.stringMatching(/./),
      interface: 'orders',
      operation: 'listOrders',
      struck: 0,
    }
    expect(one, 'the fault that is in place').toMatchObject(told)
    expect(await s.faults(), 'faults of the session').toEqual([one])
    expect(await s.statuses(2), 'statuses of the operation that it names').toEqual([503, 503])
    expect((await s.order(token)).status, 'status of another operation').toBe(200)
    const all = await s.inject(status(500))
    expect(all.id, 'id of a second fault').not.toBe(one.id)
    expect(all, 'a fault that names no operation').not.toHaveProperty('operation')
    expect((await s.order(token)).status, 'status under a fault that names no operation').toBe(500)
    expect((await s.ask('orders', 'GET /nothing')).status, 'status where no operation is').toBe(500)
    expect(await s.health(), 'status of another interface').toBe(200)
  }).brokenBy(
    on('createFault', answersStatus(200)),
    ...eachWrong('createFault', { id: '1', operation: 'getOrder' }),
    makes(({ operation: _, ...fault }) => fault),
    makes((fault) => ({ ...fault, operation: 'listOrders' })),
    andThen('createFault', 'POST /faults', { interface: 'secrets', ...status(500) }),
  ),
  'CTL-045': inSession(async (s) => {
    const lasting = await s.inject({ kind: 'latency', milliseconds: 0 })
    const fault = await s.inject({ ...status(503), times: 3 })
    expect(fault.times, 'requests that it will strike').toBe(3)
    expect(await s.statuses(2), 'statuses of the first two requests').toEqual([503, 503])
    const [, second] = await s.faults()
    expect(second, 'the fault that can strike once more').toEqual({ ...fault, times: 1, struck: 2 })
    expect(await s.statuses(3), 'statuses of the next three').toEqual([503, 200, 200])
    expect(await s.faults(), 'faults left').toEqual([{ ...lasting, struck: 5 }])
    await s.expect(404, 'deleteFault', { fault: fault.id })

    await s.inject({ ...status(503), times: 2 })
    const atOnce = await Promise.all([1, 2, 3, 4].map(() => s.statuses(1)))
    expect(atOnce.flat().sort(), 'statuses of four requests at once').toEqual([200, 200, 503, 503])
  }).brokenBy(
    makes((fault) => ({ ...fault, times: fault.times && fault.times + 1 })),
    on('listFaults', remembersFirstAnswer()),
    on('deleteFault', turnsStatus(404, 204)),
  ),
  'CTL-046': inSession(async (own) => {
    const struck = async (chance: { probability?: number; seed?: number }) => {
      const s = own.own()
      const { seed, probability } = await s.inject({ ...status(503), ...chance })
      const found = await s.statuses(40)
      const times = found.filter((status) => status === 503).length
      expect((await s.faults())[0]?.struck, 'how often it has struck').toBe(times)
      return { times, which: found.join(), seed, probability }
    }
    const half = await struck({ probability: 0.5, seed: 7 })
    expect([half.probability, half.seed], 'probability and seed that were given').toEqual([0.5, 7])
    expect(half.times, 'requests of 40 that were struck with probability 0.5').toBeGreaterThan(8)
    expect(half.times, 'requests of 40 that were struck with probability 0.5').toBeLessThan(32)
    expect((await struck({ probability: 0.5, seed: 7 })).which, 'statuses with the same seed').toBe(half.which)
    expect((await struck({ probability: 0.5, seed: 8 })).which, 'statuses with another seed').not.toBe(half.which)
    const seldom = await struck({ probability: 0.05, seed: 4_294_967_295 })
    expect(seldom.times, 'requests of 40 that were struck with probability 0.05').toBeLessThan(12)
    const { seed, which } = await struck({ probability: 0.5 })
    expect(Number.isInteger(seed), 'whether a seed is told that was not given').toBe(true)
    expect((await struck({ probability: 0.5, seed })).which, 'statuses with the seed that was told').toBe(which)
    expect((await struck({ probability: 0.5 })).seed, 'the seed chosen next').not.toBe(seed)
    const sure = await struck({})
    expect([sure.times, sure.probability], 'requests struck without a probability, and what is told').toEqual([40, 1])
  }).brokenBy(
    makes(({ seed: _, ...fault }) => fault),
    makes(({ probability: _, ...fault }) => fault),
    makes((fault) => ({ ...fault, probability: 0.01 })),
    ...eachWrong('createFault', { seed: 7, probability: 0.5 }),
  ),
  'CTL-047': inSession(async (s) => {
    const one = await s.inject({ kind: 'latency', milliseconds: 3_600_000 })
    const two = await s.inject({ kind: 'latency', milliseconds: 1_800_000 })
    const first = await s.inject(status(500))
    const held = await hold(s, s.ask('orders', 'GET /orders'))
    for (const seconds of [3600, 1790]) {
      await s.advance({ seconds })
      await expectHeld(s, held)
    }
    await s.advance({ seconds: 10 })
    await expectOver(s, held)
    expect(await held.reply, 'its answer, injected besides').toMatchObject({ status: 500 })
    const struck = async () => (await s.faults()).map(({ struck }) => struck)
    expect(await struck(), 'how often each has struck').toEqual([1, 1, 1])
    for (const { id } of [one, two]) await s.expect(204, 'deleteFault', { fault: id })

    const second = await s.inject(status(503))
    const third = await s.inject({ kind: 'drop' })
    expect(await s.statuses(2), 'statuses under three faults of which the first decides').toEqual([500, 500])
    expect(idsOf(await s.faults()), 'faults in their order').toEqual(idsOf([first, second, third]))
    expect(await struck(), 'how often each has struck').toEqual([3, 0, 0])
    await s.call('deleteFault', { fault: first.id })
    expect(await s.statuses(1), 'status when the first is gone').toEqual([503])
    await s.call('deleteFault', { fault: second.id })
    const ended = () => howItEnded(s.ask('orders', 'GET /orders'))
    expect(await ended(), 'how a request ended when the second is gone').toBe('no answer')
    await s.inject({ kind: 'truncate' })
    expect(await ended(), 'how a request ended under a drop made before a truncation').toBe('no answer')
    await s.call('deleteFault', { fault: third.id })
    expect(await ended(), 'how a request ended under the truncation alone').toBe('cut short')
  }).brokenBy(
    // The second latency has no effect.
    makes((fault) => (fault.milliseconds === 1_800_000 ? { ...fault, milliseconds: 0 } : fault)),
    on('listOrders', turnsStatus(500, 503)),
    makes((fault) => (fault.kind === 'drop' ? { ...fault, kind: 'truncate' } : fault)),
  ),
  'CTL-048': inSession(async (s) => {
    const other = s.own()
    const elsewhere = await other.inject({ kind: 'drop' })
    const made: Fault[] = []
    while (made.length < 100) made.push(await s.inject({ kind: 'latency', milliseconds: 0, operation: 'listOrders' }))
    expect(new Set(idsOf(made)).size, 'different ids').toBe(100)
    await s.expect(409, 'createFault', {}, drop)
    await s.statuses(2)
    expect(await s.faults(), 'the list').toEqual(made.map((fault) => ({ ...fault, struck: 2 })))

    const [first, ...rest] = idsOf(made)
    for (const expected of [204, 404]) await s.expect(expected, 'deleteFault', { fault: first })
    expect(idsOf(await s.faults()), 'ids of those left').toEqual(rest)
    const next = await s.inject(status(503))
    expect(idsOf(made), 'ids that have been taken').not.toContain(next.id)
    expect(await s.statuses(1), 'status under the next fault').toEqual([503])
    await s.call('deleteFault', { fault: next.id })
    await s.inject(status(503))
    // The id of a removed fault is not used again.
    await s.expect(404, 'deleteFault', { fault: next.id })
    await s.expect(204, 'deleteFaults')
    expect(await s.faults(), 'faults left').toEqual([])
    expect(await s.statuses(1), 'status without faults').toEqual([200])
    expect(await other.faults(), 'faults of another session').toEqual([elsewhere])
  }).brokenBy(
    on('createFault', turnsStatus(409, 201)),
    refusesToMake('createFault', '100'),
    ...eachWrong('listFaults', { struck: 0 }, 'faults'),
    listIs('listFaults', 'faults', (faults) => faults.slice(0, 50)),
    on('deleteFault', turnsStatus(404, 204)),
    on('deleteFault', seesPath, (path) => path.replace(/101$/, '102')),
    instead('deleteFault', 'DELETE /faults'),
    andThen('deleteFaults', 'POST /faults', { interface: 'orders', kind: 'drop' }),
  ),
  'CTL-049': inSession(async (s) => {
    const latency = { interface: 'orders', kind: 'latency' }
    const injected = { interface: 'orders', kind: 'status' }
    const wrong: [object, string][] = [
      [{ ...drop, interface: 'order' }, 'orders'],
      [{ ...drop, interface: '__proto__' }, 'orders'],
      [{ ...drop, operation: 'listOrder' }, 'listOrders'],
      [{ ...drop, operation: 'readHealth' }, 'getOrder'],
      [latency, 'milliseconds'],
      [{ ...latency, status: 503 }, 'milliseconds'],
      [injected, 'status'],
      [{ ...injected, milliseconds: 1 }, 'status'],
      [{ kind: 'drop' }, 'interface'],
      [{ interface: 'orders' }, 'kind'],
      [{ ...injected, status: 200 }, 'status'],
      [{ ...drop, times: 0 }, 'times'],
      [{ ...drop, probability: 0 }, 'probability'],
      [{ ...drop, delay: 1 }, 'delay'],
    ]
    await s.refuses('createFault', {}, wrong, () => s.faults())
    const shortest = await s.inject({ kind: 'latency', milliseconds: 0 })
    expect(shortest.milliseconds, 'the shortest latency').toBe(0)
  }).brokenBy(
    doesRefused('createFault', 'POST /faults', drop),
    makes(({ operation: _, ...fault }) => fault),
    makes((fault) => ({ ...fault, interface: 'orders' })),
    makes((fault) => (fault.kind === 'latency' ? { milliseconds: 0, ...fault } : fault)),
    makes((fault) => (fault.kind === 'status' ? { status: 500, ...fault } : fault)),
  ),
}
