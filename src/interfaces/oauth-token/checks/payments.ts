import type { operations } from '../../../../generated/oauth-token/types.ts'
import type { Check, Reply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectRefusal } from '../../../check/expect-status.ts'
import {
  answersStatus,
  answersWith,
  changesHeader,
  on,
  type Sabotage,
  seesHeaders,
  when,
} from '../../../check/sabotage.ts'
import { bearer, type Context, expectPaid, pay, tokenFor } from './provider.ts'

const needs = { resources: ['realm', 'sandbox', 'payments call'] }
const both = { resources: [...needs.resources, 'production'], roles: ['production'] }

const calls = (environment: string, sabotage: Sabotage): Sabotage =>
  on('callPayments', when, ({ path }) => path.startsWith(`/payments/${environment}/`), sabotage)

/** Accepts tokens of the other environment. */
const opensToOthers = (environment: string): Sabotage =>
  calls(environment, async (request, forward) => {
    const answer = await forward(request)
    return answer.status === 401 ? answersWith(200, {})(request, forward) : answer
  })

const invalidToken = /^Bearer realm="[^"]*", error="invalid_token", error_description="[^"]+"$/

/** Ends a token when the next one is issued. */
function onlyTheNewest(): Sabotage {
  const newest = new Map<string, unknown>()
  return async (request, forward) => {
    const session = request.headers['x-mock-session'] ?? ''
    if (request.operation === 'requestToken') {
      const answer = await forward(request)
      const { access_token } = answer.body as { access_token?: string }
      newest.set(session, `Bearer ${access_token}`)
      return answer
    }
    const isNewest = request.headers.authorization === newest.get(session)
    return isNewest ? forward(request) : answersStatus(401)(request, forward)
  }
}

/** The mock answers the called environment and endpoint, and refuses bodies that are not JSON objects. */
async function assumeBodies(t: Context, { body }: Reply): Promise<void> {
  const [, endpoint = ''] = t.resource('payments call').split(' ')
  const called = { environment: t.resource('sandbox'), endpoint }
  t.assume('OAT-G14', () => expect(body, 'answer of a payments call').toEqual(called))
  const { access_token } = await tokenFor(t)
  for (const body of ['[]', 'null', '1', '{"a":', '['.repeat(10_000)]) {
    const headers = { 'content-type': 'application/json', ...bearer(access_token) }
    const { status, body: error } = await t.attempt('callPayments', { path: called, body, headers })
    t.assume('OAT-G01', () => {
      expect(status, `status of a payments call with the body ${body.slice(0, 20)}`).toBe(400)
      expect(error, `error of a payments call with the body ${body.slice(0, 20)}`).toMatchObject({
        error: 'invalid_request',
      })
    })
  }
}

/** Pays in each environment with a token of it. @returns the tokens */
async function payInBoth(t: Context) {
  const { access_token: sandbox } = await tokenFor(t, 'sandbox')
  const { access_token: production } = await tokenFor(t, 'production')
  for (const [token, environment] of [
    [sandbox, 'sandbox'],
    [production, 'production'],
  ] as const)
    expectPaid(t, await pay(t, bearer(token), t.resource(environment)), `a call of ${environment} with its own token`)
  return { sandbox, production }
}

export const payments: Record<string, Check<operations>> = {
  'OAT-021': {
    needs,
    async run(t) {
      const { access_token, token_type } = await tokenFor(t)
      const authorization = `${token_type} ${access_token}`
      expectPaid(t, await pay(t, { authorization }), 'a call with a token that was just issued')
      expectPaid(t, await pay(t, { authorization }), 'a second call with the same token')
      await tokenFor(t)
      const { status } = await pay(t, { authorization })
      t.assume('OAT-G06', () => expect(status, 'status of a call when a newer token was issued').toBe(200))
    },
    sabotage: [on('callPayments', answersStatus(401)), onlyTheNewest()],
  },
  'OAT-023': {
    needs: both,
    async run(t) {
      const { sandbox, production } = await payInBoth(t)
      for (const [token, environment] of [
        [sandbox, 'production'],
        [production, 'sandbox'],
      ] as const) {
        const what = `a call of ${environment} with a token of the other environment`
        const { status } = await pay(t, bearer(token), t.resource(environment))
        t.assume('OAT-G18', () => expect(status, `status of ${what}`).toBe(401))
      }
    },
    sabotage: [opensToOthers('production'), opensToOthers('sandbox'), calls('production', answersStatus(401))],
  },
  'OAT-024': {
    needs,
    async run(t) {
      const { access_token } = await tokenFor(t)
      expectPaid(t, await pay(t, bearer(access_token)), 'a call with a token')
      for (const [what, authorization] of [
        ['a call without a token', undefined],
        ['a token that was never issued', 'Bearer no-such-token'],
        ['a token with another scheme than Bearer', `Basic ${access_token}`],
        ['a token with a scheme that ends in Bearer', `xBearer ${access_token}`],
        ['a token with something behind it', `Bearer ${access_token} x`],
      ] as const) {
        const reply = await pay(t, { authorization })
        expectRefusal(t, reply, { what, gap: 'OAT-G01', status: 401 })
        const described = { error: 'invalid_token', error_description: expect.any(String) }
        t.assume('OAT-G01', () => expect(reply.body, `error for ${what}`).toMatchObject(described))
        const challenge = reply.headers['www-authenticate'] ?? 'none'
        // Only a bearer token can be invalid (RFC 6750, 3.1).
        const form = authorization === 'Bearer no-such-token' ? invalidToken : /^Bearer realm="[^"]*"$/
        t.assume('OAT-G01', () => expect(challenge, `challenge for ${what}`).toMatch(form))
      }
      const { status } = await pay(t, { authorization: `bEARER  ${access_token} ` })
      t.assume('OAT-G01', () => expect(status, 'status with the scheme in other letters, and spaces').toBe(200))
    },
    sabotage: [
      on('callPayments', changesHeader('www-authenticate', undefined)),
      on('callPayments', changesHeader('www-authenticate', 'Bearer realm="payments"')),
      on('callPayments', when, ({ headers }) => headers.authorization?.startsWith('b') === true, answersStatus(401)),
      ...[
        ({ authorization }: Record<string, string>) => authorization === undefined,
        ({ authorization }: Record<string, string>) => authorization?.startsWith('Bearer no') === true,
        ({ authorization }: Record<string, string>) => authorization?.startsWith('Basic') === true,
      ].map((isIt) => on('callPayments', when, ({ headers }) => isIt(headers), answersWith(200, {}))),
    ],
  },
  'OAT-025': {
    needs: { ...needs, control: 'where offered' },
    async run(t) {
      const { access_token } = await tokenFor(t)
      const paid = await pay(t, bearer(access_token))
      expectPaid(t, paid, 'a call at /{environment}/{endpoint}')
      if (t.hasControl) await assumeBodies(t, paid)
      const headers = { 'content-type': 'application/json', ...bearer(access_token) }
      const path = { environment: t.resource('sandbox'), endpoint: '' }
      const { status } = await t.attempt('callPayments', { path, body: {}, headers })
      t.assume('OAT-G14', () => expect(status, 'status of a call that names no endpoint').toBe(404))
    },
    sabotage: on('callPayments', answersWith(404, {})),
  },
  'OAT-026': {
    needs: both,
    async run(t) {
      const { sandbox } = await payInBoth(t)
      const what = 'a call of a third environment'
      expectRefusal(t, await pay(t, bearer(sandbox), 'no-such-environment'), { what, gap: 'OAT-G13', status: 400 })
    },
    sabotage: [
      calls('sandbox', answersWith(404, {})),
      calls('production', answersWith(404, {})),
      calls('no-such-environment', answersWith(200, {})),
    ],
  },
  'OAT-027': {
    needs,
    async run(t) {
      const { access_token } = await tokenFor(t)
      expectPaid(t, await pay(t, bearer(access_token)), 'a call as application/json')
      for (const type of [undefined, 'text/plain']) {
        const reply = await pay(t, { ...bearer(access_token), 'content-type': type })
        const what = `a call with content type ${type}`
        expectRefusal(t, reply, { what, gap: 'OAT-G01', status: 415 })
        t.assume('OAT-G01', () => expect(reply.body, `error for ${what}`).toMatchObject({ error: 'invalid_request' }))
        t.assume('OAT-G01', () => expect(reply.headers['www-authenticate'], `challenge for ${what}`).toBe(undefined))
      }
    },
    sabotage: [
      on('callPayments', seesHeaders({ 'content-type': 'application/json' })),
      on(
        'callPayments',
        when,
        ({ headers }) => headers['content-type'] === undefined,
        seesHeaders({ 'content-type': 'application/json' }),
      ),
    ],
  },
}
