import { expect } from 'vitest'
import { expectHeld, expectOver, hold, howItEnded, idsOf, it, type Session } from './rules.fixture.ts'

const drop = { interface: 'orders', kind: 'drop', times: 1 }
const noDelay = { kind: 'latency', milliseconds: 0 }
const status = (code: number) => ({ kind: 'status', status: code }) as const
const struckOf = async (s: Session) => (await s.faults()).map(({ struck }) => struck)

/** Prepares an update of an order. `isMade` tells whether the update took effect. */
async function updateIn(s: Session) {
  const token = await s.anOrder()
  const { status } = (await s.order(token)).body
  return {
    token,
    update: () => s.update(token, { status, trackingNumber: 'check of faults' }),
    isMade: async () => (await s.order(token)).body.trackingNumber === 'check of faults',
  }
}

it('CTL-040: a fault is answered 201 with its id', async ({ s }) => {
  const token = await s.anOrder()
  const one = await s.inject({ ...status(503), operation: 'listOrders' })
  const told = { ...status(503), interface: 'orders', operation: 'listOrders', struck: 0 }
  expect(one).toMatchObject({ ...told, id: expect.stringMatching(/./) })
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

it('CTL-041: a latency delays a request by its milliseconds on the session’s clock', async ({ s }) => {
  const { update, isMade } = await updateIn(s)
  await s.inject({ kind: 'latency', operation: 'updateOrder', milliseconds: 3_600_000 })
  for (const move of [() => s.advance({ seconds: 600, milliseconds: 1 }), () => s.setClock('2039-01-01T00:00:00Z')]) {
    const held = await hold(s, update())
    await expectHeld(s, held)
    await s.advance({ seconds: 3000 })
    await expectHeld(s, held)
    await move()
    await expectOver(s, held)
  }
  expect(await isMade()).toBe(true)
})

it('CTL-042: an injected status is answered with the documented example of that status', async ({ s }) => {
  const { token, update, isMade } = await updateIn(s)
  const order = `GET /orders/${token}`
  const problem = (code: number) => ({ status: code, detail: expect.stringMatching(/\w/) })
  const other = [403, 409, 418, 429, 500, 502, 503, 599] as const
  for (const [code, request, challenge, body] of [
    [
      404,
      order,
      undefined,
      { status: 404, title: 'Not Found', instance: '/orders/00000000-0000-4000-8000-000000000000' },
    ],
    [401, 'GET /orders', expect.stringMatching(/^Basic /), { status: 401, instance: '/orders' }],
    ...other.map((code) => [code, order, undefined, problem(code)] as const),
    // These requests would be refused without the fault, too.
    [503, 'PATCH /nothing', undefined, {}],
    [401, 'GET /nothing', expect.stringMatching(/^Basic /), {}],
    [403, 'GET /nothing', undefined, {}],
    [500, 'GET /nothing', undefined, {}],
  ] as const) {
    await s.inject({ ...status(code), times: 1 })
    const reply = await s.ask('orders', request, { anonymous: request.endsWith('/nothing') })
    expect(reply, request).toMatchObject({ status: code, body })
    expect(reply.headers['content-type']).toBe('application/problem+json')
    expect(reply.headers['www-authenticate']).toEqual(challenge)
  }
  await s.inject({ ...status(500), times: 1 })
  expect((await update()).status).toBe(500)
  expect(await isMade()).toBe(false)
})

/** Expects two requests under a fault to end in this way, and the next request to be answered. */
async function expectEnds(s: Session, kind: 'drop' | 'truncate', end: string, hasEffect: boolean): Promise<void> {
  const { update, isMade } = await updateIn(s)
  await s.inject({ kind, times: 2 })
  expect(await howItEnded(s.ask('orders', 'GET /orders'))).toBe(end)
  expect(await howItEnded(update())).toBe(end)
  expect(await isMade()).toBe(hasEffect)
  expect((await update()).status).toBe(200)
}

it('CTL-043: the connection of a dropped request is closed without an answer', ({ s }) =>
  expectEnds(s, 'drop', 'no answer', false))

it('CTL-044: a truncated answer ends with the connection before its body is complete', ({ s }) =>
  expectEnds(s, 'truncate', 'cut short', true))

it('CTL-045: a fault with times affects that many requests, and is then removed', async ({ s }) => {
  const lasting = await s.inject(noDelay)
  const fault = await s.inject({ ...status(503), times: 3 })
  expect(fault.times).toBe(3)
  expect(await s.statuses(2)).toEqual([503, 503])
  expect((await s.faults())[1]).toEqual({ ...fault, times: 1, struck: 2 })
  expect(await s.statuses(3)).toEqual([503, 200, 200])
  expect(await s.faults()).toEqual([{ ...lasting, struck: 5 }])
  await s.expect(404, 'deleteFault', { fault: fault.id })

  await s.inject({ ...status(503), times: 2 })
  const atOnce = await Promise.all([1, 2, 3, 4].map(() => s.statuses(1)))
  expect(atOnce.flat().sort()).toEqual([200, 200, 503, 503])
})

it('CTL-046: a fault with a probability below 1 affects some requests', async ({ s: one }) => {
  const strike = async (chance: { probability?: number; seed?: number }) => {
    const s = one.own()
    const { seed, probability } = await s.inject({ ...status(503), ...chance })
    const found = await s.statuses(40)
    const times = found.filter((status) => status === 503).length
    expect(await struckOf(s)).toEqual([times])
    return { times, which: found.join(), seed, probability }
  }
  const half = await strike({ probability: 0.5, seed: 7 })
  expect([half.probability, half.seed]).toEqual([0.5, 7])
  expect(half.times).toBeGreaterThan(8)
  expect(half.times).toBeLessThan(32)
  expect((await strike({ probability: 0.5, seed: 7 })).which).toBe(half.which)
  expect((await strike({ probability: 0.5, seed: 8 })).which).not.toBe(half.which)
  expect((await strike({ probability: 0.05, seed: 4_294_967_295 })).times).toBeLessThan(12)
  const { seed, which } = await strike({ probability: 0.5 })
  expect(Number.isInteger(seed)).toBe(true)
  expect((await strike({ probability: 0.5, seed })).which).toBe(which)
  expect((await strike({ probability: 0.5 })).seed).not.toBe(seed)
  expect(await strike({})).toMatchObject({ times: 40, probability: 1 })
})

it('CTL-047: faults apply in the order in which they were created', async ({ s }) => {
  for (const milliseconds of [3_600_000, 1_800_000]) await s.inject({ kind: 'latency', milliseconds })
  await s.inject(status(500))
  const held = await hold(s, s.ask('orders', 'GET /orders'))
  for (const seconds of [3600, 1790]) {
    await s.advance({ seconds })
    await expectHeld(s, held)
  }
  await s.advance({ seconds: 10 })
  await expectOver(s, held, 500)
  expect(await struckOf(s)).toEqual([1, 1, 1])
  await s.expect(204, 'deleteFaults')

  const made = []
  for (const fault of [status(500), status(503), { kind: 'drop' }, { kind: 'truncate' }])
    made.push(await s.inject(fault))
  const ending = () => howItEnded(s.ask('orders', 'GET /orders'))
  expect(await s.statuses(2)).toEqual([500, 500])
  expect(idsOf(await s.faults())).toEqual(idsOf(made))
  expect(await struckOf(s)).toEqual([2, 0, 0, 0])
  const [first, second, third] = idsOf(made)
  await s.expect(204, 'deleteFault', { fault: first })
  expect(await s.statuses(1)).toEqual([503])
  await s.expect(204, 'deleteFault', { fault: second })
  expect(await ending()).toBe('no answer')
  await s.expect(204, 'deleteFault', { fault: third })
  expect(await ending()).toBe('cut short')
})

it('CTL-048: the faults of a session are listed, at most 100, and removed one by one or together', async ({ s }) => {
  const other = s.own()
  const elsewhere = await other.inject({ kind: 'drop' })
  const made = []
  while (made.length < 100) made.push(await s.inject({ ...noDelay, operation: 'listOrders' }))
  expect(new Set(idsOf(made)).size).toBe(100)
  await s.expect(409, 'createFault', {}, drop)
  await s.statuses(2)
  expect(await s.faults()).toEqual(made.map((fault) => ({ ...fault, struck: 2 })))

  const [first, ...rest] = idsOf(made)
  for (const expected of [204, 404]) await s.expect(expected, 'deleteFault', { fault: first })
  expect(idsOf(await s.faults())).toEqual(rest)
  const next = await s.inject(status(503))
  expect(idsOf(made)).not.toContain(next.id)
  await s.expect(204, 'deleteFault', { fault: next.id })
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
  expect((await s.inject(noDelay)).milliseconds).toBe(0)
})
