import type { components, operations } from '../../../../generated/oauth-token/types.ts'
import type { AttemptInput, Check, CheckContext, Reply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectRefusal, expectSuccess } from '../../../check/expect-status.ts'
import { acceptsRefused, answersStatus, changesBody, on, type Sabotage } from '../../../check/sabotage.ts'

type TokenResponse = components['schemas']['TokenResponse']

const needs = { resources: ['realm', 'sandbox', 'payments call'], control: true } as const

const refused = (what: string) => ({ what, gap: 'OAT-G01', status: 401 })

/** Refuses payments calls after this number, before the ten minutes are over. */
function endsAfterCalls(count: number): Sabotage {
  const calls = new Map<string, number>()
  return on('callPayments', async (request, forward) => {
    const session = request.headers['x-mock-session'] ?? ''
    calls.set(session, (calls.get(session) ?? 0) + 1)
    return (calls.get(session) ?? 0) > count ? answersStatus(401)(request, forward) : forward(request)
  })
}

export const lifetime: Record<string, Check<operations>> = {
  'OAT-002': {
    needs,
    async run(t) {
      const { access_token, expires_in } = await issue(t)
      const { access_token: unused } = await issue(t)
      expectPaid(t, await pay(t, bearer(access_token)), 'a call with a new token')
      await t.control.advanceClock(expires_in + 1)
      expectRefusal(t, await pay(t, bearer(access_token)), refused('a token that was used, once its time is over'))
      expectRefusal(t, await pay(t, bearer(unused)), refused('a token that was never used, once its time is over'))
    },
    sabotage: on('callPayments', acceptsRefused()),
  },
  // The lifetime itself needs a clock, and is checked by OAT-017; this checks the value in the answer.
  'OAT-016': {
    needs: { resources: ['realm'] },
    async run(t) {
      for (const { expires_in } of [await issue(t), await issue(t)]) {
        expect(expires_in, 'expires_in of a new token, in seconds').toBe(600)
      }
    },
    sabotage: [300, 10, 600_000].map((seconds) =>
      on('requestToken', changesBody, (token: TokenResponse) => ({ ...token, expires_in: seconds })),
    ),
  },
  'OAT-017': {
    needs,
    async run(t) {
      const { access_token } = await issue(t)
      expectPaid(t, await pay(t, bearer(access_token)), 'a call with a new token')
      await t.control.advanceClock(595)
      expectPaid(t, await pay(t, bearer(access_token)), 'a call five seconds before the token is ten minutes old')
      const { access_token: younger } = await issue(t)
      await t.control.advanceClock(6)
      const reply = await pay(t, bearer(access_token))
      expectRefusal(t, reply, refused('a token one second after its ten minutes'))
      t.assume('OAT-G01', () => expect(reply.body, 'error').toMatchObject({ error: 'invalid_token' }))
      expectPaid(t, await pay(t, bearer(younger)), 'a call with a token that is younger')
    },
    sabotage: [on('callPayments', acceptsRefused()), endsAfterCalls(1), endsAfterCalls(3)],
  },
}

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
