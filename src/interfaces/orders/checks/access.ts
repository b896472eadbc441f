import { expect } from 'vitest'
import type { operations } from '../../../../generated/orders/types.ts'
import type { Check, CheckContext } from '../../check.ts'
import { on, type Sabotage, seesHeaders } from '../../sabotage.ts'
import { keeping } from './keeping.ts'

type Checks = Record<string, Check<operations>>

const everyOperation = ['listOrders', 'getOrder', 'updateOrder', 'listOrderDigitalGoods'] as const
const order = { resources: ['order'], changes: 'reversible' } as const

/** The same headers on every operation, and how each one refused them. */
async function refusals(t: CheckContext<operations>, headers: Record<string, string | undefined>, status: number) {
  const path = { token: t.resource('order') }
  const { body: before } = await t.attempt('getOrder', { path })
  for (const operation of everyOperation) {
    const body = operation === 'updateOrder' ? { status: before.status } : undefined
    const reply = await t.attempt(operation, { path, body, headers })
    expect(reply.status, `status of ${operation}`).toBeGreaterThanOrEqual(400)
    expect(reply.status, `status of ${operation}`).toBeLessThan(500)
    t.assume('ORD-G04', () => expect(reply.status, `status of ${operation}`).toBe(status))
  }
}

const anyKey: Sabotage = seesHeaders({
  authorization: `Basic ${Buffer.from('orders.example-key:').toString('base64')}`,
})

export const access: Checks = {
  'ORD-003': {
    needs: order,
    run: (t) => refusals(t, { accept: undefined }, 406),
    sabotage: everyOperation.map((operation) => on(operation, seesHeaders({ accept: 'application/json' }))),
  },
  'ORD-005': {
    needs: order,
    async run(t) {
      const path = { token: t.resource('order') }
      await keeping(t, path.token, async ({ status }) => {
        const reply = await t.attempt('updateOrder', { path, body: { status }, headers: { 'content-type': undefined } })
        expect(reply.status, 'status').toBeGreaterThanOrEqual(400)
        expect(reply.status, 'status').toBeLessThan(500)
        t.assume('ORD-G04', () => expect(reply.status).toBe(415))
      })
    },
    sabotage: on('updateOrder', seesHeaders({ 'content-type': 'application/json' })),
  },
  'ORD-006': {
    needs: order,
    async run(t) {
      const path = { token: t.resource('order') }
      await keeping(t, path.token, async ({ status }) => {
        for (const [type, body] of [
          ['application/xml', `<order><status>${status}</status></order>`],
          ['text/plain', JSON.stringify({ status: status === 'Disputed' ? 'Processed' : 'Disputed' })],
        ] as const) {
          const reply = await t.attempt('updateOrder', { path, body, headers: { 'content-type': type } })
          expect(reply.status, `status for ${type}`).toBeGreaterThanOrEqual(400)
          expect(reply.status, `status for ${type}`).toBeLessThan(500)
          const { body: after } = await t.attempt('getOrder', { path })
          expect(after.status, `status of the order after an update as ${type}`).toBe(status)
        }
      })
    },
    sabotage: on('updateOrder', seesHeaders({ 'content-type': 'application/json' })),
  },
  'ORD-007': {
    needs: order,
    async run(t) {
      await refusals(t, { authorization: undefined }, 401)
      await refusals(t, { authorization: `Basic ${Buffer.from('no such key:').toString('base64')}` }, 401)
      await refusals(t, { authorization: 'Bearer orders' }, 401)
    },
    sabotage: everyOperation.map((operation) => on(operation, anyKey)),
  },
  'ORD-008': {
    async run(t) {
      expect((await t.call('listOrders')).status, 'with an empty password').toBe(200)
    },
    // A server that wants a password finds the empty one wrong.
    sabotage: seesHeaders({ authorization: `Basic ${Buffer.from('orders.example-key:password').toString('base64')}` }),
  },
}
