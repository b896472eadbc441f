import type { components, operations } from '../../../../generated/orders/types.ts'
import type { Check } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { changesBody, changesQuery, ignoresQuery } from '../../../check/sabotage.ts'
import { assumeProblem, type Context, list, longList, type Query, tellsNoPlace, tokensOf } from './expectations.ts'

type OrderList = components['schemas']['OrderList']

const tooGreat = '99999999999999999999'

/** Assumes the refusal of values that are not numbers (gap ORD-G04), or out of range (gap ORD-G05). */
async function assumeRefused(t: Context, parameter: 'offset' | 'limit', values: readonly string[]) {
  for (const value of values) {
    const reply = await t.attempt('listOrders', { query: { [parameter]: value } })
    const gap = Number.isNaN(Number(value)) ? 'ORD-G04' : 'ORD-G05'
    assumeProblem(t, reply, { what: `${parameter}=${value}`, status: 400, errors: [{ parameter }], gap })
  }
}

/** Newest first; orders of the same moment by their tokens (gap ORD-G12). */
async function assumeNewestFirst(t: Context) {
  const { items } = await list(t, { limit: 10 })
  const dates = items.map(({ creationDate }) => Date.parse(creationDate))
  t.assume('ORD-G12', () => expect(dates, 'dates of the list').toEqual(dates.toSorted((one, other) => other - one)))
  const [newest] = items
  if (!newest || !t.hasControl) return
  const twins = ['ffffffff-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000001']
  const order = (await t.control.getRecord('orders', newest.token)) as object
  for (const token of twins) await t.control.putRecord('orders', token, { ...order, token })
  const first = tokensOf(await list(t, { limit: 3 }))
  t.assume('ORD-G12', () =>
    expect(first, 'tokens of three orders of one moment').toEqual([...twins, newest.token].toSorted()),
  )
}

/** A value of each filter. One that has another value by default leaves out orders that this one finds. */
function filtersFor(order: components['schemas']['OrderDetail']): Query[] {
  const own: Query = Object.fromEntries(addressFilters.map((name) => [name, order[name]]))
  const product = order.items[0]?.id
  return [
    { status: 'Shipped' },
    { status: 'Pending' },
    { status: order.status },
    { isRecurringOrder: true },
    { isRecurringOrder: false },
    { from: new Date(0).toISOString() },
    { to: '2999-01-01T00:00:00Z' },
    { invoiceNumber: order.invoiceNumber },
    ...(product === undefined ? [] : [{ productId: product }]),
    ...(order.billingAddressName === undefined ? [] : [{ placedBy: order.billingAddressName }]),
    ...Object.entries(own).flatMap(([name, value]) => (value === undefined ? [] : [{ [name]: value }])),
  ]
}

const addressFilters = (['billing', 'shipping'] as const).flatMap((kind) =>
  (['City', 'Province', 'PostalCode', 'Country'] as const).map((part) => `${kind}Address${part}` as const),
)

const hasDefault = (name: string, value: string) => changesQuery((query) => query.has(name) || query.set(name, value))

export const paging: Record<string, Check<operations>> = {
  'ORD-092': {
    needs: { resources: ['order'] },
    async run(t) {
      const whole = await longList(t)
      if (!whole.isWhole) t.inconclusive('there are more orders than one list shows')
      const { body: order } = await t.call('getOrder', { path: { token: t.resource('order') } })
      for (const query of filtersFor(order)) {
        const found = tokensOf(await longList(t, query))
        const what = `the list without a filter, beside that with ${JSON.stringify(query)}`
        expect(tokensOf(whole), what).toEqual(expect.arrayContaining(found))
      }
    },
    sabotage: [
      ...['Shipped', 'Pending'].map((status) => hasDefault('status', status)),
      ...['true', 'false'].map((value) => hasDefault('isRecurringOrder', value)),
      hasDefault('from', '2026-02-01T00:00:00Z'),
      hasDefault('to', '2026-02-01T00:00:00Z'),
      ...['invoiceNumber', 'productId', 'placedBy', ...addressFilters].map((name) => hasDefault(name, 'XX')),
    ],
  },
  'ORD-064': {
    needs: { control: 'where offered' },
    async run(t) {
      const whole = await list(t, { limit: 10 })
      if (whole.items.length < 4) t.inconclusive('there are fewer than four orders')
      const page = await list(t, { limit: 10, offset: 3 })
      expect(tokensOf(page).slice(0, 1), 'the first order after three').toEqual(tokensOf(whole).slice(3, 4))
      expect(tokensOf(page), 'orders after the first three').not.toEqual(
        expect.arrayContaining(tokensOf(whole).slice(0, 3)),
      )
      expect(tokensOf(await list(t, { limit: 10, offset: 0 })), 'orders without an offset').toEqual(tokensOf(whole))
      await assumeRefused(t, 'offset', ['three', '-1', tooGreat])
      await assumeNewestFirst(t)
    },
    sabotage: [
      ignoresQuery('offset'),
      changesQuery((query) => query.has('offset') || query.set('offset', '1')),
      changesQuery((query) => query.get('offset') === 'three' && query.delete('offset')),
      changesBody((found: OrderList) => ({ ...found, items: found.items.toReversed() })),
    ],
  },
  'ORD-065': {
    async run(t) {
      const { items } = await list(t)
      if (items.length < 3) t.inconclusive('there are fewer than three orders')
      expect((await list(t, { limit: 2 })).items.length, 'number of orders with a limit of 2').toBe(2)
      const next = await list(t, { offset: items.length, limit: 1 })
      expect(items.length, 'orders without a limit').toBeLessThanOrEqual(20)
      if (next.items.length > 0) expect(items.length, 'number of orders without a limit, where there are more').toBe(20)
      await assumeRefused(t, 'limit', ['two', '0', tooGreat])
    },
    sabotage: [
      ignoresQuery('limit'),
      changesQuery((query) => query.has('limit') || query.set('limit', '19')),
      changesQuery((query) => query.get('limit') === 'two' && query.delete('limit')),
      tellsNoPlace,
    ],
  },
}
