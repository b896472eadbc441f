import { describe, expect, it } from 'vitest'
import { filterOf, type ListQuery, newestFirst, rulesOf } from './filters.ts'
import { pastOrders } from './past-orders.ts'
import type { OrderRecord } from './state.ts'

const order: OrderRecord = {
  token: '3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f10',
  creationDate: '2026-03-02T10:15:42Z',
  status: 'Processed',
  paymentMethod: 'CreditCard',
  paymentStatus: 'Paid',
  invoiceNumber: 'INV-1003',
  email: 'noor.haddad@shopper.example',
  items: [{ id: 'CANVAS-TOTE', name: 'Canvas tote', price: 20, quantity: 2, uniqueId: 'internal-1' }],
  taxes: [],
  billingAddressName: 'Noor Haddad',
  billingAddressCity: 'Montreal',
  billingAddressProvince: 'QC',
  billingAddressPostalCode: 'H2X 1Y4',
  billingAddressCountry: 'CA',
  shippingAddressCity: 'Hoboken',
  shippingAddressProvince: 'NJ',
  shippingAddressPostalCode: '07030',
  shippingAddressCountry: 'US',
}

const cases: [rule: string, passes: ListQuery, fails: ListQuery][] = [
  ['ORD-066', { status: 'Processed' }, { status: 'Pending' }],
  ['ORD-067', { invoiceNumber: 'INV-1003' }, { invoiceNumber: 'INV-100' }],
  ['ORD-068', { productId: 'CANVAS-TOTE' }, { productId: 'ENAMEL-MUG' }],
  ['ORD-069', { productId: 'CANVAS-TOTE' }, { productId: 'internal-1' }],
  ['ORD-070', { placedBy: 'Noor Haddad' }, { placedBy: 'Noor' }],
  ['ORD-071', { from: '2026-03-02T10:15:41.999Z' }, { from: '2026-03-02T10:15:42Z' }],
  ['ORD-072', { to: '2026-03-02T10:15:42.001Z' }, { to: '2026-03-02T10:15:42Z' }],
  ['ORD-073', { isRecurringOrder: false }, { isRecurringOrder: true }],
  ['ORD-074', { billingAddressCity: 'Montreal' }, { billingAddressCity: 'montreal' }],
  ['ORD-075', { billingAddressProvince: 'QC' }, { billingAddressProvince: 'NJ' }],
  ['ORD-076', { billingAddressPostalCode: 'H2X 1Y4' }, { billingAddressPostalCode: 'H2X1Y4' }],
  ['ORD-077', { billingAddressCountry: 'CA' }, { billingAddressCountry: 'US' }],
  ['ORD-078', { shippingAddressCity: 'Hoboken' }, { shippingAddressCity: 'Montreal' }],
  ['ORD-079', { shippingAddressProvince: 'NJ' }, { shippingAddressProvince: 'QC' }],
  ['ORD-080', { shippingAddressPostalCode: '07030' }, { shippingAddressPostalCode: '7030' }],
  ['ORD-081', { shippingAddressCountry: 'US' }, { shippingAddressCountry: 'CA' }],
]

describe('filters', () => {
  it.each(cases)('%s: %j finds the order, and %j does not', (rule, passes, fails) => {
    expect(finds(order, passes)).toBe(true)
    expect(finds(order, fails)).toBe(false)
    expect(rulesOf(passes)).toContain(rule)
  })

  it('asks for all filters at once', () => {
    expect(finds(order, { status: 'Processed', shippingAddressCity: 'Hoboken', from: '2026-03-01T00:00:00Z' })).toBe(
      true,
    )
    expect(finds(order, { status: 'Processed', shippingAddressCity: 'Hoboken', from: '2026-03-03T00:00:00Z' })).toBe(
      false,
    )
  })

  it('compares moments, whatever their zone', () => {
    expect(finds(order, { from: '2026-03-02T12:15:41+02:00', to: '2026-03-02T05:15:43-05:00' })).toBe(true)
  })

  it('finds nothing by the address of an order that is not shipped', () => {
    const { shippingAddressCity: _, ...download } = order
    expect(finds(download, { shippingAddressCity: 'Hoboken' })).toBe(false)
  })
})

describe('newestFirst', () => {
  it('puts the newest first, and settles a tie by token', () => {
    const later = { ...order, creationDate: '2026-03-02T10:15:42.5+00:00' }
    const twin = { ...order, token: '3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f11' }
    expect(newestFirst([twin, order, later])).toEqual([later, order, twin])
  })
})

describe('pastOrders', () => {
  it('ORD-015: have tokens that differ', () => {
    expect(new Set(pastOrders.map((past) => past.order.token)).size).toBe(pastOrders.length)
  })

  it('show every order status but Shipped, of which the documented examples show the only one', () => {
    const statuses = new Set(pastOrders.map((past) => past.order.status))
    expect([...statuses].sort()).toEqual(['Cancelled', 'Delivered', 'Disputed', 'InProgress', 'Pending', 'Processed'])
  })

  it('are older than every documented example', () => {
    for (const past of pastOrders)
      expect(Date.parse(past.order.creationDate)).toBeLessThan(Date.parse('2026-01-21T13:05:00Z'))
  })
})

function finds(order: Parameters<ReturnType<typeof filterOf>>[0], query: ListQuery): boolean {
  return filterOf(query)(order)
}
