import { expect } from 'vitest'
import { holding, it, list, order, rules, type Schemas, type Step } from './rules.fixture.ts'

const drop = { interface: 'orders', kind: 'drop' }
const truncate = { interface: 'orders', kind: 'truncate' }
const latency = (milliseconds: number) => ({ interface: 'orders', kind: 'latency', milliseconds })
const status = (code: number) => ({ interface: 'orders', kind: 'status', status: code })
const advance = (seconds: number): Step => ['POST clock/advance', { seconds }, 200]

const update = { status: 'Pending', trackingNumber: 'check of faults' }
const isUpdated: Step = [`GET ${order}`, 200, update]
const isNotUpdated: Step = [`GET ${order}`, 200, /^(?!.*check of faults)/]

rules({
  'CTL-040: a fault is answered 201 with its id, and affects requests to its interface or operation': [
    ['POST faults', { ...status(503), operation: 'listOrders' }, 201, { ...status(503), id: '1', struck: 0 }],
    ['GET faults', 200, { faults: [{ ...status(503), operation: 'listOrders', id: '1' }] }],
    [list, 503],
    [list, 503],
    [`GET ${order}`, 200],
    ['POST faults', status(500), 201, { id: '2' }],
    [`GET ${order}`, 500],
    ['GET /orders/api/nothing', 500],
    ['GET /secrets/v1/sys/health', 200],
  ],
  'CTL-043, CTL-044: a dropped request gets no answer and has no effect; a truncated answer is cut short': [
    ['POST faults', { ...drop, times: 2 }, 201],
    [list, 'no answer'],
    // A load balancer answers the first request of a connection itself; the next one goes on that of this call.
    ['GET faults', 200, { faults: [{ times: 1 }] }],
    [`PUT ${order}`, update, 'no answer'],
    isNotUpdated,
    ['POST faults', { ...truncate, times: 2 }, 201],
    [list, 'cut short'],
    [`PUT ${order}`, update, 'cut short'],
    isUpdated,
  ],
})

it('CTL-041: a latency delays a request by its milliseconds on the session’s clock', async ({ s }) => {
  await s.run(['POST faults', { ...latency(3_600_000), operation: 'updateOrder' }, 201])
  const now = '2039-01-01T00:00:00Z'
  for (const move of [
    ['POST clock/advance', { milliseconds: 600_001 }, 200],
    ['PUT clock', { now }, 200],
  ] as const) {
    const { reply } = await s.hold(`PUT ${order}`, update)
    await s.run(advance(3000), ...holding(1), move)
    expect((await reply).status).toBe(200)
  }
  await s.run(isUpdated)
})

it('CTL-042: an injected status is answered with the documented example of that status', async ({ s }) => {
  for (const [code, asked, body] of [
    [404, `GET ${order}`, { title: 'Not Found', instance: '/orders/00000000-0000-4000-8000-000000000000' }],
    [401, list, { instance: '/orders' }],
    [599, `GET ${order}`, {}],
    // These requests would be refused without the fault, too.
    [503, 'PATCH /orders/api/nothing', {}],
    [401, 'GET /orders/api/nothing', {}],
  ] as const) {
    await s.run(['POST faults', { ...status(code), times: 1 }, 201])
    const reply = await s.send(asked, undefined, asked.endsWith('/nothing') ? { authorization: undefined } : {})
    expect(reply, asked).toMatchObject({ status: code, body: { ...body, status: code } })
    expect(reply.headers['content-type']).toBe('application/problem+json')
    expect(reply.headers['www-authenticate']?.slice(0, 6)).toBe(code === 401 ? 'Basic ' : undefined)
  }
  await s.run(['POST faults', { ...status(500), times: 1 }, 201], [`PUT ${order}`, update, 500], isNotUpdated)
})

it('CTL-045: a fault with times affects that many requests, and is then removed', async ({ s }) => {
  await s.run(
    ['POST faults', { ...status(503), times: 3 }, 201, { times: 3 }],
    [list, 503],
    [list, 503],
    ['GET faults', 200, { faults: [{ times: 1, struck: 2 }] }],
    [list, 503],
    [list, 200],
    ['DELETE faults/1', 404],
    ['POST faults', { ...status(503), times: 2 }, 201],
  )
  const atOnce = await Promise.all([1, 2, 3, 4].map(async () => (await s.send(list)).status))
  expect(atOnce.sort()).toEqual([200, 200, 503, 503])
})

