import { readFileSync } from 'node:fs'
import type { FastifyPluginAsync } from 'fastify'
import { apiKey } from '../../../../src/interfaces/orders/seed.ts'
import type { OrderRecord, OrderUpdate } from '../../../../src/interfaces/orders/state.ts'
import { basicAuth } from './basic-auth.ts'
import { listQuery, order, orderList, orderParams, updateBody } from './order-schemas.ts'

/** What the query holds once Fastify has coerced it and filled in the defaults. */
type Query = Partial<Pick<OrderRecord, (typeof fieldFilters)[number]>> & {
  offset: number
  limit: number
  productId?: string
  placedBy?: string
  from?: string
  to?: string
  isRecurringOrder?: boolean
}

const fieldFilters = [
  'status',
  'invoiceNumber',
  'billingAddressCity',
  'billingAddressProvince',
  'billingAddressPostalCode',
  'billingAddressCountry',
  'shippingAddressCity',
  'shippingAddressProvince',
  'shippingAddressPostalCode',
  'shippingAddressCountry',
] as const

export function readOrders(file: string): OrderRecord[] {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Lists, reads and updates orders that it keeps in memory: what the mock answers from its records. */
export function orderRoutes(first: readonly OrderRecord[]): FastifyPluginAsync {
  const orders = new Map(first.map((one) => [one.token, one]))
  return async (app) => {
    app.addHook('onRequest', basicAuth(new Set([apiKey])))

    app.get<{ Querystring: Query }>(
      '/orders',
      { schema: { querystring: listQuery, response: { 200: orderList } } },
      async ({ query }) => {
        const { offset, limit } = query
        const found = [...orders.values()].filter((one) => matches(one, query)).sort(byNewest)
        return { totalItems: found.length, offset, limit, items: found.slice(offset, offset + limit) }
      },
    )

    app.get<{ Params: { token: string } }>(
      '/orders/:token',
      { schema: { params: orderParams, response: { 200: order } } },
      async ({ params }, reply) => orders.get(params.token.toLowerCase()) ?? reply.code(404).send(missing),
    )

    app.put<{ Params: { token: string }; Body: OrderUpdate }>(
      '/orders/:token',
      { schema: { params: orderParams, body: updateBody, response: { 200: order } } },
      async ({ params, body }, reply) => {
        const present = orders.get(params.token.toLowerCase())
        if (!present) return reply.code(404).send(missing)
        const updated = { ...present, ...body }
        orders.set(updated.token, updated)
        return updated
      },
    )
  }
}

const missing = { title: 'Not Found', status: 404 }

function matches(one: OrderRecord, query: Query): boolean {
  const placed = Date.parse(one.creationDate)
  return (
    fieldFilters.every((name) => query[name] === undefined || one[name] === query[name]) &&
    (query.productId === undefined || one.items.some(({ id }) => id === query.productId)) &&
    (query.placedBy === undefined || one.billingAddressName === query.placedBy) &&
    (query.isRecurringOrder === undefined || (one.isRecurringOrder === true) === query.isRecurringOrder) &&
    (query.from === undefined || placed > Date.parse(query.from)) &&
    (query.to === undefined || placed < Date.parse(query.to))
  )
}

function byNewest(one: OrderRecord, other: OrderRecord): number {
  return Date.parse(other.creationDate) - Date.parse(one.creationDate)
}
