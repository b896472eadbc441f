import { expect } from 'vitest'
import type { operations } from '../../../../generated/orders/types.ts'
import type { CheckContext, Reply } from '../../check.ts'
import { changesAnswer, type Sabotage } from '../../sabotage.ts'

interface AssumedProblem {
  /** What was asked for: `a request without a key`. */
  what: string
  status: number
  /** What is not valid, each by its place. */
  errors?: ({ parameter: string } | { pointer: string })[]
}

/** The status, the challenge and the body of a refusal, none of which the documents show (gap ORD-G04). */
export function assumeProblem(t: CheckContext<operations>, reply: Reply, { what, status, errors }: AssumedProblem) {
  const { 'content-type': type, 'www-authenticate': challenge } = reply.headers
  t.assume('ORD-G04', () => expect(reply.status, `status for ${what}`).toBe(status))
  t.assume('ORD-G04', () => expect(type, `type of the refusal of ${what}`).toMatch(/^application\/problem\+json/))
  t.assume('ORD-G04', () => expect(reply.body, `the refusal of ${what}`).toMatchObject({ status }))
  t.assume('ORD-G04', () =>
    expect((reply.body as { errors?: unknown }).errors, `errors of the refusal of ${what}`).toEqual(
      errors?.map((place) => ({ ...place, detail: expect.any(String) })),
    ),
  )
  const expected = status === 401 ? expect.stringMatching(/^Basic realm=/) : undefined
  t.assume('ORD-G04', () => expect(challenge, `WWW-Authenticate for ${what}`).toEqual(expected))
}

/** Refusals tell no place of what is wrong. */
export const tellsNoPlace: Sabotage = changesAnswer((answer) =>
  answer.status === 400 ? { ...answer, body: { ...(answer.body as object), errors: undefined } } : answer,
)
