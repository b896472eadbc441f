import { expect } from 'vitest'
import type { components, operations } from '../../../../generated/orders/types.ts'
import type { Check, CheckContext } from '../../check.ts'
import { answersStatus, changesBody, changesQuery, ignoresQuery, type Sabotage, when } from '../../sabotage.ts'

type Context = CheckContext<operations>
type Order = components['schemas']['Order']
type OrderList = components['schemas']['OrderList']
type Query = NonNullable<operations['listOrders']['parameters']['query']>

async function list(t: Context, query: Query = {}): Promise<OrderList> {
  const { status, body } = await t.call('listOrders', { query })
  expect(status, 'status').toBe(200)
  return body
}

const tokensOf = ({ items }: OrderList) => items.map(({ token }) => token)

/** What a filter is asked for is not there. */
function findsNothing(name: string): Sabotage {
  const empties = changesBody((list: OrderList) => ({ ...list, totalItems: 0, items: [] }))
  return when(({ query }) => new URLSearchParams(query).has(name), empties)
}

/** A filter that compares a field of the order with what is asked for. */
function filter(name: keyof Query & string, field: keyof Order & string): Check<operations> {
  return {
    async run(t) {
      const { items } = await list(t, { limit: 100 })
      const values = items.map((order) => order[field])
      const value = values.find((one) => one !== undefined && values.some((other) => other !== one))
      if (value === undefined) return t.unseen(`no two of the first 100 orders differ in ${field}`)
      const found = await list(t, { [name]: value, limit: 100 })
      expect(found.items.length, `orders whose ${field} is ${value}`).toBeGreaterThan(0)
      for (const order of found.items) expect(order[field], `${field} of an order found by ${name}`).toBe(value)
      const expected = items.filter((order) => order[field] === value).map(({ token }) => token)
      expect(tokensOf(found), `orders found by ${name}=${value}`).toEqual(expect.arrayContaining(expected))
    },
    sabotage: [ignoresQuery(name), findsNothing(name)],
  }
}

/** `from` and `to`: on this side of a moment only. */
function moment(name: 'from' | 'to', isOnThisSide: (placed: number, at: number) => boolean): Check<operations> {
  return {
    async run(t) {
      const { items } = await list(t, { limit: 100 })
      const placed = items.map(({ creationDate }) => Date.parse(creationDate)).sort((one, other) => one - other)
      const at = placed[Math.floor(placed.length / 2)]
      if (at === undefined || placed.at(0) === placed.at(-1)) return t.unseen('all orders were placed at one moment')
      const found = await list(t, { [name]: new Date(at).toISOString(), limit: 100 })
      const expected = items.filter(({ creationDate }) => isOnThisSide(Date.parse(creationDate), at))
      for (const { creationDate } of found.items) {
        const time = Date.parse(creationDate)
        expect(isOnThisSide(time, at) || time === at, `${creationDate}, found by ${name}`).toBe(true)
        t.assume('ORD-G10', () => expect(time, `an order placed at the very moment of ${name}`).not.toBe(at))
      }
      expect(tokensOf(found)).toEqual(expect.arrayContaining(expected.map(({ token }) => token)))
    },
    sabotage: [ignoresQuery(name), findsNothing(name)],
  }
}

