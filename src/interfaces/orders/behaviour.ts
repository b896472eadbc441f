import type { operations } from '../../../generated/orders/types.ts'
import type { Behaviours } from '../behaviour.ts'
import { Problem } from '../problem.ts'
import type { OrderRecord } from './seed.ts'

export const behaviours: Behaviours<operations> = {
  async getOrder({ path }, { store }) {
    const order = await store.collection<OrderRecord>('orders').get(path.token.toLowerCase())
    return order ? { status: 200, body: order } : noSuchOrder(path.token)
  },

  /** Fields left out keep their values; a given `metadata` replaces the one before (ORD-084, gap ORD-G09). */
  async updateOrder({ path, body }, { store }) {
    const { status, paymentStatus, trackingNumber, trackingUrl, metadata } = body
    const given = Object.entries({ status, paymentStatus, trackingNumber, trackingUrl, metadata }).filter(
      ([, value]) => value !== undefined,
    )
    const updated = await store
      .collection<OrderRecord>('orders')
      .update(path.token.toLowerCase(), (order) => order && { ...order, ...Object.fromEntries(given) })
    return updated ? { status: 200, body: updated } : noSuchOrder(path.token)
  },
}

function noSuchOrder(token: string): Problem {
  return new Problem('not-found', `There is no order ${token}.`)
}
