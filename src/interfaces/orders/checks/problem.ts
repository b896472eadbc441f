import type { components, operations } from '../../../../generated/orders/types.ts'
import type { CheckContext, Reply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { changesAnswer, type Sabotage } from '../../../check/sabotage.ts'
import { served } from './order-list.ts'

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
  t: CheckContext<operations>,
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

function settable({ status, paymentStatus, trackingNumber, trackingUrl, metadata }: Order) {
  return { status, paymentStatus, trackingNumber, trackingUrl, metadata }
}

/** Lets a check change an order, and restores the order as far as an update can. */
export async function keeping(
  t: CheckContext<operations>,
  token: string,
  change: (before: Order) => Promise<void>,
): Promise<void> {
  const { body: before } = await t.call('getOrder', { path: { token } })
  t.afterwards(async () => {
    const body = settable(before)
    const restored = await t.attempt('updateOrder', { path: { token }, body })
    served(t, restored, 'the update that puts the order back')
    // Values that the update merges, or cannot remove, stay.
    const { body: after } = await t.call('getOrder', { path: { token } })
    expect(settable(after), `what an update sets of the order ${token}`).toEqual(settable(before))
  })
  await change(before)
}