export const listing: Record<string, Check<operations>> = {
  'ORD-002': {
    async run(t) {
      const { status } = await t.send({ method: 'GET', target: '/orders', headers: { accept: 'application/json' } })
      expect(status, 'status of /orders below the base address, which ends in /api').toBe(200)
    },
    sabotage: answersStatus(404),
  },
  'ORD-015': {
    async run(t) {
      const tokens = tokensOf(await list(t, { limit: 100 }))
      expect(new Set(tokens).size, 'different tokens').toBe(tokens.length)
    },
    sabotage: changesBody((list: OrderList) => ({ ...list, items: [...list.items, list.items[0]] })),
  },
  'ORD-064': {
    async run(t) {
      const whole = await list(t, { limit: 10 })
      if (whole.items.length < 4) t.unseen('there are fewer than four orders')
      const page = await list(t, { limit: 10, offset: 3 })
      expect(tokensOf(page).slice(0, 1), 'the first order after three').toEqual(tokensOf(whole).slice(3, 4))
      expect(tokensOf(page)).not.toEqual(expect.arrayContaining(tokensOf(whole).slice(0, 3)))
      expect(tokensOf(await list(t, { limit: 10, offset: 0 })), 'orders without an offset').toEqual(tokensOf(whole))
      const { status } = await t.attempt('listOrders', { query: { offset: 'three' } })
      t.assume('ORD-G04', () => expect(status, 'status for an offset that is no integer').toBe(400))
    },
    sabotage: [
      ignoresQuery('offset'),
      changesQuery((query) => query.has('offset') || query.set('offset', '1')),
      changesQuery((query) => query.get('offset') === 'three' && query.delete('offset')),
    ],
  },
  'ORD-065': {
    async run(t) {
      const { totalItems } = await list(t)
      if (totalItems < 3) t.unseen('there are fewer than three orders')
      expect((await list(t, { limit: 2 })).items, 'orders with a limit of 2').toHaveLength(2)
      expect((await list(t)).items, 'orders without a limit').toHaveLength(Math.min(totalItems, 20))
      const { status } = await t.attempt('listOrders', { query: { limit: 'two' } })
      t.assume('ORD-G04', () => expect(status, 'status for a limit that is no integer').toBe(400))
    },
    sabotage: [
      ignoresQuery('limit'),
      changesQuery((query) => query.has('limit') || query.set('limit', '19')),
      changesQuery((query) => query.get('limit') === 'two' && query.delete('limit')),
    ],
  },
  'ORD-066': filter('status', 'status'),
  'ORD-067': filter('invoiceNumber', 'invoiceNumber'),
  'ORD-068': {
    needs: { resources: ['order'] },
    async run(t) {
      const { body: order } = await t.call('getOrder', { path: { token: t.resource('order') } })
      const [item] = order.items
      if (!item) return t.unseen('the order has no items')
      const found = await list(t, { productId: item.id, limit: 100 })
      expect(tokensOf(found), 'orders with the product').toContain(order.token)
      const { totalItems } = await list(t)
      expect(found.totalItems, 'orders with the product, of all').toBeLessThan(totalItems)
      for (const token of tokensOf(found).slice(0, 5)) {
        const { body } = await t.call('getOrder', { path: { token } })
        expect(body.items.map(({ id }) => id)).toContain(item.id)
      }
    },
    sabotage: [ignoresQuery('productId'), findsNothing('productId')],
  },
  'ORD-069': {
    needs: { resources: ['order'] },
    async run(t) {
      const { body: order } = await t.call('getOrder', { path: { token: t.resource('order') } })
      const internal = order.items.find(({ uniqueId }) => uniqueId !== undefined)?.uniqueId
      if (internal === undefined) return t.unseen('no item shows an internal id (gap ORD-G26)')
      expect((await list(t, { productId: internal })).totalItems, 'orders found by an internal id').toBe(0)
    },
    sabotage: ignoresQuery('productId'),
  },
  'ORD-070': filter('placedBy', 'billingAddressName'),
  'ORD-071': moment('from', (placed, at) => placed > at),
  'ORD-072': moment('to', (placed, at) => placed < at),
  'ORD-073': {
    async run(t) {
      const all = await list(t, { limit: 100 })
      const recurring = await list(t, { isRecurringOrder: true, limit: 100 })
      const others = await list(t, { isRecurringOrder: false, limit: 100 })
      if (recurring.totalItems === 0 || others.totalItems === 0) {
        t.unseen('the target has not both recurring orders and others')
      }
      expect(recurring.totalItems + others.totalItems, 'recurring orders and others').toBe(all.totalItems)
      expect(tokensOf(recurring).filter((token) => tokensOf(others).includes(token))).toEqual([])
      for (const { isRecurringOrder } of recurring.items) expect(isRecurringOrder).not.toBe(false)
    },
    sabotage: ignoresQuery('isRecurringOrder'),
  },
  'ORD-074': filter('billingAddressCity', 'billingAddressCity'),
  'ORD-075': filter('billingAddressProvince', 'billingAddressProvince'),
  'ORD-076': filter('billingAddressPostalCode', 'billingAddressPostalCode'),
  'ORD-077': filter('billingAddressCountry', 'billingAddressCountry'),
  'ORD-078': filter('shippingAddressCity', 'shippingAddressCity'),
  'ORD-079': filter('shippingAddressProvince', 'shippingAddressProvince'),
  'ORD-080': filter('shippingAddressPostalCode', 'shippingAddressPostalCode'),
  'ORD-081': filter('shippingAddressCountry', 'shippingAddressCountry'),
}
