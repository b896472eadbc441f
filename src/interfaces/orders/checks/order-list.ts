import type { components, operations } from '../../../../generated/orders/types.ts'
import type { CheckContext, Reply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectSuccess } from '../../../check/expect-success.ts'

type Context = CheckContext<operations>
type OrderList = components['schemas']['OrderList']
export type Query = NonNullable<operations['listOrders']['parameters']['query']>

/** Expects success; the exact status is not documented. */
export function served(t: Context, reply: Pick<Reply, 'status'>, what: string): void {
  expectSuccess(t, reply, { what, gap: 'ORD-G30' })
}

export async function list(t: Context, query: Query = {}): Promise<OrderList> {
  const reply = await t.call('listOrders', { query })
  served(t, reply, `a list with ${JSON.stringify(query)}`)
  return reply.body
}

/** Default length of a list. */
const usualLimit = 20

/** A list, and whether it contains every match. */
export interface LongList {
  items: OrderList['items']
  isWhole: boolean
}

/** As many orders as one list can have. The maximum, and what `totalItems` counts, are not documented (gaps ORD-G05, ORD-G14). */
export async function longList(t: Context, query: Query = {}): Promise<LongList> {
  const long = await t.attempt('listOrders', { query: { ...query, limit: 100 } })
  const { items } = long.status < 300 ? long.body : await list(t, query)
  if (items.length < usualLimit) return { items, isWhole: true }
  const next = await list(t, { ...query, offset: items.length, limit: 1 })
  return { items, isWhole: next.items.length === 0 }
}

export const tokensOf = ({ items }: Pick<OrderList, 'items'>): string[] => items.map(({ token }) => token)

/**
 * Expects that a list contains these orders. If there are more orders than one list can have, a list of other orders only differs, because
 * the documents do not show the order.
 */
export function expectToList(t: Context, found: LongList, tokens: readonly string[], what: string): void {
  const expectation = () => expect(tokensOf(found), what).toEqual(expect.arrayContaining([...tokens]))
  if (found.isWhole) expectation()
  else t.assume('ORD-G12', expectation)
}
