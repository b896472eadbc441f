import { randomBytes } from 'node:crypto'
import type { components, operations } from '../../../generated/oauth-token/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import { isMissingOrMalformed } from '../../behaviour/credential-fault.ts'
import type { Answer, InterfaceDefinition, RecordKind } from '../../behaviour/definition.ts'
import { moment, objectOf, text } from '../../behaviour/record-schema.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { refusalAnswer, standardStatus } from '../../behaviour/refusal-answer.ts'
import { admit } from './admission.ts'
import { OAuthRefusal } from './oauth-refusal.ts'
import { credentials, records, seed } from './seed.ts'
import { type Caller, environments, issueFor, lifetimeSeconds, type TokenRecord } from './state.ts'

const environment = { enum: environments, description: 'The environment that it opens.' }

const recordKinds: Record<string, RecordKind> = {
  clients: {
    description: 'Clients that may request tokens, by client_id.',
    schema: objectOf({ secret: { type: 'string', minLength: 1, description: 'Its client_secret.' }, environment }),
  },
  tokens: {
    description: 'Access tokens that were issued, by token. A deleted one is unknown from then on.',
    schema: objectOf(
      {
        client: { ...text, description: 'The client_id that it was issued to.' },
        environment,
        issuedAt: { ...moment, description: 'When the mock issued it.' },
        expiresAt: { ...moment, description: 'From when on it is refused.' },
      },
      ['issuedAt'],
    ),
  },
}

/**
 * OAuth errors: RFC 6749 §5.2 for the token endpoint, RFC 6750 §3 for the payments call. The documents show none, so both are
 * assumptions (gap OAT-G01).
 */
function renderRefusal(refusal: Refusal): Answer {
  const body: components['schemas']['OAuthError'] = { error: codeOf(refusal), error_description: refusal.detail }
  return refusalAnswer(refusal, { mediaType: 'application/json', headers: headersOf(refusal), body })
}

function codeOf(refusal: Refusal): string {
  if (refusal instanceof OAuthRefusal) return refusal.error
  return standardStatus[refusal.kind] < 500 ? 'invalid_request' : 'server_error'
}

function headersOf(refusal: Refusal): Record<string, string> {
  if (refusal.operation === 'requestToken') return { 'cache-control': 'no-store' }
  // A payments call has only one of OAuth's own errors: `invalid_token`.
  if (!(refusal instanceof OAuthRefusal)) return {}
  // Without a token, the challenge names no error (RFC 6750, 3.1).
  const cause = isMissingOrMalformed(refusal.credentials) ? '' : `, ${causeOf(refusal)}`
  return { 'www-authenticate': `Bearer realm="payments"${cause}` }
}

/** A description in a challenge must not contain quotes or backslashes (RFC 6750, 3); our sentences do not. */
function causeOf({ error, detail }: OAuthRefusal): string {
  return `error="${error}", error_description="${detail}"`
}

const behaviours: Behaviours<operations, object, Caller> = {
  /** Every call issues a new token; earlier ones stay valid until they expire (gap OAT-G06). */
  async requestToken(_, { caller, store, clock, cite }) {
    const access_token = randomBytes(32).toString('base64url')
    await store.collection<TokenRecord>('tokens').set(access_token, issueFor(caller, clock.now()))
    cite('OAT-001', 'OAT-016', 'OAT-022')
    return {
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: {
        access_token,
        expires_in: lifetimeSeconds,
        refresh_expires_in: 0,
        token_type: 'Bearer',
        'not-before-policy': 0,
        scope: 'payments',
      },
    }
  },

  async callPayments({ path: { environment, endpoint } }, { cite }) {
    if (endpoint === '') return new Refusal('not-found', 'The path names no endpoint.')
    cite('OAT-021', 'OAT-024')
    return { status: 200, body: { environment, endpoint } }
  },
}

export const definition: InterfaceDefinition<operations, object, Caller> = {
  admit,
  behaviours,
  credentials,
  recordKinds,
  records,
  renderRefusal,
  seed,
}
