import { changesAnswer, changesBody, changesQuery, on, turnsStatus } from '../../src/check/sabotage.ts'
import { parseJson } from '../../src/json-text.ts'
import { common, type Front, inOrder, isObject, refusesWith } from './differences.ts'

interface List {
  items: object[]
}

/** Refusals have their own status and body. */
const refusesOtherwise: Front = refusesWith((answer) => ({
  ...answer,
  status: 418,
  headers: { 'content-type': 'application/json' },
  body: { refused: true },
}))

/** Entries of the list have one more member; `totalItems` counts only the entries of the page. */
const tellsMore: Front = on(
  'listOrders',
  changesBody((list: List) => ({
    ...list,
    totalItems: list.items.length,
    items: list.items.map((order) => ({ ...order, channel: 'web' })),
  })),
)

/** A list has at most 25 entries. */
const hasMaximum: Front = on('listOrders', async (request, forward) =>
  Number(new URLSearchParams(request.query).get('limit')) > 25
    ? { status: 418, headers: {}, body: undefined }
    : forward(request),
)

/** `from` and `to` filter by another date than the creation date; `placedBy` and `productId` filter by other fields. */
const filtersOtherwise: Front = on(
  'listOrders',
  changesQuery((query) => {
    for (const name of ['from', 'to']) {
      const moment = Date.parse(query.get(name) ?? '')
      if (!Number.isNaN(moment)) query.set(name, new Date(moment + 40 * 24 * 3_600_000).toISOString())
    }
    for (const name of ['placedBy', 'productId']) if (query.has(name)) query.set(name, 'found nowhere')
  }),
)

/** An update is merged into the existing metadata, and takes effect later. */
const merges: Front = on('updateOrder', async (request, forward) => {
  const { body: before } = await forward({ ...request, method: 'GET', body: null })
  const update = parseJson(String(request.body))
  if (!isObject(before) || !isObject(update) || !isObject(update.metadata)) return forward(request)
  const metadata = { ...(before.metadata as object | undefined), ...update.metadata }
  return forward({ ...request, body: Buffer.from(JSON.stringify({ ...update, metadata })) })
})
const acceptsUpdates: Front = on('updateOrder', turnsStatus(200, 202))

/** An unknown order has an empty list of digital goods. */
const hasNoGoods: Front = on(
  'listOrderDigitalGoods',
  changesAnswer((answer) =>
    answer.status === 404 ? { status: 200, headers: { 'content-type': 'application/json' }, body: [] } : answer,
  ),
)

export const front: Front = inOrder(
  common,
  refusesOtherwise,
  hasNoGoods,
  acceptsUpdates,
  merges,
  tellsMore,
  hasMaximum,
  filtersOtherwise,
)
