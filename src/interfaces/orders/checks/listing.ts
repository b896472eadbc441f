import type { components, operations } from '../../../../generated/orders/types.ts'
import type { Check, CheckContext } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import {
  answersStatus,
  changesBody,
  changesQuery,
  ignoresQuery,
  on,
  type Sabotage,
  when,
} from '../../../check/sabotage.ts'
import { assumeProblem, expectServed, expectToList, list, longList, type Query, tokensOf } from './expectations.ts'

type Order = components['schemas']['Order']
type OrderDetail = components['schemas']['OrderDetail']
type OrderList = components['schemas']['OrderList']

const idsOf = ({ items }: OrderDetail) => items.map(({ id }) => id)

/** Makes a filter match no order. */
function findsNothing(name: string): Sabotage {
  const empties = changesBody((list: OrderList) => ({ ...list, totalItems: 0, items: [] }))
  return when(({ query }) => new URLSearchParams(query).has(name), empties)
}

/** A text in lower case, since an exact match may ignore case. */
const lower = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value)

/** Finds no order by a part of the value of a field. */
async function findsNoPart(t: CheckContext<operations>, name: keyof Query & string, field: keyof Order, value: string) {
  for (const part of [value.slice(0, -1), value.slice(1)].filter((text) => text.trim() !== '')) {
    const { status, body } = await t.attempt('listOrders', { query: { [name]: part } })
    const found = status < 300 ? body.items.map((order) => lower(order[field])) : []
    const others = found.filter((one) => one !== undefined && one !== lower(part))
    expect(others, `${field} of orders found by ${name}=${part}`).toEqual([])
  }
}

/** Compares a field with a filter in another way than exactly. */
function compares(
  name: keyof Query & string,
  field: keyof Order,
  isMatch: (value: string, wanted: string) => boolean,
): Sabotage {
  return on('listOrders', async (request, forward) => {
    const query = new URLSearchParams(request.query)
    const wanted = query.get(name)
    if (wanted === null) return forward(request)
    query.delete(name)
    const answer = await forward({ ...request, query: query.toString() })
    const list = answer.body as OrderList
    const items = list.items.filter((order) => isMatch(String(order[field] ?? ''), wanted))
    return { ...answer, body: { ...list, items, totalItems: items.length } }
  })
}

/** A filter that compares a field of the order exactly. */
function filter(
  name: keyof Query & string,
  field: keyof Order & string,
  { isText = false }: { isText?: boolean } = {},
): Check<operations> {
  return {
    async run(t) {
      const { items } = await longList(t)
      const values = items.map((order) => order[field])
      const value = values.find((one) => one !== undefined && values.some((other) => other !== one))
      if (value === undefined) return t.inconclusive(`no two of the first orders differ in ${field}`)
      const found = await longList(t, { [name]: value })
      expect(found.items.length, `orders whose ${field} is ${value}`).toBeGreaterThan(0)
      for (const order of found.items) {
        expect(lower(order[field]), `${field} of an order found by ${name}, without its case`).toBe(lower(value))
        t.assume('ORD-G16', () => expect(order[field], `${field} of an order found by ${name}`).toBe(value))
      }
      const expected = items.filter((order) => order[field] === value)
      expectToList(t, found, tokensOf({ items: expected }), `orders found by ${name}=${value}`)
      if (isText) await findsNoPart(t, name, field, String(value))
    },
    sabotage: [
      ignoresQuery(name),
      findsNothing(name),
      ...(isText ? [compares(name, field, (one, wanted) => one.includes(wanted))] : []),
      ...(isText ? [compares(name, field, (one, wanted) => one.endsWith(wanted))] : []),
    ],
  }
}

/** A filter whose comparison the documents leave open: it finds the orders that have the value. */
function looseFilter(name: keyof Query & string, field: keyof Order & string, gap: string): Check<operations> {
  return {
    onlyAssumed: gap,
    async run(t) {
      const { items } = await longList(t)
      const value = items.map((order) => order[field]).find((one) => one !== undefined)
      if (value === undefined) return t.inconclusive(`none of the first orders has ${field}`)
      const found = await longList(t, { [name]: value })
      t.assume(gap, () => {
        expect(found.items.length, `orders whose ${field} is ${value}`).toBeGreaterThan(0)
        for (const order of found.items) expect(order[field], `${field} of an order found by ${name}`).toBe(value)
      })
    },
    sabotage: [ignoresQuery(name), findsNothing(name)],
  }
}

