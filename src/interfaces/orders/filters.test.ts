import { expect, it } from 'vitest'
import { newestFirst } from './filters.ts'
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

it('newestFirst puts the newest first, and settles a tie by token', () => {
  const later = { ...order, creationDate: '2026-03-02T10:15:42.5+00:00' }
  const twin = { ...order, token: '3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f11' }
  expect(newestFirst([twin, order, later])).toEqual([later, order, twin])
})

it('pastOrders have tokens that differ', () => {
  expect(new Set(pastOrders.map((past) => past.order.token)).size).toBe(pastOrders.length)
})

it('pastOrders show every order status but Shipped, of which the documented examples show the only one', () => {
  const statuses = new Set(pastOrders.map((past) => past.order.status))
  expect([...statuses].sort()).toEqual(['Cancelled', 'Delivered', 'Disputed', 'InProgress', 'Pending', 'Processed'])
})

it('pastOrders are older than every documented example', () => {
  for (const past of pastOrders)
    expect(Date.parse(past.order.creationDate)).toBeLessThan(Date.parse('2026-01-21T13:05:00Z'))
})
