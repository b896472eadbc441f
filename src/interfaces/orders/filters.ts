import type { operations } from '../../../generated/orders/types.ts'
import type { OrderRecord } from './state.ts'

export type ListQuery = NonNullable<operations['listOrders']['parameters']['query']>

/** Filters that compare the field of their own name, and the rule of each. */
const fieldFilters = {
  status: 'ORD-066',
  invoiceNumber: 'ORD-067',
  billingAddressCity: 'ORD-074',
  billingAddressProvince: 'ORD-075',
  billingAddressPostalCode: 'ORD-076',
  billingAddressCountry: 'ORD-077',
  shippingAddressCity: 'ORD-078',
  shippingAddressProvince: 'ORD-079',
  shippingAddressPostalCode: 'ORD-080',
  shippingAddressCountry: 'ORD-081',
} as const satisfies { [Name in keyof ListQuery & keyof OrderRecord]?: string }

type FieldFilter = keyof typeof fieldFilters
const fieldNames = Object.keys(fieldFilters) as FieldFilter[]

const otherParameters: { [Name in Exclude<keyof ListQuery, FieldFilter>]-?: readonly string[] } = {
  offset: ['ORD-064'],
  limit: ['ORD-065'],
  productId: ['ORD-068', 'ORD-069'],
  placedBy: ['ORD-070'],
  from: ['ORD-071'],
  to: ['ORD-072'],
  isRecurringOrder: ['ORD-073'],
}

const rulesByName = new Map<string, string | readonly string[]>([
  ...Object.entries(fieldFilters),
  ...Object.entries(otherParameters),
])

/** The rules of the parameters that a query has. */
export function rulesOf(query: ListQuery): string[] {
  return Object.keys(query).flatMap((name) => rulesByName.get(name) ?? [])
}

/** Whether an order passes every filter of the query (gap ORD-G13). Values are compared exactly, case included (gap ORD-G16). */
export function matches(order: OrderRecord, query: ListQuery): boolean {
  return (
    fieldNames.every((name) => query[name] === undefined || order[name] === query[name]) &&
    // The id that the merchant gave, never `uniqueId`, which the system made (ORD-068, ORD-069).
    (query.productId === undefined || order.items.some(({ id }) => id === query.productId)) &&
    (query.placedBy === undefined || order.billingAddressName === query.placedBy) &&
    (query.isRecurringOrder === undefined || (order.isRecurringOrder === true) === query.isRecurringOrder) &&
    isPlacedWithin(order, query)
  )
}

/** "After" and "before" by the letter: the very moment is neither (gap ORD-G10). */
function isPlacedWithin(order: OrderRecord, { from, to }: ListQuery): boolean {
  if (from === undefined && to === undefined) return true
  const placed = placedAt(order)
  return (from === undefined || placed > Date.parse(from)) && (to === undefined || placed < Date.parse(to))
}

/** Newest first; orders of the same moment by token, so that pages never overlap (gap ORD-G12). */
export function byNewest(one: OrderRecord, other: OrderRecord): number {
  const later = placedAt(other) - placedAt(one)
  return later !== 0 ? later : one.token < other.token ? -1 : 1
}

/** A list compares moments a few hundred times, of records that never change in place. */
const moments = new WeakMap<OrderRecord, number>()

function placedAt(order: OrderRecord): number {
  const known = moments.get(order)
  if (known !== undefined) return known
  const moment = Date.parse(order.creationDate)
  moments.set(order, moment)
  return moment
}