const year = 365 * 24 * 3_600_000

/** `from` and `to` select orders on one side of a moment. Which date of an order counts is assumed; far from all orders it does not matter. */
function moment(name: 'from' | 'to', isOnThisSide: (placed: number, at: number) => boolean): Check<operations> {
  return {
    async run(t) {
      const { items, isWhole } = await longList(t)
      // ISO 8601 has dates that JavaScript does not read.
      const read = items.map(({ creationDate }) => Date.parse(creationDate)).filter((date) => !Number.isNaN(date))
      const placed = read.sort((one, other) => one - other)
      const [first, last] = [placed.at(0), placed.at(-1)]
      const at = placed[Math.floor(placed.length / 2)]
      if (first === undefined || last === undefined || at === undefined || first === last)
        return t.inconclusive('no two of the first orders differ in creationDate')
      const now = await t.now()
      const [before, after] = [new Date(0), new Date(Math.max(now, last) + 50 * year)].map((date) => date.toISOString())
      const [all, none] = name === 'from' ? [before, after] : [after, before]
      expect((await list(t, { [name]: none })).items, `orders found by ${name}=${none}`).toEqual([])
      const everything = await longList(t, { [name]: all })
      expect(everything.items.length > 0, `whether orders are found by ${name}=${all}`).toBe(true)
      if (isWhole) expectToList(t, everything, tokensOf({ items }), `orders found by ${name}=${all}`)
      await assumeMoment(t, { name, items, at, isOnThisSide })
    },
    sabotage: [
      ignoresQuery(name),
      findsNothing(name),
      changesQuery((query) => {
        const wanted = query.get(name)
        if (wanted !== null && Math.abs(Date.parse(wanted) - Date.now()) < 20 * year) query.delete(name)
      }),
    ],
  }
}

interface Halves {
  name: 'from' | 'to'
  items: readonly Order[]
  /** A moment between them. */
  at: number
  isOnThisSide: (placed: number, at: number) => boolean
}

async function assumeMoment(t: CheckContext<operations>, { name, items, at, isOnThisSide }: Halves): Promise<void> {
  const found = await longList(t, { [name]: new Date(at).toISOString() })
  const times = found.items.map(({ creationDate }) => Date.parse(creationDate))
  const expected = items.filter(({ creationDate }) => isOnThisSide(Date.parse(creationDate), at))
  t.assume('ORD-G31', () => {
    const elsewhere = times.filter((time) => time !== at && !isOnThisSide(time, at))
    expect(elsewhere, `moments on the other side of ${name}`).toEqual([])
    expect(tokensOf(found), `orders found by ${name}`).toEqual(expect.arrayContaining(tokensOf({ items: expected })))
  })
  t.assume('ORD-G10', () => expect(times, `orders placed at the very moment of ${name}`).not.toContain(at))
  const elsewhere = new Date(at + 2 * 3_600_000).toISOString().replace('Z', '+02:00')
  const zoned = await t.attempt('listOrders', { query: { [name]: elsewhere, limit: 100 } })
  t.assume('ORD-G31', () => {
    expect(zoned.status, `status of a list with ${name}=${elsewhere}`).toBe(200)
    expect(tokensOf(zoned.body), `orders found by ${name}=${elsewhere}, the same moment`).toEqual(tokensOf(found))
  })
  const refused = await t.attempt('listOrders', { query: { [name]: '2026-06-30T23:59:60Z' } })
  const what = `a leap second as ${name}`
  assumeProblem(t, refused, { what, status: 400, errors: [{ parameter: name }], gap: 'ORD-G10' })
}

