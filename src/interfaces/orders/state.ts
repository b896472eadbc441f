import type { components } from '../../../generated/orders/types.ts'

/** An order as the mock keeps it: all that a single read shows. */
export type OrderRecord = components['schemas']['OrderDetail']

/** Where an order stands. */
export type Standing = Pick<OrderRecord, 'status' | 'paymentStatus'>

/** An API key that the mock knows; the key of the record is the API key itself. */
export interface ApiKeyRecord {
  /** Whose it is. */
  owner: string
}

export type ListEntry = components['schemas']['Order']
export type OrderUpdate = components['schemas']['OrderUpdate']

/** What a list shows of an order; items, taxes and promo codes are for the single read (gap ORD-G17). */
export function toListEntry(order: OrderRecord): ListEntry {
  const known = listEntries.get(order)
  if (known) return known
  const { items: _, taxes: __, promocodes: ___, ...entry } = order
  listEntries.set(order, entry)
  return entry
}

/** Records never change in place. */
const listEntries = new WeakMap<OrderRecord, ListEntry>()

/**
 * The order after an update. What is left out stays as it is, and a given `metadata` replaces the one before (gap ORD-G09); any
 * move of a status is allowed (gap ORD-G03), so that `Pending` and `Authorized` become `Processed` and `Paid` like any other.
 */
export function applyUpdate(order: OrderRecord, update: OrderUpdate): OrderRecord {
  const { status, paymentStatus, trackingNumber, trackingUrl, metadata } = update
  return {
    ...order,
    status,
    ...(paymentStatus === undefined ? {} : { paymentStatus }),
    ...(trackingNumber === undefined ? {} : { trackingNumber }),
    ...(trackingUrl === undefined ? {} : { trackingUrl }),
    ...(metadata === undefined ? {} : { metadata }),
  }
}

/** The documented capture: both moves in one update (ORD-060). */
export const capture = {
  before: { status: 'Pending', paymentStatus: 'Authorized' },
  after: { status: 'Processed', paymentStatus: 'Paid' },
} as const satisfies Record<'before' | 'after', Standing>

/** Whether an order that stood so has been captured. */
export function isCaptured(before: Standing, after: Standing): boolean {
  return stands(before, capture.before) && stands(after, capture.after)
}

function stands(one: Standing, other: Standing): boolean {
  return one.status === other.status && one.paymentStatus === other.paymentStatus
}
