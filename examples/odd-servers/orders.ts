import { changesBody, on } from '../../src/check/sabotage.ts'
import { common, type Front, inOrder, refusesWith } from './differences.ts'

/** Refusals have a status and a body of their own. */
const refusesOtherwise: Front = refusesWith((answer) => ({
  ...answer,
  status: 418,
  headers: { 'content-type': 'application/json' },
  body: { refused: true },
}))

/** Entries of the list have what a single read has, and more. */
const tellsMore: Front = on(
  'listOrders',
  changesBody((list: { items: object[] }) => ({
    ...list,
    items: list.items.map((order) => ({ ...order, channel: 'web' })),
  })),
)

export const front: Front = inOrder(common, refusesOtherwise, tellsMore)
