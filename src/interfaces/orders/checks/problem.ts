import type { operations } from '../../../../generated/orders/types.ts'
import type { CheckContext, Reply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { changesAnswer, type Sabotage } from '../../../check/sabotage.ts'

interface AssumedProblem {
  /** The request: `a request without a key`. */
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
