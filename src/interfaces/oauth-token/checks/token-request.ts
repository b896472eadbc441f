import type { components, operations } from '../../../../generated/oauth-token/types.ts'
import type { Check, CheckContext, Reply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectRefusal } from '../../../check/expect-status.ts'
import {
  acceptsRefused,
  answersStatus,
  answersWith,
  changesAnswer,
  changesBody,
  changesHeader,
  on,
  type Sabotage,
  seesHeaders,
  when,
} from '../../../check/sabotage.ts'
import { issue, request } from './provider.ts'

type TokenResponse = components['schemas']['TokenResponse']

const needs = { resources: ['realm'] }
const form = 'application/x-www-form-urlencoded'

/** Replaces a form field before the interface sees it. */
const seesField = (name: string, value: string, condition = (_: URLSearchParams) => true): Sabotage =>
  on('requestToken', (sent, forward) => {
    const form = new URLSearchParams(String(sent.body))
    if (condition(form)) form.set(name, value)
    return forward({ ...sent, body: Buffer.from(form.toString()) })
  })

const ofSandbox = { client_id: 'shop-sandbox', client_secret: 'shop-sandbox.example-secret' }

async function refuses(
  t: CheckContext<operations>,
  fields: Record<string, string | undefined>,
  { what, status = 400, error = 'invalid_request' }: { what: string; status?: number; error?: string },
): Promise<void> {
  const reply = await request(t, fields)
  expectRefusal(t, reply, { what, gap: 'OAT-G01', status })
  assumeError(t, reply, what, error)
}

/** The form of a refusal (RFC 6749, 5.2). */
function assumeError(t: CheckContext<operations>, { headers, body }: Reply, what: string, error: string): void {
  const described = { error, error_description: expect.any(String) }
  t.assume('OAT-G01', () => {
    expect(body, `error for ${what}`).toMatchObject(described)
    expect(headers['cache-control'], `Cache-Control for ${what}`).toBe('no-store')
  })
}

/** A required field of every token request. */
function required(name: keyof typeof ofSandbox): Check<operations> {
  return {
    needs,
    async run(t) {
      expect((await issue(t)).access_token, 'token for a whole form').toMatch(/./)
      await refuses(t, { [name]: undefined }, { what: `a form without ${name}` })
      const { status } = await request(t, { [name]: '' })
      t.assume('OAT-G10', () => expect(status, `status for a form with an empty ${name}`).toBe(400))
    },
    sabotage: [
      seesField(name, ofSandbox[name], (form) => form.get(name) === ''),
      seesField(name, ofSandbox[name], (form) => !form.has(name)),
      on('requestToken', when, ({ body }) => String(body).includes(`${name}=`), answersStatus(400)),
    ],
  }
}

