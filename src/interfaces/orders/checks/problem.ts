import type { operations } from '../../../../generated/orders/types.ts'
import type { CheckContext, Reply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { changesAnswer, type Sabotage } from '../../../check/sabotage.ts'

interface AssumedProblem {
  /** What was asked for: `a request without a key`. */
  what: string
  status: number
  /** What is not valid, each by its place. */
  errors?: ({ parameter: string } | { pointer: string })[]
  /** Where another one says that it is refused. */
  gap?: string
}

/**
 * The status, the challenge and the body of a refusal, none of which the documents show (gap ORD-G04); the first that is otherwise
 * is told.
 */
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

/** Refusals tell no place of what is wrong. */
export const tellsNoPlace: Sabotage = changesAnswer((answer) =>
  answer.status === 400 ? { ...answer, body: { ...(answer.body as object), errors: undefined } } : answer,
)
