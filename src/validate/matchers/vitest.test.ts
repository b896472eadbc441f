import { expect, it } from 'vitest'
import './vitest.ts'

const list = { totalItems: 0, offset: 0, limit: 20, items: [] }

it('a response that keeps the contract passes, and can be read afterwards', async () => {
  const response = Response.json(list)
  await expect(response).toMatchContract('orders', 'listOrders')
  expect(await response.json()).toEqual(list)
  await expect(expect(Response.json(list)).not.toMatchContract('orders', 'listOrders')).rejects.toThrow(
    'GET /orders answered 200, as listOrders of orders documents, and should not have',
  )
})

it('fails for a response that breaks the contract, and says why', async () => {
  const response = () => Response.json({ ...list, totalItems: '0' })
  await expect(expect(response()).toMatchContract('orders', 'listOrders')).rejects.toThrow(
    /^GET \/orders answered 200, not as listOrders of orders documents:\n {2}\/totalItems: expected integer, seen "0"\n {4}ORD-010 /,
  )
  await expect(response()).not.toMatchContract('orders', 'listOrders')
})

it('a difference from an assumption does not fail', async () => {
  const headers = { 'content-type': 'application/problem+json' }
  await expect(Response.json({ type: 3 }, { status: 404, headers })).toMatchContract('orders', 'getOrder')
})

it('checks only the head of a stream', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.enqueue(new TextEncoder().encode('{}')) })
  const stream = new Response(body, { headers: { 'content-type': 'application/json' } })
  await expect(stream).toMatchContract('cluster-agent', 'streamLogs')
  await stream.body?.cancel()
})

it.each([
  [Response.json(list), 'ordres', 'listOrders', /^there is no interface 'ordres'; did you mean 'orders'\?/],
  [Response.json(list), 'orders', 'getOrders', /^orders has no operation 'getOrders'; it has listOrders, getOrder, /],
  ['{}', 'orders', 'listOrders', 'toMatchContract takes a Response, and got string'],
])('says what is unusable', async (received, name, operation, message) => {
  await expect(expect(received).toMatchContract(name, operation)).rejects.toThrow(message)
})

it('says that a body has been read', async () => {
  const response = Response.json(list)
  await response.text()
  await expect(expect(response).toMatchContract('orders', 'listOrders')).rejects.toThrow(
    'has been read: match it before',
  )
})
