import { changesAnswer, changesBody, changesQuery, on } from '../../src/check/sabotage.ts'
import { parseJson } from '../../src/json-text.ts'
import {
  type BrokenServer,
  common,
  type Difference,
  inOrder,
  isObject,
  refused,
  refusesWith,
  succeedsWith,
} from './differences.fixture.ts'

interface Order {
  creationDate: string
  [name: string]: unknown
}

interface List {
  items: Order[]
}

/** Entries of the list have one more member; `totalItems` counts only the entries of the page. */
const tellsMore: Difference = on(
  'listOrders',
  changesBody((list: List) => ({
    ...list,
    totalItems: list.items.length,
    items: list.items.map((order) => ({ ...order, channel: 'web' })),
  })),
)

/** A list has at most 25 entries. */
const hasMaximum: Difference = on('listOrders', async (request, forward) =>
  Number(new URLSearchParams(request.query).get('limit')) > 25
    ? { status: 418, headers: {}, body: undefined }
    : forward(request),
)

/** `from` and `to` filter by another date than the creation date; `placedBy` and `productId` filter by other fields. */
const filtersOtherwise: Difference = on(
  'listOrders',
  changesQuery((query) => {
    for (const name of ['from', 'to']) {
      const moment = Date.parse(query.get(name) ?? '')
      if (!Number.isNaN(moment)) query.set(name, new Date(moment + 40 * 24 * 3_600_000).toISOString())
    }
    for (const name of ['placedBy', 'productId']) if (query.has(name)) query.set(name, 'found nowhere')
  }),
)

/** An update is merged into the existing metadata. */
const merges: Difference = on('updateOrder', async (request, forward) => {
  const { body: before } = await forward({ ...request, method: 'GET', body: null })
  const update = parseJson(String(request.body))
  if (!isObject(before) || !isObject(update) || !isObject(update.metadata)) return forward(request)
  const metadata = { ...(before.metadata as object | undefined), ...update.metadata }
  return forward({ ...request, body: Buffer.from(JSON.stringify({ ...update, metadata })) })
})

/** An unknown order has an empty list of digital goods. */
const hasNoGoods: Difference = on(
  'listOrderDigitalGoods',
  changesAnswer((answer) =>
    answer.status === 404 ? { status: 200, headers: { 'content-type': 'application/json' }, body: [] } : answer,
  ),
)

export const differences: Difference = inOrder(
  common,
  refusesWith(() => refused),
  hasNoGoods,
  succeedsWith(202),
  merges,
  tellsMore,
  hasMaximum,
  filtersOtherwise,
)

/** Filters addresses after the list is made. */
const comparesAddresses = (isMatch: (value: string, filter: string) => boolean): Difference =>
  on('listOrders', async (request, forward) => {
    const query = new URLSearchParams(request.query)
    const filters = [...query].filter(([name]) => /Address(City|Province|PostalCode)$/.test(name))
    for (const [name] of filters) query.delete(name)
    const answer = await forward({ ...request, query: query.toString() })
    const list = answer.body as List
    if (filters.length === 0 || answer.status >= 300) return answer
    const items = list.items.filter((order) =>
      filters.every(([name, value]) => isMatch(String(order[name] ?? ''), value)),
    )
    return { ...answer, body: { ...list, items, totalItems: items.length } }
  })

const hasDefault = (name: string, value: string): Difference =>
  on(
    'listOrders',
    changesQuery((query) => query.has(name) || query.set(name, value)),
  )

/** Writes the dates of orders in another way. */
const dates = (write: (date: string) => string): Difference =>
  changesBody((body: unknown) => {
    const written = (order: Order) => ({ ...order, creationDate: write(order.creationDate) })
    if (!isObject(body)) return body
    if (Array.isArray(body.items) && 'totalItems' in body) return { ...body, items: body.items.map(written) }
    return 'creationDate' in body ? written(body as Order) : body
  })

const exact = ['ORD-074', 'ORD-075', 'ORD-076', 'ORD-078', 'ORD-079', 'ORD-080']

export const broken: readonly BrokenServer[] = [
  {
    what: 'takes a part of an address for the whole',
    breaks: exact,
    server: comparesAddresses((value, filter) => value.includes(filter)),
  },
  {
    what: 'takes the beginning of an address for the whole',
    breaks: exact,
    server: comparesAddresses((value, filter) => value.startsWith(filter)),
  },
  {
    what: 'compares addresses without their case',
    breaks: [],
    server: comparesAddresses((value, filter) => value.toLowerCase() === filter.toLowerCase()),
  },
  { what: 'lists orders of a year only', breaks: ['ORD-092'], server: hasDefault('from', '2026-02-01T00:00:00Z') },
  { what: 'lists orders of one city only', breaks: ['ORD-092'], server: hasDefault('shippingAddressCity', 'Montreal') },
  {
    what: 'has a day that no calendar has',
    breaks: ['ORD-016'],
    server: dates((date) => date.replace(/^2026-03-\d\d/, '2026-02-31')),
  },
  {
    what: 'writes dates in another zone',
    breaks: ['ORD-017'],
    server: dates((date) => new Date(Date.parse(date) + 7_200_000).toISOString().replace('Z', '+02:00')),
  },
  { what: 'writes dates without seconds', breaks: [], server: dates((date) => date.replace(/:\d\d(\.\d+)?Z$/, 'Z')) },
  {
    what: 'takes an update without a status',
    breaks: ['ORD-082'],
    server: on('updateOrder', async (request, forward) => {
      const update = parseJson(String(request.body))
      if (!isObject(update) || 'status' in update) return forward(request)
      const { body } = await forward({ ...request, method: 'GET', body: null })
      const status = (body as Order).status
      return forward({ ...request, body: Buffer.from(JSON.stringify({ status, ...update })) })
    }),
  },
]
