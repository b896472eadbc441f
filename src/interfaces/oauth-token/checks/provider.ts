import type { operations } from '../../../../generated/oauth-token/types.ts'
import type { AttemptInput, CheckContext, Reply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectSuccess } from '../../../check/expect-success.ts'

export type Context = CheckContext<operations>
type Environment = operations['callPayments']['parameters']['path']['environment']

/** Requests a token with the form of a role. A check may change its fields. */
export function request(
  t: Context,
  fields: Readonly<Record<string, string | undefined>> = {},
  input: AttemptInput = {},
) {
  return t.attempt('requestToken', {
    path: { realm: t.resource('realm') },
    body: { grant_type: 'client_credentials', ...fields },
    ...input,
  })
}

export async function issue(t: Context, as: Environment = 'sandbox') {
  const reply = await request(t, {}, { as })
  expectSuccess(t, reply, { what: `a token request with credentials of ${as}`, gap: 'OAT-G19' })
  const { body } = reply
  expect(body, `answer with credentials of ${as}`).toMatchObject({ access_token: expect.any(String) })
  return body
}

/** A token for a check of another rule. If none is issued, the check is inconclusive. */
export function tokenFor(t: Context, as: Environment = 'sandbox') {
  return t.prepare('an access token', () => issue(t, as))
}

/** Makes the payments call that the target names. */
export function pay(
  t: Context,
  headers: Readonly<Record<string, string | undefined>>,
  environment = t.resource('sandbox'),
) {
  const { method, endpoint, body } = callOf(t)
  return t.attempt('callPayments', {
    method,
    path: { environment, endpoint },
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Expects success; the exact status is not documented. */
export function expectPaid(t: Context, reply: Reply, what: string): void {
  expectSuccess(t, reply, { what, gap: 'OAT-G14' })
}

function callOf(t: Context) {
  const [, method = 'POST', endpoint = '', body] = /^(\S+) (\S+)(?: (.+))?$/s.exec(t.resource('payments call')) ?? []
  return { method, endpoint, body }
}