export const listing: Record<string, Check<operations>> = {
  'ORD-002': {
    async run(t) {
      const reply = await t.send({ method: 'GET', target: '/orders', headers: { accept: 'application/json' } })
      expectServed(t, reply, '/orders below the base address, which ends in /api')
    },
    sabotage: answersStatus(404),
  },
  'ORD-015': {
    async run(t) {
      const tokens = tokensOf(await longList(t))
      expect(new Set(tokens).size, 'different tokens').toBe(tokens.length)
    },
    sabotage: changesBody((list: OrderList) => ({ ...list, items: [...list.items, list.items[0]] })),
  },
  'ORD-066': filter('status', 'status'),
  'ORD-067': looseFilter('invoiceNumber', 'invoiceNumber', 'ORD-G32'),
  'ORD-068': {
    needs: { resources: ['order'] },
    async run(t) {
      const { items } = await list(t, { limit: 5 })
      const orders = []
      for (const token of new Set([t.resource('order'), ...tokensOf({ items })])) {
        orders.push((await t.call('getOrder', { path: { token } })).body)
      }
      const order = orders.reduce((largest, other) => (other.items.length > largest.items.length ? other : largest))
      if (order.items.length === 0) t.inconclusive('the order has no items, nor has any of the first five')
      for (const { id } of order.items) {
        const found = await longList(t, { productId: id })
        const tokens = tokensOf(found)
        // The documents do not show which id of an item is the user-defined one: a server that finds nothing by this one only differs.
        t.assume('ORD-G26', () => expect(tokens, `orders with the product ${id}`).toContain(order.token))
        if (tokens.length === 0) continue
        for (const other of orders.filter((one) => !idsOf(one).includes(id)))
          expect(tokens, `orders with the product ${id}`).not.toContain(other.token)
        for (const token of tokens.slice(0, 5)) {
          const { body } = await t.call('getOrder', { path: { token } })
          expect(idsOf(body), `products of an order found by the product ${id}`).toContain(id)
        }
      }
    },
    sabotage: [ignoresQuery('productId'), findsNothing('productId')],
  },
  'ORD-069': {
    onlyAssumed: 'ORD-G26',
    needs: { resources: ['order'] },
    async run(t) {
      const { body: order } = await t.call('getOrder', { path: { token: t.resource('order') } })
      const internal = order.items.find(({ uniqueId }) => uniqueId !== undefined)?.uniqueId
      if (internal === undefined) return t.inconclusive('no item shows an internal id (gap ORD-G26)')
      const { items } = await list(t, { productId: internal })
      t.assume('ORD-G26', () => expect(items, 'orders found by an internal id').toEqual([]))
    },
    sabotage: ignoresQuery('productId'),
  },
  'ORD-070': looseFilter('placedBy', 'billingAddressName', 'ORD-G15'),
  'ORD-071': moment('from', (placed, at) => placed > at),
  'ORD-072': moment('to', (placed, at) => placed < at),
  'ORD-073': {
    async run(t) {
      const all = await longList(t)
      const recurring = await longList(t, { isRecurringOrder: true })
      const others = await longList(t, { isRecurringOrder: false })
      if (recurring.items.length === 0 || others.items.length === 0) {
        t.inconclusive('the target has not both recurring orders and others')
      }
      expect(
        tokensOf(recurring).filter((token) => tokensOf(others).includes(token)),
        'orders in both lists',
      ).toEqual([])
      if (all.isWhole)
        expect([...tokensOf(recurring), ...tokensOf(others)].toSorted(), 'recurring orders and others').toEqual(
          tokensOf(all).toSorted(),
        )
      for (const { isRecurringOrder } of recurring.items)
        t.assume('ORD-G01', () => expect(isRecurringOrder, 'isRecurringOrder of a recurring order').not.toBe(false))
    },
    sabotage: ignoresQuery('isRecurringOrder'),
  },
  'ORD-074': filter('billingAddressCity', 'billingAddressCity', { isText: true }),
  'ORD-075': filter('billingAddressProvince', 'billingAddressProvince', { isText: true }),
  'ORD-076': filter('billingAddressPostalCode', 'billingAddressPostalCode', { isText: true }),
  'ORD-077': filter('billingAddressCountry', 'billingAddressCountry'),
  'ORD-078': filter('shippingAddressCity', 'shippingAddressCity', { isText: true }),
  'ORD-079': filter('shippingAddressProvince', 'shippingAddressProvince', { isText: true }),
  'ORD-080': filter('shippingAddressPostalCode', 'shippingAddressPostalCode', { isText: true }),
  'ORD-081': filter('shippingAddressCountry', 'shippingAddressCountry'),
}