export const tokenRequest: Record<string, Check<operations>> = {
  'OAT-001': {
    needs,
    async run(t) {
      const { access_token } = await issue(t)
      expect(access_token, 'token for client credentials').toMatch(/./)
      const again = await request(t)
      t.assume('OAT-G12', () => expect(again.body.access_token, 'token of a second request').not.toBe(access_token))
      t.assume('OAT-G07', () => expect(again.headers['cache-control'] ?? 'none', 'Cache-Control').toBe('no-store'))
      const wrong = { status: 401, error: 'invalid_client' }
      await refuses(t, { client_secret: 'not the secret' }, { what: 'a wrong secret', ...wrong })
      await refuses(t, { client_id: 'no-such-client' }, { what: 'an unknown client', ...wrong })
    },
    sabotage: [
      seesField('client_secret', ofSandbox.client_secret),
      seesField('client_id', ofSandbox.client_id),
      seesField('client_secret', 'not the secret'),
      on('requestToken', changesBody, (token: TokenResponse) => ({ ...token, access_token: 'always the same' })),
      on('requestToken', changesHeader('cache-control', undefined)),
    ],
  },
  'OAT-003': {
    needs,
    async run(t) {
      await issue(t)
      const path = `/realms/${encodeURIComponent(t.resource('realm'))}/protocol/openid-connect`
      const elsewhere = await t.send({ method: 'GET', target: `${path}/tokens` })
      expectRefusal(t, elsewhere, { what: 'another path', gap: 'OAT-G01', status: 404 })
      const otherwise = await t.send({ method: 'GET', target: `${path}/token` })
      expectRefusal(t, otherwise, { what: 'GET in place of POST', gap: 'OAT-G01', status: 405 })
    },
    sabotage: [
      on('requestToken', answersStatus(404)),
      when(({ path }) => path.endsWith('/token'), acceptsRefused()),
      when(({ path }) => path.endsWith('/tokens'), answersWith(200, {})),
    ],
  },
  'OAT-005': {
    needs,
    async run(t) {
      await issue(t)
      for (const type of ['application/json', 'text/plain', undefined]) {
        const reply = await request(t, {}, { headers: { 'content-type': type } })
        t.assume('OAT-G01', () => expect(reply.status, `status for a form that is sent as ${type}`).toBe(415))
        assumeError(t, reply, `a form that is sent as ${type}`, 'invalid_request')
      }
      for (const type of [`${form};charset=UTF-8`, 'Application/x-WWW-form-urlencoded ; charset=UTF-8']) {
        const { status } = await request(t, {}, { headers: { 'content-type': type } })
        t.assume('OAT-G11', () => expect(status, `status for a form that is sent as ${type}`).toBe(200))
      }
      const rest = '&client_secret=c&grant_type=client_credentials'
      for (const [what, body] of [
        ['no form', undefined],
        ['an empty form', ''],
        ['a field that is there twice', `client_id=a&client_id=b${rest}`],
        ['a field that is not percent-encoded', `client_id=%zz${rest}`],
        ['a field whose bytes are not UTF-8', `client_id=%ff${rest}`],
      ]) {
        const reply = await request(t, {}, { as: null, body, headers: { 'content-type': form } })
        t.assume('OAT-G10', () => expect(reply.status, `status for ${what}`).toBe(400))
        t.assume('OAT-G10', () => expect(reply.body, `error for ${what}`).toMatchObject({ error: 'invalid_request' }))
      }
      const headers = { authorization: `Basic ${Buffer.from('shop-sandbox:secret').toString('base64')}` }
      const inHeader = await request(t, {}, { as: null, headers })
      t.assume('OAT-G10', () => expect(inHeader.status, 'status for credentials in a header').toBe(400))
      const more = { __proto: '1', 'a[b]': 'c', scope: 'é&=+ %' }
      const unknown = await request(t, more, { path: { realm: '€ b' } })
      t.assume('OAT-G10', () => expect(unknown.status, 'status for unknown fields, in another realm').toBe(200))
    },
    sabotage: [
      on('requestToken', when, ({ headers }) => headers['content-type'] === form, answersStatus(415)),
      on('requestToken', seesHeaders({ 'content-type': form })),
      on(
        'requestToken',
        when,
        ({ headers }) => headers['content-type']?.includes('charset') === true,
        answersStatus(415),
      ),
    ],
  },
  'OAT-006': required('client_id'),
  'OAT-007': required('client_secret'),
  'OAT-008': {
    needs,
    async run(t) {
      await issue(t)
      await refuses(t, { grant_type: undefined }, { what: 'a form without grant_type' })
      await refuses(t, { grant_type: 'no such grant' }, { what: 'another grant', error: 'unsupported_grant_type' })
    },
    sabotage: [
      seesField('grant_type', 'client_credentials', (form) => !form.has('grant_type')),
      seesField('grant_type', 'client_credentials', (form) => form.has('grant_type')),
      seesField('grant_type', 'no such grant', (form) => form.get('grant_type') === 'client_credentials'),
      on('requestToken', changesAnswer, (answer) =>
        answer.status === 400 ? { ...answer, body: { error: 'refused' } } : answer,
      ),
    ],
  },
  'OAT-022': {
    needs: { ...needs, roles: ['production'] },
    async run(t) {
      const sandbox = await issue(t, 'sandbox')
      const production = await issue(t, 'production')
      expect(production.access_token, 'token of production, beside that of sandbox').not.toBe(sandbox.access_token)
    },
    sabotage: ['sandbox', 'production'].map((environment) =>
      on('requestToken', when, ({ body }) => String(body).includes(`shop-${environment}&`), answersStatus(401)),
    ),
  },
}
