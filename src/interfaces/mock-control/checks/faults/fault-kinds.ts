import { type Answer, hangUp } from '../../../../behaviour/definition.ts'
import { expect } from '../../../../check/expect.ts'
import {
  changesAnswer,
  changesHeader,
  on,
  type Sabotage,
  type SabotagedRequest,
  when,
} from '../../../../check/sabotage.ts'
import { anOrder, hold, howItEnded, type Orders, ordersOf, type PendingRequest } from '../callers.ts'
import { becomes, type Context, expectStatus, inSessions, timeOf } from '../session.ts'
import { inject } from './fault-calls.ts'
import { makes } from './wrong-faults.ts'

const refused = ({ status }: Answer) => status >= 400

/** A request that met a fault is done all the same, once the fault is gone. */
function doesWhatMetAFault(answered: (answer: Answer) => Answer): Sabotage {
  return on('updateOrder', async (request: SabotagedRequest, forward) => {
    const answer = await forward(request)
    if (!refused(answer)) return answer
    await forward(request)
    return answered(answer)
  })
}

interface Update {
  orders: Orders
  token: string
  /** Updates an order, in a way that shows. */
  update(): ReturnType<Orders['update']>
  /** Whether the update has been made. */
  isMade(): Promise<boolean>
}

async function updateIn(t: Context, session: string): Promise<Update> {
  const token = await anOrder(t)
  const orders = await ordersOf(t, session)
  const { body: order } = await orders.get(token)
  const body = { status: order.status, trackingNumber: 'check of faults' }
  return {
    orders,
    token,
    update: () => orders.update(token, body),
    isMade: async () => (await orders.get(token)).body.trackingNumber === body.trackingNumber,
  }
}

/** A request that is held back is still so, a while of the mock's later. */
async function expectHeld(t: Context, session: string, held: PendingRequest): Promise<void> {
  for (let calls = 0; calls < 5; calls++) await timeOf(t, session)
  expect(held.isOver(), 'whether the request has been answered before its time').toBe(false)
}

async function expectOver(t: Context, session: string, held: PendingRequest): Promise<void> {
  const isOver = await becomes(async () => {
    await timeOf(t, session)
    return held.isOver()
  })
  expect(isOver, 'whether the request has been answered when its time had come').toBe(true)
}

