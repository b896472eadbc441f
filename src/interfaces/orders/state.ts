import type { components } from '../../../generated/orders/types.ts'

/** A stored order, with everything that a single read shows. */
export type OrderRecord = components['schemas']['OrderDetail']

export type Statuses = Pick<OrderRecord, 'status' | 'paymentStatus'>

/** An API key that the mock knows; the key of the record is the API key itself. */
export interface ApiKeyRecord {
  owner: string
}

export type ListEntry = components['schemas']['Order']
export type OrderUpdate = components['schemas']['OrderUpdate']

/** The part of an order that a list shows; items, taxes and promo codes are only in a single read (gap ORD-G17). */
export function toListEntry(order: OrderRecord): ListEntry {
  const known = listEntries.get(order)
  if (known) return known
  const { items: _, taxes: __, promocodes: ___, ...entry } = order
  if (Object.isFrozen(order)) listEntries.set(order, entry)
  return entry
}

/** Frozen records are read again and again; others are new at each read. */
const listEntries = new WeakMap<OrderRecord, ListEntry>()

/**
 * The order after an update: it has each field that was sent (ORD-034, ORD-035, ORD-037, ORD-083, ORD-086). Missing fields stay unchanged,
 * and `metadata` replaces the earlier value (gap ORD-G09). Every change of a status is allowed (gap ORD-G03), also from `Pending` and
 * `Authorized` to `Processed` and `Paid`.
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

/** The documented capture: both changes in one update (ORD-060). */
export const capture = {
  before: { status: 'Pending', paymentStatus: 'Authorized' },
  after: { status: 'Processed', paymentStatus: 'Paid' },
} as const satisfies Record<'before' | 'after', Statuses>

/** Whether an update captured an order. */
export function isCaptured(before: Statuses, after: Statuses): boolean {
  return (['status', 'paymentStatus'] as const).every(
    (name) => before[name] === capture.before[name] && after[name] === capture.after[name],
  )
}
