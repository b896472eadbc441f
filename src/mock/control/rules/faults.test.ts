import { expect } from 'vitest'
import { each, holding, it, list, order, rules, type Schemas, type Step, without } from './rules.fixture.ts'

const drop = { interface: 'orders', kind: 'drop' }
const truncate = { interface: 'orders', kind: 'truncate' }
const hour = 3_600_000
const latency = (milliseconds: number) => ({ interface: 'orders', kind: 'latency', milliseconds })
const status = (code: number) => ({ interface: 'orders', kind: 'status', status: code })
const advance = (seconds: number): Step => ['POST clock/advance', { seconds }, 200]

const update = { status: 'Pending', trackingNumber: 'check of faults' }
const isUpdated: Step = [`GET ${order}`, 200, update]
const isNotUpdated: Step = [`GET ${order}`, 200, /^(?!.*check of faults)/]

const ids = Array.from({ length: 100 }, (_, index) => String(index + 1))

/** How this fault is answered as problem details, with these members. */
const injected = (code: number, call: string, body?: object): Step[] => {
  const challenge = code === 401 && { 'www-authenticate': expect.stringMatching(/^Basic /) }
  const headers = { 'content-type': 'application/problem+json', ...challenge }
  return [
    ['POST faults', { ...status(code), times: 1 }, 201],
    [call, code, { ...body, status: code, headers }],
  ]
}

rules({
  'CTL-040: a fault is answered 201 with its id, and affects requests to its interface or operation': [
    ['POST faults', { ...status(503), operation: 'listOrders' }, 201, { ...status(503), id: '1', struck: 0 }],
    [list, 503, without('www-authenticate')],
    [`GET ${order}`, 200],
    ['POST faults', status(500), 201, { id: '2' }],
    [`GET ${order}`, 500],
    ['GET /orders/api/nothing', 500],
    ['GET /secrets/v1/sys/health', 200],
  ],
  'CTL-041: a latency delays a request by its milliseconds on the session’s clock': [
    ['POST faults', { ...latency(hour), operation: 'updateOrder' }, 201],
    [`PUT ${order}`, update, 'waits'],
    advance(3000),
    ...holding(1),
    ['POST clock/advance', { milliseconds: 600_001 }, 200],
    ['answer', 200],
    isUpdated,
  ],
  'CTL-042: an injected status is answered with the documented example of that status': [
    ...injected(404, `GET ${order}`, {
      title: 'Not Found',
      instance: '/orders/00000000-0000-4000-8000-000000000000',
    }),
    ...injected(401, list, { instance: '/orders' }),
    ...injected(599, `GET ${order}`),
    // These requests would be refused without the fault, too.
    ...injected(503, 'PATCH /orders/api/nothing\nauthorization: none'),
    ...injected(401, 'GET /orders/api/nothing\nauthorization: none'),
    ...injected(500, `PUT ${order}`),
    isNotUpdated,
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
  'CTL-045: a fault with times affects that many requests, and is then removed': [
    ['POST faults', { ...status(503), times: 3 }, 201, { times: 3 }],
    [list, 503],
    [list, 503],
    ['GET faults', 200, { faults: [{ times: 1, struck: 2 }] }],
    [list, 503],
    [list, 200],
    ['DELETE faults/1', 404],
  ],
  'CTL-047: faults apply in the order in which they were created': [
    ...[latency(hour), latency(hour / 2), status(500)].map((fault): Step => ['POST faults', fault, 201]),
    [list, 'waits'],
    advance(3600),
    ...holding(1),
    advance(1800),
    ['answer', 500],
    ['DELETE faults', 204],
    ...[status(500), drop, truncate].map((fault): Step => ['POST faults', fault, 201]),
    [list, 500],
    ['GET faults', 200, { faults: [{ struck: 1 }, { struck: 0 }, { struck: 0 }] }],
    ['DELETE faults/4', 204],
    [list, 'no answer'],
    ['DELETE faults/5', 204],
    [list, 'cut short'],
  ],
  'CTL-048: the faults of a session are listed, at most 100, and removed one by one or together': [
    ...ids.map((id): Step => ['POST faults', { ...latency(0), operation: 'listOrders' }, 201, { id }]),
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
  ],
  'CTL-049: a fault that names an unknown interface or operation, or lacks a part, is refused': [
    ...each(
      'POST faults',
      400,
      [{ ...drop, interface: 'order' }, /orders/],
      [{ ...drop, interface: '__proto__' }, /orders/],
      [{ ...drop, operation: 'listOrder' }, /listOrders/],
      [{ ...drop, operation: 'readHealth' }, /getOrder/],
      [{ ...drop, kind: 'latency' }, /milliseconds/],
      [{ ...drop, kind: 'status' }, /status/],
      [{ kind: 'drop' }, /interface/],
      [status(200), /status/],
      [{ ...drop, times: 0 }, /times/],
    ),
    ['GET faults', 200, { faults: [] }],
  ],
})

it('CTL-045: of requests at the same time, a fault affects as many as it says', async ({ s }) => {
  await s.run(['POST faults', { ...status(503), times: 2 }, 201])
  const atOnce = await Promise.all([1, 2, 3, 4].map(async () => (await s.send(list)).status))
  expect(atOnce.sort()).toEqual([200, 200, 503, 503])
})

// By an independent mulberry32, a unit test shows which requests a seed draws.
it('CTL-046: a fault with a probability below 1 affects some requests', async ({ s: one }) => {
  const strike = async (seed: object) => {
    const s = one.own()
    const fault = await s.run(['POST faults', { ...status(503), probability: 0.5, ...seed }, 201])
    const found = []
    while (found.length < 20) found.push((await s.send(list)).status)
    return { which: found.join(), seed: (fault.body as Schemas['Fault']).seed }
  }
  const { which } = await strike({ seed: 7 })
  expect((await strike({ seed: 7 })).which).toBe(which)
  expect((await strike({ seed: 8 })).which).not.toBe(which)
  const chosen = await strike({})
  expect(await strike({ seed: chosen.seed })).toEqual(chosen)
  expect((await strike({})).seed).not.toBe(chosen.seed)
})
