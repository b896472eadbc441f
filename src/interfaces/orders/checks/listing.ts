import type { components, operations } from '../../../../generated/orders/types.ts'
import type { Check } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { answersStatus, changesBody, ignoresQuery, type Sabotage, when } from '../../../check/sabotage.ts'

import { list, type Query, tokensOf } from './order-list.ts'
import { assumeProblem } from './problem.ts'

type Order = components['schemas']['Order']
type OrderList = components['schemas']['OrderList']

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
      if (value === undefined) return t.inconclusive(`no two of the first 100 orders differ in ${field}`)
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
      if (at === undefined || placed.at(0) === placed.at(-1))
        return t.inconclusive('all orders were placed at one moment')
      const found = await list(t, { [name]: new Date(at).toISOString(), limit: 100 })
      const expected = items.filter(({ creationDate }) => isOnThisSide(Date.parse(creationDate), at))
      for (const { creationDate } of found.items) {
        const time = Date.parse(creationDate)
        expect(isOnThisSide(time, at) || time === at, `${creationDate}, found by ${name}`).toBe(true)
        t.assume('ORD-G10', () => expect(time, `an order placed at the very moment of ${name}`).not.toBe(at))
      }
      expect(tokensOf(found), `orders found by ${name}`).toEqual(
        expect.arrayContaining(expected.map(({ token }) => token)),
      )
      const elsewhere = new Date(at + 2 * 3_600_000).toISOString().replace('Z', '+02:00')
      const zoned = await list(t, { [name]: elsewhere, limit: 100 })
      expect(tokensOf(zoned), `orders found by ${name}=${elsewhere}, the same moment`).toEqual(tokensOf(found))
      const leapSecond = { [name]: '2026-06-30T23:59:60Z' }
      const refused = await t.attempt('listOrders', { query: leapSecond })
      const what = `a leap second as ${name}`
      assumeProblem(t, refused, { what, status: 400, errors: [{ parameter: name }], gap: 'ORD-G10' })
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
  'ORD-066': filter('status', 'status'),
  'ORD-067': filter('invoiceNumber', 'invoiceNumber'),
  'ORD-068': {
    needs: { resources: ['order'] },
    async run(t) {
      const { totalItems, items } = await list(t, { limit: 5 })
      const orders = []
      for (const token of [t.resource('order'), ...items.map((listed) => listed.token)]) {
        orders.push((await t.call('getOrder', { path: { token } })).body)
      }
      const order = orders.reduce((most, other) => (other.items.length > most.items.length ? other : most))
      if (order.items.length === 0) t.inconclusive('the order has no items, nor has any of the first five')
      for (const { id } of order.items) {
        const found = await list(t, { productId: id, limit: 100 })
        expect(tokensOf(found), `orders with the product ${id}`).toContain(order.token)
        expect(found.totalItems, `orders with the product ${id}, of all`).toBeLessThan(totalItems)
        for (const token of tokensOf(found).slice(0, 5)) {
          const { body } = await t.call('getOrder', { path: { token } })
          expect(
            body.items.map((item) => item.id),
            `products of an order found by the product ${id}`,
          ).toContain(id)
        }
      }
    },
    sabotage: [ignoresQuery('productId'), findsNothing('productId')],
  },
  'ORD-069': {
    needs: { resources: ['order'] },
    async run(t) {
      const { body: order } = await t.call('getOrder', { path: { token: t.resource('order') } })
      const internal = order.items.find(({ uniqueId }) => uniqueId !== undefined)?.uniqueId
      if (internal === undefined) return t.inconclusive('no item shows an internal id (gap ORD-G26)')
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
        t.inconclusive('the target has not both recurring orders and others')
      }
      expect(recurring.totalItems + others.totalItems, 'recurring orders and others').toBe(all.totalItems)
      expect(
        tokensOf(recurring).filter((token) => tokensOf(others).includes(token)),
        'orders in both lists',
      ).toEqual([])
      for (const { isRecurringOrder } of recurring.items)
        expect(isRecurringOrder, 'isRecurringOrder of a recurring order').not.toBe(false)
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
