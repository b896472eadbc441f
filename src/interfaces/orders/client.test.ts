import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  createOrdersClient,
  getOrder,
  listOrderDigitalGoods,
  listOrders,
  paginate,
  updateOrder,
} from '../../../generated/orders/client.ts'
import { serveLocally } from '../../client/local-server.fixture.ts'
import { openMock } from '../../mock/open-mock.fixture.ts'

const pending = 'a1b7c9d2-5e3f-4a86-8c04-6f2d1e9b7a35'
const apiKey = 'orders.example-key'

const mock = openMock('orders')

function openShop(key = apiKey) {
  const headers = { 'X-Mock-Session': randomUUID() }
  return createOrdersClient({
    baseUrl: `${mock.origin}/orders/api`,
    credentials: { ApiKey: key },
    headers,
    random: () => 0,
  })
}

function tokensOf(orders: AsyncIterable<{ token: string }>) {
  return Array.fromAsync(orders, ({ token }) => token)
}

it('a call reads an order and updates it: the key as user name, an empty password, JSON asked for', async () => {
  const orders = openShop()
  const read = await getOrder(orders, { token: pending })
  expect(read.data).toMatchObject({ token: pending, status: 'Pending', paymentStatus: 'Authorized' })
  const body = { status: 'Processed', paymentStatus: 'Paid' } as const
  const updated = await updateOrder(orders, { token: pending, body })
  expect(updated.data).toMatchObject({ token: pending, ...body })
  const goods = await listOrderDigitalGoods(orders, { token: pending })
  expect(goods.data).toEqual([])
})

it('listOrders goes through all pages, whatever their size, and gives each order once', async () => {
  const orders = openShop()
  const all = await tokensOf(paginate(listOrders, orders))
  expect(new Set(all).size).toBe(28)
  expect(await tokensOf(paginate(listOrders, orders, { limit: 5 }))).toEqual(all)
  expect(await tokensOf(paginate(listOrders, orders, { limit: 28 }))).toEqual(all)
  expect(await tokensOf(paginate(listOrders, orders, { offset: 25, limit: 2 }))).toEqual(all.slice(25))
})

it('listOrders keeps the filters on every page', async () => {
  const tokens = await tokensOf(paginate(listOrders, openShop(), { isRecurringOrder: false, limit: 4 }))
  expect(tokens.length).toBeGreaterThan(8)
  expect(tokens).not.toContain('5c9e2b70-18d4-4f6b-b3a7-90e1d2c4f568')
})

it('listOrders asks only for pages that somebody takes', async () => {
  const { baseUrl, received } = await serveLocally(() => ({
    body: { totalItems: 100, offset: 0, limit: 2, items: [{ token: 'a' }, { token: 'b' }] },
  }))
  for await (const { token } of paginate(listOrders, createOrdersClient({ baseUrl, credentials: { ApiKey: apiKey } })))
    if (token === 'b') break
  expect(received.map(({ url }) => url)).toEqual(['/orders'])
})

it('listOrders ends at an empty page, even one that says there is more', async () => {
  const { baseUrl, received } = await serveLocally((_, __, count) => ({
    body: { totalItems: 9, offset: 0, limit: 20, items: count === 1 ? [{ token: 'a' }] : [] },
  }))
  expect(
    await tokensOf(paginate(listOrders, createOrdersClient({ baseUrl, credentials: { ApiKey: apiKey } }))),
  ).toEqual(['a'])
  expect(received.map(({ url }) => url)).toEqual(['/orders', '/orders?offset=1'])
})

it('listOrders throws when a page is refused, and stops when its signal says so', async () => {
  await expect(tokensOf(paginate(listOrders, openShop('wrong')))).rejects.toMatchObject({ status: 401 })
  const controller = new AbortController()
  const orders = paginate(listOrders, openShop(), { limit: 1 }, { signal: controller.signal })
  await orders.next()
  controller.abort(new Error('enough'))
  await expect(orders.next()).rejects.toThrow('enough')
})
