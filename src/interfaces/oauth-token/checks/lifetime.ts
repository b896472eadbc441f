import type { components, operations } from '../../../../generated/oauth-token/types.ts'
import type { Check } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectRefusal } from '../../../check/expect-refusal.ts'
import { acceptsRefused, answersStatus, changesBody, on, type Sabotage } from '../../../check/sabotage.ts'
import { bearer, expectPaid, issue, pay } from './provider.ts'

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