// By an independent mulberry32, a unit test shows which requests a seed draws.
it('CTL-046: a fault with a probability below 1 affects some requests', async ({ s: one }) => {
  const strike = async (chance: object) => {
    const s = one.own()
    const fault = { ...status(503), probability: 0.5, ...chance }
    const { seed } = (await s.run(['POST faults', fault, 201])) as Schemas['Fault']
    const found: number[] = []
    while (found.length < 20) found.push((await s.send(list)).status)
    const struck = found.filter((status) => status === 503).length
    await s.run(['GET faults', 200, { faults: [{ struck, probability: 0.5, ...chance }] }])
    return { struck, which: found.join(), seed }
  }
  const { which } = await strike({ seed: 7 })
  expect((await strike({ seed: 7 })).which).toBe(which)
  expect((await strike({ seed: 8 })).which).not.toBe(which)
  const chosen = await strike({})
  expect((await strike({ seed: chosen.seed })).which).toBe(chosen.which)
  expect((await strike({})).seed).not.toBe(chosen.seed)
  expect((await strike({ probability: 1 })).struck).toBe(20)
})

it('CTL-047: faults apply in the order in which they were created', async ({ s }) => {
  for (const fault of [latency(3_600_000), latency(1_800_000), status(500)]) await s.run(['POST faults', fault, 201])
  const { reply } = await s.hold(list)
  await s.run(advance(3600), ...holding(1), advance(1790), ...holding(1), advance(10))
  expect((await reply).status).toBe(500)
  await s.run(
    ['DELETE faults', 204],
    ['POST faults', status(500), 201, { id: '4' }],
    ['POST faults', status(503), 201],
    ['POST faults', drop, 201],
    ['POST faults', truncate, 201],
    [list, 500],
    ['GET faults', 200, { faults: [{ struck: 1 }, { struck: 0 }, { struck: 0 }, { struck: 0 }] }],
    ['DELETE faults/4', 204],
    [list, 503],
    ['DELETE faults/5', 204],
    [list, 'no answer'],
    ['DELETE faults/6', 204],
    [list, 'cut short'],
  )
})

it('CTL-048: the faults of a session are listed, at most 100, and removed one by one or together', async ({ s }) => {
  const ids = Array.from({ length: 100 }, (_, index) => String(index + 1))
  await s.run(
    ...ids.map((id) => ['POST faults', { ...latency(0), operation: 'listOrders' }, 201, { id }] as const),
    ['POST faults', drop, 409],
    [list, 200],
    [list, 200],
    ['GET faults', 200, { faults: ids.map((id) => ({ id, struck: 2 })) }],
    ['DELETE faults/1', 204],
    ['DELETE faults/1', 404],
    ['POST faults', status(503), 201, { id: '101' }],
    ['DELETE faults/101', 204],
    // The id of a removed fault is not used again.
    ['POST faults', status(503), 201, { id: '102' }],
    ['GET faults', 200, { faults: [...ids.slice(1), '102'].map((id) => ({ id })) }],
    ['DELETE faults', 204],
    ['GET faults', 200, { faults: [] }],
    [list, 200],
  )
})

it('CTL-049: a fault that names an unknown interface or operation is refused', async ({ s }) => {
  const wrong: [object, string][] = [
    [{ ...drop, interface: 'order' }, 'orders'],
    [{ ...drop, interface: '__proto__' }, 'orders'],
    [{ ...drop, operation: 'listOrder' }, 'listOrders'],
    [{ ...drop, operation: 'readHealth' }, 'getOrder'],
    [{ ...status(503), kind: 'latency' }, 'milliseconds'],
    [{ ...latency(1), kind: 'status' }, 'status'],
    [{ kind: 'drop' }, 'interface'],
    [status(200), 'status'],
    [{ ...drop, times: 0 }, 'times'],
  ]
  await s.refuses('POST faults', wrong, 'faults')
})
