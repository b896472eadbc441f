import type { FastifyPluginAsync } from 'fastify'
import type { OrderRecord, OrderUpdate } from '../../../../src/interfaces/orders/state.ts'
import { loadRuntime } from '../../../../src/workspace/interfaces.ts'
import { basicAuth, params } from './example-routes.ts'

/** The query after Fastify has converted it and added the defaults. */
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

/** Lists, reads and updates orders in memory, as the mock does with its records. */
export function orderRoutes(seeded: readonly OrderRecord[]): FastifyPluginAsync {
  const orders = new Map(seeded.map((order) => [order.token, order]))
  return async (app) => {
    app.addHook('onRequest', basicAuth)

    app.get<{ Querystring: Query }>('/orders', { schema: schemasOf('listOrders') }, async ({ query }) => {
      const { offset, limit } = query
      const found = [...orders.values()].filter((order) => matches(order, query)).sort(byNewest)
      return { totalItems: found.length, offset, limit, items: found.slice(offset, offset + limit).map(toListEntry) }
    })

    app.get<{ Params: { token: string } }>(
      '/orders/:token',
      { schema: { ...schemasOf('getOrder'), params } },
      async ({ params }, reply) => orders.get(params.token.toLowerCase()) ?? reply.code(404).send(missing),
    )

    app.put<{ Params: { token: string }; Body: OrderUpdate }>(
      '/orders/:token',
      { schema: { ...schemasOf('updateOrder'), params } },
      async ({ params, body }, reply) => {
        const order = orders.get(params.token.toLowerCase())
        if (!order) return reply.code(404).send(missing)
        const updated = { ...order, ...body }
        orders.set(updated.token, updated)
        return updated
      },
    )
  }
}

const missing = { title: 'Not Found', status: 404 }
const { operations } = loadRuntime('orders')

/** The schemas of the document without extension keywords, which Fastify refuses. */
function schemasOf(operationId: string): Record<'querystring' | 'body' | 'response', object> {
  const http = operations.find(({ id }) => id === operationId)?.http
  const body = http?.request?.body?.contents?.[0]?.schema
  const properties = Object.fromEntries(http?.request?.query?.map(({ name, schema }) => [name, schema]) ?? [])
  const answer = http?.responses.find(({ code }) => code === '200')?.contents?.[0]?.schema
  const schemas = { querystring: { type: 'object', properties }, ...(body && { body }), response: { 200: answer } }
  return JSON.parse(JSON.stringify(schemas, (key, value) => (key.startsWith('x-') ? undefined : value)))
}

function matches(order: OrderRecord, query: Query): boolean {
  const placed = Date.parse(order.creationDate)
  return (
    fieldFilters.every((name) => query[name] === undefined || order[name] === query[name]) &&
    (query.productId === undefined || order.items.some(({ id }) => id === query.productId)) &&
    (query.placedBy === undefined || order.billingAddressName === query.placedBy) &&
    (query.isRecurringOrder === undefined || (order.isRecurringOrder === true) === query.isRecurringOrder) &&
    (query.from === undefined || placed > Date.parse(query.from)) &&
    (query.to === undefined || placed < Date.parse(query.to))
  )
}

function toListEntry({ items: _, taxes: __, promocodes: ___, ...entry }: OrderRecord) {
  return entry
}

function byNewest(one: OrderRecord, other: OrderRecord): number {
  return Date.parse(other.creationDate) - Date.parse(one.creationDate)
}
