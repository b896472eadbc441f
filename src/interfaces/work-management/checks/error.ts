import type { Reply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectRefused } from '../../../check/expect-status.ts'
import { type Sabotage, seesHeaders, when } from '../../../check/sabotage.ts'
import type { Context } from './calls.ts'

const bearer = (role: string) => `Bearer work-management.example-${role}`

/** Limits a sabotage to calls with the token of one role. */
export const withToken = (role: string, sabotage: Sabotage): Sabotage =>
  when(({ headers }) => headers.authorization === bearer(role), sabotage)

export const withoutToken = (sabotage: Sabotage): Sabotage =>
  when(({ headers }) => headers.authorization === undefined, sabotage)

/** Serves every caller like one with all rights. */
export const letsIn: Sabotage = seesHeaders({ authorization: bearer('full') })

/** The code of each refusal in its body, and in its challenge if it has one (gap WRK-G09). */
const words: Readonly<Record<number, { error: string; challenge?: RegExp }>> = {
  400: { error: 'invalid_parameter' },
  401: { error: 'not_authorized', challenge: /^Bearer realm="[^"]*", error="invalid_token"$/ },
  403: { error: 'access_forbidden', challenge: /^Bearer realm="[^"]*", error="insufficient_scope"$/ },
  404: { error: 'resource_not_found' },
}

interface Expected {
  what: string
  status: number
  challenge?: RegExp
}

/** Expects a refusal, and assumes its status, its body and its challenge. */
export function expectError(t: Context, reply: Reply, expected: Expected): void {
  expectRefused(reply, expected.what)
  assumeError(t, reply, expected)
}

/** Assumes a refusal: the documents do not say that the request is refused. */
export function assumeError(t: Context, reply: Reply, { what, status, ...other }: Expected): void {
  t.assume('WRK-G09', () => expect(reply.status, `status of ${what}`).toBe(status))
  if (reply.status !== status) return
  const { error, challenge } = { ...words[status], ...other }
  const expected = challenge === undefined ? undefined : expect.stringMatching(challenge)
  t.assume('WRK-G09', () => {
    expect(reply.body, `error for ${what}`).toEqual({ error, errorDescription: expect.stringMatching(/\S/) })
    expect(reply.headers['www-authenticate'], `challenge for ${what}`).toEqual(expected)
  })
}
