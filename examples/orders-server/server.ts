/**
 * A small order API of another team, which is checked against the contract. It has three deliberate bugs, which the comments mark; the
 * guide "Verify your server in CI" finds them.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { digitalGoods, type Order, orders } from './orders.ts'

interface Reply {
  status: number
  body: unknown
}

const statuses = ['InProgress', 'Processed', 'Disputed', 'Shipped', 'Delivered', 'Pending', 'Cancelled']
const paymentStatuses =
  'Paid Deferred PaidDeferred ChargedBack Refunded Paidout Failed Pending Expired Cancelled Open Authorized'.split(' ')
const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** @param key the API key that callers must send */
export function createOrderServer(key: string): Server {
  return createServer(async (request, response) => {
    const { status, body } = await answer(request, key).catch(() => refuse(500, 'This server has failed.'))
    const type = status === 200 ? 'application/json' : 'application/problem+json'
    response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body))
  })
}

async function answer(request: IncomingMessage, key: string): Promise<Reply> {
  const expected = `Basic ${Buffer.from(`${key}:`).toString('base64')}`
  if (request.headers.authorization !== expected) return refuse(401, 'Send the API key.')
  if (!request.headers.accept?.includes('application/json')) return refuse(406, 'Accept application/json.')
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop')
  const [, base, collection, token, part, ...more] = pathname.split('/')
  if (base !== 'api' || collection !== 'orders' || more.length > 0) return refuse(404, 'There is nothing here.')
  if (token === undefined) return list(searchParams)
  if (!guid.test(token)) return refuse(400, 'The token is not a GUID.')
  const order = orders.find((one) => one.token === token.toLowerCase())
  if (!order) return refuse(404, 'No order has this token.')
  if (part === 'digital') return { status: 200, body: order === orders[1] ? digitalGoods : [] }
  return request.method === 'PUT' ? update(order, request) : { status: 200, body: order }
}

function list(query: URLSearchParams): Reply {
  const offset = Number(query.get('offset') ?? 0)
  const limit = Number(query.get('limit') ?? 20)
  if (!Number.isInteger(offset) || !Number.isInteger(limit) || offset < 0 || limit < 1)
    return refuse(400, 'No such page.')
  const status = query.get('status')
  if (status !== null && !statuses.includes(status)) return refuse(400, 'No such status.')
  for (const name of ['billingAddressCountry', 'shippingAddressCountry']) {
    if (!/^[A-Za-z]{2}$/.test(query.get(name) ?? 'XX')) return refuse(400, 'A country has two letters.')
  }
  const found = orders.filter((order) => matches(order, query))
  const items = found.slice(offset, offset + limit).map(({ items: _, taxes: __, promocodes: ___, ...entry }) => entry)
  return { status: 200, body: { totalItems: found.length, offset, limit, items } }
}

function matches(order: Order, query: URLSearchParams): boolean {
  return [...query].every(([name, value]) => {
    switch (name) {
      case 'productId':
        return order.items.some(({ id }) => id === value)
      case 'placedBy':
        return order.billingAddressName === value
      case 'from':
        return Date.parse(order.creationDate) > Date.parse(value)
      case 'to':
        return Date.parse(order.creationDate) < Date.parse(value)
      case 'isRecurringOrder':
        // First bug: `false` does not filter (ORD-073).
        return value === 'false' || order.isRecurringOrder
      default:
        return !(name in order) || order[name as keyof Order] === value
    }
  })
}

async function update(order: Order, request: IncomingMessage): Promise<Reply> {
  const type = request.headers['content-type'] ?? ''
  // Second bug: JSON is accepted under any media type except none (ORD-006).
  if (type === '') return refuse(415, 'Send application/json.')
  const body = parse(await read(request))
  if (body === undefined) return refuse(400, 'The body is not a JSON object.')
  const { status, paymentStatus = order.paymentStatus, trackingNumber, trackingUrl, metadata } = body
  if (!statuses.includes(String(status))) return refuse(400, 'A status is required.')
  if (!paymentStatuses.includes(String(paymentStatus))) return refuse(400, 'No such payment status.')
  if (trackingNumber !== undefined && typeof trackingNumber !== 'string') return refuse(400, 'trackingNumber is text.')
  if (trackingUrl !== undefined && typeof trackingUrl !== 'string') return refuse(400, 'trackingUrl is text.')
  if (metadata !== undefined && !isObject(metadata)) return refuse(400, 'metadata is an object.')
  order.status = String(status)
  order.paymentStatus = String(paymentStatus)
  if (trackingNumber !== undefined) order.trackingNumber = trackingNumber
  // Third bug: a tracking URL is accepted, but not stored (ORD-035).
  if (metadata !== undefined) order.metadata = metadata
  return { status: 200, body: order }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refuse(status: number, detail: string): Reply {
  return { status, body: { type: 'about:blank', title: detail, status, detail } }
}
