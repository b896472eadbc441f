import type { components, operations } from '../../../../generated/orders/types.ts'
import type { CheckContext, Reply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectSuccess } from '../../../check/expect-status.ts'
import { changesAnswer, type Sabotage } from '../../../check/sabotage.ts'

export type Context = CheckContext<operations>
type OrderList = components['schemas']['OrderList']
export type Query = NonNullable<operations['listOrders']['parameters']['query']>

/** Expects success; the exact status is not documented. */
export function expectServed(t: Context, reply: Pick<Reply, 'status'>, what: string): void {
  expectSuccess(t, reply, { what, gap: 'ORD-G30' })
}

export async function list(t: Context, query: Query = {}): Promise<OrderList> {
  const reply = await t.call('listOrders', { query })
  expectServed(t, reply, `a list with ${JSON.stringify(query)}`)
  return reply.body
}

/** Default length of a list. */
const usualLimit = 20

/** A list, and whether it contains every match. */
interface LongList {
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

interface AssumedProblem {
  what: string
  status: number
  /** The places of the errors. */
  errors?: ({ parameter: string } | { pointer: string })[]
  /** Set if another gap leaves the refusal open. */
  gap?: string
}

/** Assumes the status, the challenge and the body of a refusal, which the documents do not show (gap ORD-G04). Reports the first difference. */
export function assumeProblem(
  t: Context,
  { status: seen, headers, body }: Reply,
  { what, status, errors, gap = 'ORD-G04' }: AssumedProblem,
): void {
  const places = errors?.map((place) => ({ ...place, detail: expect.any(String) }))
  const challenge = status === 401 ? expect.stringMatching(/^Basic realm=/) : undefined
  t.assume(gap, () => {
    expect(seen, `status for ${what}`).toBe(status)
    expect(headers['content-type'], `type of the refusal of ${what}`).toMatch(/^application\/problem\+json/i)
    expect(body, `the refusal of ${what}`).toMatchObject({ status })
    expect((body as { errors?: unknown }).errors, `errors of the refusal of ${what}`).toEqual(places)
    expect(headers['www-authenticate'], `WWW-Authenticate for ${what}`).toEqual(challenge)
  })
}

/** Leaves out the places of errors in refusals. */
export const tellsNoPlace: Sabotage = changesAnswer((answer) =>
  answer.status === 400 ? { ...answer, body: { ...(answer.body as object), errors: undefined } } : answer,
)

type Order = components['schemas']['OrderDetail']

/** What an update can set of an order. */
export function settable({ status, paymentStatus, trackingNumber, trackingUrl, metadata }: Order) {
  return { status, paymentStatus, trackingNumber, trackingUrl, metadata }
}

/** Lets a check change an order, and restores the order as far as an update can. */
export async function restoring(t: Context, token: string, change: (before: Order) => Promise<void>): Promise<void> {
  const { body: before } = await t.call('getOrder', { path: { token } })
  t.afterwards(async () => {
    const body = settable(before)
    const restored = await t.attempt('updateOrder', { path: { token }, body })
    expectServed(t, restored, 'the update that puts the order back')
    // Values that the update merges, or cannot remove, stay.
    const { body: after } = await t.call('getOrder', { path: { token } })
    expect(settable(after), `what an update sets of the order ${token}`).toEqual(settable(before))
  })
  await change(before)
}
