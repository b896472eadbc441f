import type { FastifyPluginAsync } from 'fastify'
import { apiKey } from '../../../src/interfaces/orders/seed.ts'
import type { OrderRecord, OrderUpdate } from '../../../src/interfaces/orders/state.ts'
import { examplesOf } from '../../../src/mock/examples.ts'
import { prismOperation } from '../../../src/mock/prism/prism-operation.fixture.ts'
import { bundled } from '../../../src/workspace/bundled.ts'

/** The query after Fastify has converted it and added the defaults; the other members are compared with those of an order. */
interface Query {
  offset: number
  limit: number
  productId?: string
  placedBy?: string
  from?: string
  to?: string
  isRecurringOrder?: boolean
}
type Read = { Params: { token: string } }
type Update = Read & { Body: OrderUpdate }

const params = { type: 'object', required: ['token'], properties: { token: { type: 'string', format: 'uuid' } } }
const missing = { title: 'Not Found', status: 404 }
const contract = bundled.find('orders').contract

/**
 * Lists, reads and updates orders as a team writes it by hand: schemas for query, path, body and answer, and a handler for each operation.
 *
 * @param seeded orders to keep, as the mock keeps its records; without them, it answers the document's examples
 */
export function orderRoutes(seeded?: readonly OrderRecord[]): FastifyPluginAsync {
  const orders = new Map(seeded?.map((order) => [order.token, order]))
  const [list, read, update] = ['listOrders', 'getOrder', 'updateOrder'].map((id) => ({
    schema: { ...schemasOf(id), ...(id !== 'listOrders' && { params }) },
    example: examplesOf(contract).of(id, 200)[0],
  })) as [Route, Route, Route]
  return async (app) => {
    // Admits requests whose HTTP Basic user name is the API key, with an empty password.
    app.addHook('onRequest', (request, reply, done) => {
      const encoded = /^basic +([\w+/=-]+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
      const [key, password = 'missing'] = Buffer.from(encoded, 'base64').toString().split(':')
      if (password === '' && key === apiKey) done()
      else reply.code(401).type('application/problem+json').send({ title: 'Unauthorized', status: 401 })
    })
    app.get<{ Querystring: Query }>('/orders', { schema: list.schema }, async ({ query }) => {
      if (!seeded) return list.example
      const { offset, limit } = query
      const found = [...orders.values()].filter((order) => matches(order, query)).sort(byNewest)
      return { totalItems: found.length, offset, limit, items: found.slice(offset, offset + limit).map(toListEntry) }
    })
    app.get<Read>('/orders/:token', { schema: read.schema }, async ({ params }, reply) => {
      if (!seeded) return read.example
      return orders.get(params.token.toLowerCase()) ?? reply.code(404).send(missing)
    })
    app.put<Update>('/orders/:token', { schema: update.schema }, async ({ params, body }, reply) => {
      if (!seeded) return update.example
      const order = orders.get(params.token.toLowerCase())
      if (!order) return reply.code(404).send(missing)
      const updated = { ...order, ...body }
      orders.set(updated.token, updated)
      return updated
    })
  }
}

interface Route {
  schema: object
  example: unknown
}

/** The schemas of the document without extension keywords and their dialect, which Fastify refuses. */
function schemasOf(operationId: string): Record<'querystring' | 'body' | 'response', object> {
  const operation = contract.operations.get(operationId)
  const http = operation && prismOperation(operation)
  const body = http?.request?.body?.contents?.[0]?.schema
  const properties = Object.fromEntries(http?.request?.query?.map(({ name, schema }) => [name, schema]) ?? [])
  const answer = http?.responses.find(({ code }) => code === '200')?.contents?.[0]?.schema
  const schemas = { querystring: { type: 'object', properties }, ...(body && { body }), response: { 200: answer } }
  return JSON.parse(
    JSON.stringify(schemas, (key, value) => (key.startsWith('x-') || key === '$schema' ? undefined : value)),
  )
}

function matches(order: OrderRecord, query: Query): boolean {
  const { offset: _, limit: __, productId, placedBy, from, to, isRecurringOrder, ...fields } = query
  const placed = Date.parse(order.creationDate)
  return (
    Object.entries(fields).every(([name, value]) => order[name as keyof OrderRecord] === value) &&
    (productId === undefined || order.items.some(({ id }) => id === productId)) &&
    (placedBy === undefined || order.billingAddressName === placedBy) &&
    (isRecurringOrder === undefined || (order.isRecurringOrder === true) === isRecurringOrder) &&
    (from === undefined || placed > Date.parse(from)) &&
    (to === undefined || placed < Date.parse(to))
  )
}

function toListEntry({ items: _, taxes: __, promocodes: ___, ...entry }: OrderRecord) {
  return entry
}

function byNewest(one: OrderRecord, other: OrderRecord): number {
  return Date.parse(other.creationDate) - Date.parse(one.creationDate)
}