export const faultKinds = inSessions({
  'CTL-041': {
    async run({ t, session, control }) {
      const { update, isMade } = await updateIn(t, session)
      await inject(t, session, { kind: 'latency', operation: 'updateOrder', milliseconds: 3_600_000 })
      for (const move of [
        () => control('advanceClock', { body: { seconds: 600, milliseconds: 1 } }),
        () => control('setClock', { body: { now: '2039-01-01T00:00:00Z' } }),
      ]) {
        const held = await hold(t, session, update())
        await expectHeld(t, session, held)
        await control('advanceClock', { body: { seconds: 3000 } })
        await expectHeld(t, session, held)
        await move()
        await expectOver(t, session, held)
        expect(await held.reply, 'the answer in the end').toMatchObject({ status: 200 })
      }
      expect(await isMade(), 'whether the update has been made in the end').toBe(true)
    },
    sabotage: [
      makes(({ milliseconds = 0, ...fault }) => ({ ...fault, milliseconds: milliseconds * 2 })),
      makes(({ milliseconds = 0, ...fault }) => ({ ...fault, milliseconds: milliseconds / 2 })),
      makes((fault) => ({ ...fault, milliseconds: 0 })),
      makes((fault) => ({ ...fault, kind: 'status', status: 504 })),
      on('advanceClock', async (request, forward) =>
        forward({ ...request, method: 'GET', path: request.path.replace('/advance', ''), body: null }),
      ),
      on('setClock', async (request, forward) => forward({ ...request, method: 'GET', body: null })),
      on('updateOrder', changesAnswer, (answer) => ({ ...answer, status: 504 })),
    ],
  },
  'CTL-042': {
    async run({ t, session }) {
      const { orders, token, update, isMade } = await updateIn(t, session)
      const one = { kind: 'status', times: 1 } as const
      await inject(t, session, { ...one, status: 404 })
      const documented = await orders.get(token)
      expect(documented.status, 'injected status').toBe(404)
      expect(documented.body, 'documented example of 404').toMatchObject({
        status: 404,
        title: 'Not Found',
        instance: '/orders/00000000-0000-4000-8000-000000000000',
      })
      await inject(t, session, { ...one, status: 401 })
      const { status, headers, body } = await orders.call('GET /orders')
      expect([status, headers['www-authenticate']], 'status and challenge of a documented 401').toEqual([
        401,
        expect.stringMatching(/^Basic /),
      ])
      expect(body, 'documented example of 401').toMatchObject({ status: 401, instance: '/orders' })
      for (const code of [403, 409, 418, 429, 500, 502, 503, 599]) {
        await inject(t, session, { ...one, status: code })
        const { status, headers, body } = await orders.get(token)
        expect(status, 'injected status').toBe(code)
        expect(headers['content-type'], `media type of ${code}, which is not documented`).toBe(
          'application/problem+json',
        )
        expect(body, `body of ${code}, as the interface tells its errors`).toMatchObject({
          status: code,
          detail: expect.stringMatching(/\w/),
        })
      }
      await inject(t, session, { ...one, status: 503 })
      await expectStatus(
        orders.call('PATCH /nothing', { headers: { authorization: 'none' } }),
        503,
        'status of a request that would have been refused anyhow',
      )
      await inject(t, session, { ...one, status: 401 })
      const stranger = await orders.call('GET /nothing')
      expect([stranger.status, stranger.headers['www-authenticate']], 'status and challenge of a 401 anywhere').toEqual(
        [401, expect.stringMatching(/^Basic /)],
      )
      for (const code of [403, 500]) {
        await inject(t, session, { ...one, status: code })
        const { headers } = await orders.call('GET /nothing')
        expect(headers, `headers of ${code}, which asks for no credentials`).not.toHaveProperty('www-authenticate')
      }
      await inject(t, session, { ...one, status: 500 })
      await expectStatus(update(), 500, 'status of an update')
      expect(await isMade(), 'whether it has been made').toBe(false)
    },
    sabotage: [
      makes((fault) => ({ ...fault, status: fault.status === 404 ? 410 : fault.status })),
      makes(({ status = 500, ...fault }) => ({ ...fault, status: status >= 500 ? 500 : status })),
      makes((fault) => ({ ...fault, operation: fault.operation ?? 'getOrder' })),
      on('getOrder', changesAnswer, (answer) =>
        answer.status === 404 ? { ...answer, body: { ...(answer.body as object), instance: '/' } } : answer,
      ),
      on('listOrders', changesHeader('www-authenticate', undefined)),
      on('getOrder', changesAnswer, (answer) => (refused(answer) ? { ...answer, body: { message: 'no' } } : answer)),
      on('getOrder', changesAnswer, (answer) =>
        refused(answer) ? { ...answer, headers: { 'content-type': 'application/json' } } : answer,
      ),
      when(
        ({ method }) => method === 'PATCH',
        changesAnswer((answer) => ({ ...answer, status: 401 })),
      ),
      doesWhatMetAFault((answer) => answer),
    ],
  },
  'CTL-043': {
    async run({ t, session }) {
      const { orders, update, isMade } = await updateIn(t, session)
      await inject(t, session, { kind: 'drop', times: 2 })
      expect(await howItEnded(orders.call('GET /orders')), 'how a dropped request ended').toBe('no answer')
      expect(await howItEnded(update()), 'how a dropped update ended').toBe('no answer')
      expect(await isMade(), 'whether it has been made').toBe(false)
      await expectStatus(update(), 200, 'status of the next one')
    },
    sabotage: [
      makes((fault) => ({ ...fault, kind: 'status', status: 503 })),
      makes((fault) => ({ ...fault, kind: 'truncate' })),
      makes(({ times = 1, ...fault }) => ({ ...fault, times: times + 1 })),
      doesWhatMetAFault((answer) => ({ ...answer, body: hangUp })),
    ],
  },
  'CTL-044': {
    async run({ t, session }) {
      const { orders, update, isMade } = await updateIn(t, session)
      await inject(t, session, { kind: 'truncate', times: 2 })
      expect(await howItEnded(orders.call('GET /orders')), 'how a truncated answer ended').toBe('cut short')
      expect(await howItEnded(update()), 'how a truncated update ended').toBe('cut short')
      expect(await isMade(), 'whether it has been made').toBe(true)
      await expectStatus(update(), 200, 'status of the next one')
    },
    sabotage: [
      makes((fault) => ({ ...fault, kind: 'status', status: 503 })),
      makes((fault) => ({ ...fault, kind: 'drop' })),
      makes(({ times = 1, ...fault }) => ({ ...fault, times: times + 1 })),
      makes((fault) => ({ ...fault, kind: 'latency', milliseconds: 0 })),
      on('updateOrder', (request, forward) => forward({ ...request, method: 'GET', body: null })),
    ],
  },
})
