import { expect } from 'vitest'
import { expectHeld, expectOver, hold, howItEnded, idsOf, it, type Schemas } from './session.fixture.ts'

type Fault = Schemas['Fault']

const drop = { interface: 'orders', kind: 'drop', times: 1 }
const status = (code: number) => ({ kind: 'status', status: code }) as const

it('CTL-040: a fault is answered 201 with its id', async ({ s }) => {
  const token = await s.anOrder()
  const one = await s.inject({ ...status(503), operation: 'listOrders' })
  const told = {
    ...status(503),
    id: expect.stringMatching(/./),
    interface: 'orders',
    operation: 'listOrders',
    struck: 0,
  }
  expect(one).toMatchObject(told)
  expect(await s.faults()).toEqual([one])
  expect(await s.statuses(2)).toEqual([503, 503])
  expect((await s.order(token)).status).toBe(200)
  const all = await s.inject(status(500))
  expect(all.id).not.toBe(one.id)
  expect(all).not.toHaveProperty('operation')
  expect((await s.order(token)).status).toBe(500)
  expect((await s.ask('orders', 'GET /nothing')).status).toBe(500)
  expect(await s.health()).toBe(200)
})

it('CTL-045: a fault with times affects that many requests, and is then removed', async ({ s }) => {
  const lasting = await s.inject({ kind: 'latency', milliseconds: 0 })
  const fault = await s.inject({ ...status(503), times: 3 })
  expect(fault.times).toBe(3)
  expect(await s.statuses(2)).toEqual([503, 503])
  const [, second] = await s.faults()
  expect(second).toEqual({ ...fault, times: 1, struck: 2 })
  expect(await s.statuses(3)).toEqual([503, 200, 200])
  expect(await s.faults()).toEqual([{ ...lasting, struck: 5 }])
  await s.expect(404, 'deleteFault', { fault: fault.id })

  await s.inject({ ...status(503), times: 2 })
  const atOnce = await Promise.all([1, 2, 3, 4].map(() => s.statuses(1)))
  expect(atOnce.flat().sort()).toEqual([200, 200, 503, 503])
})

it('CTL-046: a fault with a probability below 1 affects some requests', async ({ s: own }) => {
  const struck = async (chance: { probability?: number; seed?: number }) => {
    const s = own.own()
    const { seed, probability } = await s.inject({ ...status(503), ...chance })
    const found = await s.statuses(40)
    const times = found.filter((status) => status === 503).length
    expect((await s.faults())[0]?.struck).toBe(times)
    return { times, which: found.join(), seed, probability }
  }
  const half = await struck({ probability: 0.5, seed: 7 })
  expect([half.probability, half.seed]).toEqual([0.5, 7])
  expect(half.times).toBeGreaterThan(8)
  expect(half.times).toBeLessThan(32)
  expect((await struck({ probability: 0.5, seed: 7 })).which).toBe(half.which)
  expect((await struck({ probability: 0.5, seed: 8 })).which).not.toBe(half.which)
  const seldom = await struck({ probability: 0.05, seed: 4_294_967_295 })
  expect(seldom.times).toBeLessThan(12)
  const { seed, which } = await struck({ probability: 0.5 })
  expect(Number.isInteger(seed)).toBe(true)
  expect((await struck({ probability: 0.5, seed })).which).toBe(which)
  expect((await struck({ probability: 0.5 })).seed).not.toBe(seed)
  const sure = await struck({})
  expect([sure.times, sure.probability]).toEqual([40, 1])
})

it('CTL-047: faults apply in the order in which they were created', async ({ s }) => {
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
  expect(await held.reply).toMatchObject({ status: 500 })
  const struck = async () => (await s.faults()).map(({ struck }) => struck)
  expect(await struck()).toEqual([1, 1, 1])
  for (const { id } of [one, two]) await s.expect(204, 'deleteFault', { fault: id })

  const second = await s.inject(status(503))
  const third = await s.inject({ kind: 'drop' })
  expect(await s.statuses(2)).toEqual([500, 500])
  expect(idsOf(await s.faults())).toEqual(idsOf([first, second, third]))
  expect(await struck()).toEqual([3, 0, 0])
  await s.call('deleteFault', { fault: first.id })
  expect(await s.statuses(1)).toEqual([503])
  await s.call('deleteFault', { fault: second.id })
  const ended = () => howItEnded(s.ask('orders', 'GET /orders'))
  expect(await ended()).toBe('no answer')
  await s.inject({ kind: 'truncate' })
  expect(await ended()).toBe('no answer')
  await s.call('deleteFault', { fault: third.id })
  expect(await ended()).toBe('cut short')
})

it('CTL-048: the faults of a session', async ({ s }) => {
  const other = s.own()
  const elsewhere = await other.inject({ kind: 'drop' })
  const made: Fault[] = []
  while (made.length < 100) made.push(await s.inject({ kind: 'latency', milliseconds: 0, operation: 'listOrders' }))
  expect(new Set(idsOf(made)).size).toBe(100)
  await s.expect(409, 'createFault', {}, drop)
  await s.statuses(2)
  expect(await s.faults()).toEqual(made.map((fault) => ({ ...fault, struck: 2 })))

  const [first, ...rest] = idsOf(made)
  for (const expected of [204, 404]) await s.expect(expected, 'deleteFault', { fault: first })
  expect(idsOf(await s.faults())).toEqual(rest)
  const next = await s.inject(status(503))
  expect(idsOf(made)).not.toContain(next.id)
  expect(await s.statuses(1)).toEqual([503])
  await s.call('deleteFault', { fault: next.id })
  await s.inject(status(503))
  // The id of a removed fault is not used again.
  await s.expect(404, 'deleteFault', { fault: next.id })
  await s.expect(204, 'deleteFaults')
  expect(await s.faults()).toEqual([])
  expect(await s.statuses(1)).toEqual([200])
  expect(await other.faults()).toEqual([elsewhere])
})

it('CTL-049: a fault that names an unknown interface or operation', async ({ s }) => {
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
  expect(shortest.milliseconds).toBe(0)
})
