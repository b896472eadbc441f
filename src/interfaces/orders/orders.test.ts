import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { components } from '../../../generated/orders/types.ts'
import { loadRuntime } from '../../contract/registry.ts'
import { examplesOf } from '../../mock/examples.ts'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { credentials } from './seed.ts'

type Schemas = components['schemas']

const authorized = 'a1b7c9d2-5e3f-4a86-8c04-6f2d1e9b7a35'
const paid = '3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f10'
const recurring = '5c9e2b70-18d4-4f6b-b3a7-90e1d2c4f568'

const mock = openMock('orders')

/** A shop of its own: what a test changes, no other sees. */
function openShop() {
  const headers = { ...credentials[0]?.headers, accept: 'application/json', 'x-mock-session': randomUUID() }
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${mock.origin}/orders/api${path}`, { ...init, headers: { ...headers, ...init.headers } })
  return {
    call,
    read: async <T>(path: string): Promise<T> => (await call(path)).json(),
    update: (token: string, body: unknown) =>
      call(`/orders/${token}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}

describe('listOrders', () => {
  const examples = examplesOf(loadRuntime('orders')).of('listOrders', 200) as Schemas['OrderList'][]

  it.each(examples.filter(({ totalItems }) => totalItems === 28))(
    'ORD-064, ORD-065: answers the documented page of offset $offset and limit $limit',
    async (page) => {
      expect(await openShop().read(`/orders?offset=${page.offset}&limit=${page.limit}`)).toEqual(page)
    },
  )

  it('ORD-066: answers the documented list of shipped orders', async () => {
    const documented = examples.find(({ totalItems }) => totalItems === 1)
    expect(await openShop().read('/orders?status=Shipped')).toEqual(documented)
  })

  it('answers the documented empty list when nothing matches', async () => {
    const documented = examples.find(({ totalItems }) => totalItems === 0)
    expect(await openShop().read('/orders?invoiceNumber=INV-9999')).toEqual(documented)
  })

  it('ORD-064, ORD-065: skips none and fetches twenty by default', async () => {
    const list = await openShop().read<Schemas['OrderList']>('/orders')
    expect(list).toMatchObject({ totalItems: 28, offset: 0, limit: 20 })
    expect(list.items).toHaveLength(20)
  })

  it('ORD-015, ORD-064: pages cover every order once', async () => {
    const { read } = openShop()
    const pages = await Promise.all(
      [0, 10, 20, 30].map((offset) => read<Schemas['OrderList']>(`/orders?offset=${offset}&limit=10`)),
    )
    expect(pages.map(({ items }) => items.length)).toEqual([10, 10, 8, 0])
    const tokens = pages.flatMap(({ items }) => items.map(({ token }) => token))
    expect(new Set(tokens).size).toBe(28)
    expect(pages.map(({ totalItems }) => totalItems)).toEqual([28, 28, 28, 28])
  })

  it.each([
    ['ORD-066', 'status=Cancelled', 3],
    ['ORD-067', 'invoiceNumber=INV-1003', 1],
    ['ORD-068', 'productId=COFFEE-MONTHLY', 6],
    ['ORD-069', 'productId=4fadbc6a-7e85-41df-809b-c5d6e7f8a9b0', 0],
    ['ORD-070', 'placedBy=Noor%20Haddad', 4],
    ['ORD-071', 'from=2026-02-17T17:48:20Z', 2],
    ['ORD-072', 'to=2025-09-17T17:48:20Z', 1],
    ['ORD-073', 'isRecurringOrder=true', 6],
    ['ORD-073', 'isRecurringOrder=false', 22],
    ['ORD-074', 'billingAddressCity=Qu%C3%A9bec', 4],
    ['ORD-075', 'billingAddressProvince=QC', 8],
    ['ORD-076', 'billingAddressPostalCode=10013', 5],
    ['ORD-077', 'billingAddressCountry=DE', 6],
    ['ORD-078', 'shippingAddressCity=Hoboken', 5],
    ['ORD-079', 'shippingAddressProvince=ON', 1],
    ['ORD-080', 'shippingAddressPostalCode=K1P%205M7', 1],
    ['ORD-081', 'shippingAddressCountry=PT', 3],
    ['ORD-070, ORD-077', 'placedBy=Noor%20Haddad&billingAddressCountry=US', 0],
  ])('%s: %s finds %i', async (_, query, totalItems) => {
    const list = await openShop().read<Schemas['OrderList']>(`/orders?${query}&limit=100`)
    expect(list.totalItems).toBe(totalItems)
    expect(list.items).toHaveLength(totalItems)
  })

  it('shows no items, taxes and promo codes', async () => {
    const { items } = await openShop().read<Schemas['OrderList']>('/orders')
    for (const key of ['items', 'taxes', 'promocodes'])
      expect(items.some((order) => Object.hasOwn(order, key))).toBe(false)
  })
})

