import type { operations } from '../../../generated/orders/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import { type InvalidPart, Refusal } from '../../behaviour/refusal.ts'
import { atMoment, type DigitalGoodRecord } from './digital-goods.ts'
import { filterOf, type ListQuery, newestFirst, rulesOfQuery } from './filters.ts'
import { applyUpdate, isCaptured, type OrderRecord, toListEntry } from './state.ts'

export const behaviours: Behaviours<operations> = {
  async listOrders({ query }, { store, cite }) {
    const violations = findUnreadableMoments(query)
    if (violations.length > 0) return new Refusal('invalid-request', 'The request is not valid.', { violations })
    cite(...rulesOfQuery(query))
    const { offset = 0, limit = 20 } = query
    const entries = await store.collection<OrderRecord>('orders').entries()
    const found = entries.map(([, order]) => order).filter(filterOf(query))
    const page = newestFirst(found).slice(offset, offset + limit)
    // `totalItems` counts all matches, on every page (gap ORD-G14).
    return { status: 200, body: { totalItems: found.length, offset, limit, items: page.map(toListEntry) } }
  },

  async getOrder({ path }, { store, cite }) {
    const order = await store.collection<OrderRecord>('orders').get(keyOf(path.token))
    if (!order) return noSuchOrder()
    cite('ORD-038', 'ORD-039')
    return { status: 200, body: order }
  },

  async updateOrder({ path, body }, { store, cite }) {
    let captured = false
    const updated = await store.collection<OrderRecord>('orders').update(keyOf(path.token), (order) => {
      if (!order) return undefined
      const after = applyUpdate(order, body)
      captured = isCaptured(order, after)
      return after
    })
    if (!updated) return noSuchOrder()
    cite('ORD-083', 'ORD-091', ...(captured ? ['ORD-060'] : []))
    return { status: 200, body: updated }
  },

  async listOrderDigitalGoods({ path }, { store, clock, cite }) {
    const order = await store.collection<OrderRecord>('orders').get(keyOf(path.token))
    if (!order) return noSuchOrder()
    cite('ORD-054', 'ORD-057')
    const goods = await store.collection<DigitalGoodRecord[]>('digital-goods').get(keyOf(path.token))
    const now = clock.now()
    // An order without digital goods has an empty list (gap ORD-G18).
    return { status: 200, body: (goods ?? []).map((good) => atMoment(good, now)) }
  },
}

/** The case of a GUID does not matter. */
function keyOf(token: string): string {
  return token.toLowerCase()
}

/** A leap second is a valid date-time, but cannot be compared. */
function findUnreadableMoments({ from, to }: ListQuery): InvalidPart[] {
  const moments = Object.entries({ from, to }).filter(
    ([, text]) => text !== undefined && Number.isNaN(Date.parse(text)),
  )
  return moments.map(([name]) => ({ path: ['query', name], message: 'Is out of range.' }))
}

function noSuchOrder(): Refusal {
  return new Refusal('not-found', 'No order has this token.')
}
