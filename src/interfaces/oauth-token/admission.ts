import type { components } from '../../../generated/oauth-token/types.ts'
import type { Admission, AdmissionContext, IncomingRequest } from '../../behaviour/definition.ts'
import { findAccessToken } from '../../behaviour/find-token.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { mediaTypeOf } from '../../contract/media-type.ts'
import { OAuthRefusal } from './oauth-refusal.ts'
import { type Caller, type ClientRecord, environments, type TokenRecord } from './state.ts'

/** The caller of an address where there is nothing to protect. */
const anyone: Caller = { client: '', environment: 'sandbox' }

export async function admit(request: IncomingRequest, context: AdmissionContext): Promise<Admission<Caller>> {
  switch (context.operation) {
    case 'requestToken':
      return admitClient(request, context)
    case 'callPayments':
      return admitToken(request, context)
    default:
      return { caller: anyone }
  }
}

/**
 * The credentials come from the form; an `Authorization` header does not replace them (gap OAT-G10). Parameters of the media type, such as a
 * charset, are ignored (gap OAT-G11).
 */
async function admitClient(
  { headers, body }: IncomingRequest,
  { store }: AdmissionContext,
): Promise<Admission<Caller>> {
  if (mediaTypeOf(headers) !== 'application/x-www-form-urlencoded') {
    return new Refusal('unsupported-media-type', 'Send the form as application/x-www-form-urlencoded.', {
      rules: ['OAT-005'],
    })
  }
  const form = readTokenRequest(body)
  if (form instanceof Refusal) return form
  const client = await store.collection<ClientRecord>('clients').get(form.client_id)
  if (client?.secret !== form.client_secret) {
    return new OAuthRefusal('invalid_client', 'The client is unknown or its secret is wrong.', {
      rules: ['OAT-001'],
      credentials: { fault: 'unknown', credential: client ? 'secret of the client' : 'client' },
    })
  }
  return { caller: { client: form.client_id, environment: client.environment } }
}

type TokenRequest = Pick<components['schemas']['TokenRequest'], 'client_id' | 'client_secret' | 'grant_type'>

const fieldRules: Readonly<Record<keyof TokenRequest, string>> = {
  client_id: 'OAT-006',
  client_secret: 'OAT-007',
  grant_type: 'OAT-008',
}

/**
 * Reads the form of a token request by RFC 6749 §3.2: unknown fields are ignored, an empty field counts as missing, and a repeated field is
 * refused (gap OAT-G10).
 */
function readTokenRequest(body: Uint8Array | null): TokenRequest | OAuthRefusal {
  const text = new TextDecoder().decode(body ?? undefined)
  try {
    decodeURIComponent(text)
  } catch {
    return new OAuthRefusal('invalid_request', 'The form is not validly percent-encoded.')
  }
  const form = new URLSearchParams(text)
  for (const [field, rule] of Object.entries(fieldRules)) {
    const values = form.getAll(field)
    if (values.length > 1) {
      return new OAuthRefusal('invalid_request', `The field ${field} is repeated.`, { rules: [rule] })
    }
    if (!values[0]) return new OAuthRefusal('invalid_request', `The field ${field} is missing.`, { rules: [rule] })
  }
  const { client_id = '', client_secret = '', grant_type } = Object.fromEntries(form)
  if (grant_type !== 'client_credentials') {
    return new OAuthRefusal('unsupported_grant_type', 'The grant must be client_credentials.', {
      rules: [fieldRules.grant_type],
    })
  }
  return { client_id, client_secret, grant_type }
}

const reasons: Readonly<Record<string, string>> = {
  expired: 'The access token expired.',
  unknown: 'The access token is unknown.',
}

async function admitToken(
  { headers, path }: IncomingRequest,
  { store, clock }: AdmissionContext,
): Promise<Admission<Caller>> {
  const token = await findAccessToken(headers, {
    tokens: store.collection<TokenRecord>('tokens'),
    endOf: ({ expiresAt }) => expiresAt,
    now: clock.now(),
  })
  if ('fault' in token) {
    return new OAuthRefusal('invalid_token', reasons[token.fault] ?? 'An access token is required.', {
      rules: token.fault === 'expired' ? ['OAT-002', 'OAT-017'] : ['OAT-024'],
      credentials: token,
    })
  }
  const called = environments.find((environment) => path.startsWith(`/payments/${environment}/`))
  if (called !== undefined && called !== token.environment) {
    return new OAuthRefusal('invalid_token', 'The access token is for the other environment.', {
      rules: ['OAT-023'],
      credentials: { fault: 'lacking', credential: 'access token', right: `access to the environment ${called}` },
    })
  }
  if (mediaTypeOf(headers) !== 'application/json') {
    return new Refusal('unsupported-media-type', 'Send the body as application/json.', { rules: ['OAT-027'] })
  }
  return { caller: token }
}