describe('getOrder', () => {
  const examples = examplesOf(loadRuntime('orders')).of('getOrder', 200) as Schemas['OrderDetail'][]

  it.each(examples)('ORD-038: answers the documented order $token', async (order) => {
    expect(await openShop().read(`/orders/${order.token}`)).toEqual(order)
  })

  it('ORD-038: takes the token in either case', async () => {
    expect(await openShop().read(`/orders/${paid.toUpperCase()}`)).toMatchObject({ token: paid })
  })

  it('ORD-039: shows the promo codes of the order', async () => {
    expect(await openShop().read(`/orders/${recurring}`)).toMatchObject({ promocodes: [{ code: 'SPRING10' }] })
  })

  it('answers 404 for a token that no order has', async () => {
    expect((await openShop().call(`/orders/${randomUUID()}`)).status).toBe(404)
  })
})

describe('updateOrder', () => {
  it('ORD-060, ORD-083, ORD-086, ORD-091: captures an authorized payment', async () => {
    const { update, read } = openShop()
    const answer = await update(authorized, { status: 'Processed', paymentStatus: 'Paid' })
    const [, captured] = examplesOf(loadRuntime('orders')).of('updateOrder', 200)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual(captured)
    expect(await read(`/orders/${authorized}`)).toEqual(captured)
  })

  it('ORD-034, ORD-035, ORD-037: sets tracking data and metadata', async () => {
    const { update, read } = openShop()
    const body = {
      status: 'Shipped',
      trackingNumber: 'PX2280913CA',
      trackingUrl: 'https://tracking.example/PX2280913CA',
      metadata: { warehouse: 'NORTH-1' },
    }
    const [dispatched] = examplesOf(loadRuntime('orders')).of('updateOrder', 200)
    expect(await (await update(paid, body)).json()).toEqual(dispatched)
    expect(await read(`/orders/${paid}`)).toEqual(dispatched)
    expect(await read('/orders?status=Shipped')).toMatchObject({ totalItems: 2 })
  })

  it('ORD-037: keeps metadata of any shape, names of prototypes included', async () => {
    const { call, read } = openShop()
    const metadata =
      '{"__proto__":{"polluted":true},"constructor":{"prototype":null},"deep":[{"a":[null,1.5,"\\u0000"]}]}'
    const answer = await call(`/orders/${paid}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: `{"status":"Processed","metadata":${metadata}}`,
    })
    expect(answer.status).toBe(200)
    const stored = await read<Schemas['Order']>(`/orders/${paid}`)
    expect(JSON.stringify(stored.metadata)).toBe(metadata)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it('ORD-084: leaves alone what is left out, and replaces metadata as a whole', async () => {
    const { update, read } = openShop()
    await update(paid, { status: 'Shipped', trackingNumber: 'PX1', metadata: { a: 1, b: 2 } })
    await update(paid, { status: 'Delivered', metadata: { c: 3 } })
    const order = await read<Schemas['Order']>(`/orders/${paid}`)
    expect(order).toMatchObject({ status: 'Delivered', paymentStatus: 'Paid', trackingNumber: 'PX1' })
    expect(order.metadata).toEqual({ c: 3 })
  })

  it('ignores fields that no update has', async () => {
    const { update, read } = openShop()
    await update(paid, { status: 'Processed', token: authorized, email: 'other@shopper.example', invented: 1 })
    const order = await read<Record<string, unknown>>(`/orders/${paid}`)
    expect(order).toMatchObject({ token: paid, email: 'noor.haddad@shopper.example' })
    expect(order).not.toHaveProperty('invented')
  })

  it('keeps what it changes to the caller’s own session', async () => {
    await openShop().update(paid, { status: 'Cancelled' })
    expect(await openShop().read(`/orders/${paid}`)).toMatchObject({ status: 'Processed' })
  })
})
