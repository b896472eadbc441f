import type { operations } from '../../../generated/orders/types.ts'
import type { OrderRecord } from './state.ts'

export type ListQuery = NonNullable<operations['listOrders']['parameters']['query']>

/** Filters that compare the field with their own name, and the rule of each. */
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
export function rulesOfQuery(query: ListQuery): string[] {
  return Object.keys(query).flatMap((name) => rulesByName.get(name) ?? [])
}

type Filter = (order: OrderRecord) => boolean

/**
 * Returns whether an order matches every filter of the query (gap ORD-G13); no filter has a default (ORD-092). Values are compared exactly,
 * with case (gap ORD-G16).
 */
export function filterOf(query: ListQuery): Filter {
  const filters = [...fieldFiltersOf(query), ...otherFiltersOf(query)]
  return (order) => filters.every((passes) => passes(order))
}

function fieldFiltersOf(query: ListQuery): Filter[] {
  const names = fieldNames.filter((name) => query[name] !== undefined)
  return names.map((name) => (order) => order[name] === query[name])
}

function* otherFiltersOf({ productId, placedBy, from, to, isRecurringOrder }: ListQuery): Generator<Filter> {
  // The id that the merchant assigned, not the system's `uniqueId` (ORD-068, ORD-069).
  if (productId !== undefined) yield ({ items }) => items.some(({ id }) => id === productId)
  if (placedBy !== undefined) yield ({ billingAddressName }) => billingAddressName === placedBy
  if (isRecurringOrder !== undefined) yield (order) => (order.isRecurringOrder === true) === isRecurringOrder
  // "After" and "before" exclude the moment itself (gap ORD-G10).
  const [after, before] = [Date.parse(from ?? ''), Date.parse(to ?? '')]
  if (from !== undefined) yield (order) => placedAt(order) > after
  if (to !== undefined) yield (order) => placedAt(order) < before
}

/** Newest first; orders of the same moment are sorted by token, so that pages never overlap (gap ORD-G12). */
export function newestFirst(orders: readonly OrderRecord[]): OrderRecord[] {
  const dated = orders.map((order) => ({ order, placed: placedAt(order) }))
  dated.sort((one, other) => other.placed - one.placed || (one.order.token < other.order.token ? -1 : 1))
  return dated.map(({ order }) => order)
}

/** Parsed dates of frozen records, which are read again and again; others are new at each read. */
const moments = new WeakMap<OrderRecord, number>()

function placedAt(order: OrderRecord): number {
  const known = moments.get(order)
  if (known !== undefined) return known
  const moment = Date.parse(order.creationDate)
  if (Object.isFrozen(order)) moments.set(order, moment)
  return moment
}
