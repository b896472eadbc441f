import type { components, operations } from '../../../generated/oauth-token/types.ts'
import type { Answer, InterfaceDefinition, RecordKind } from '../../behaviour/definition.ts'
import type { Refusal } from '../../behaviour/refusal.ts'
import { refusalAnswer, standardStatus } from '../../behaviour/refusal-answer.ts'
import { admit, type Caller } from './admission.ts'
import { behaviours } from './behaviour.ts'
import { OAuthRefusal } from './oauth-refusal.ts'
import { credentials, records, seed } from './seed.ts'
import { environments } from './state.ts'

const environment = { enum: environments, description: 'The environment that it opens.' }

const recordKinds = {
  clients: {
    description: 'Clients that may request tokens, by client_id.',
    schema: {
      type: 'object',
      additionalProperties: false,
      required: ['secret', 'environment'],
      properties: { secret: { type: 'string', minLength: 1, description: 'Its client_secret.' }, environment },
    },
  },
  tokens: {
    description: 'Access tokens that were issued, by token. A deleted one is unknown from then on.',
    schema: {
      type: 'object',
      additionalProperties: false,
      required: ['client', 'environment', 'expiresAt'],
      properties: {
        client: { type: 'string', description: 'The client_id that it was issued to.' },
        environment,
        issuedAt: { type: 'string', format: 'date-time', description: 'When the mock issued it.' },
        expiresAt: { type: 'string', format: 'date-time', description: 'From when on it is refused.' },
      },
    },
  },
} satisfies Record<string, RecordKind>

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
  return { 'www-authenticate': refusal.withoutToken ? challenge : `${challenge}, ${causeOf(refusal)}` }
}

const challenge = 'Bearer realm="payments"'

/** A description in a challenge must not contain quotes or backslashes (RFC 6750, 3); our sentences do not. */
function causeOf({ error, detail }: OAuthRefusal): string {
  return `error="${error}", error_description="${detail}"`
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
