import { bearerToken } from '../../behaviour/bearer-token.ts'
import { missingOrMalformed } from '../../behaviour/credential-fault.ts'
import type { Admission, AdmissionContext, IncomingRequest } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { OAuthRefusal } from './oauth-refusal.ts'
import { type ClientRecord, environments, isExpired, type TokenRecord } from './state.ts'
import { readTokenRequest } from './token-request.ts'

/** The caller: the client whose credentials a token request has, or the client of the token. */
export interface Caller {
  client: string
}

export async function admit(request: IncomingRequest, context: AdmissionContext): Promise<Admission<Caller>> {
  switch (context.operation) {
    case 'requestToken':
      return admitClient(request, context)
    case 'callPayments':
      return admitToken(request, context)
    default:
      // There is nothing to protect.
      return { caller: { client: '' } }
  }
}

/** The credentials come from the form; an `Authorization` header does not replace them (gap OAT-G10). */
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
  return { caller: { client: form.client_id } }
}

async function admitToken(
  { headers, path }: IncomingRequest,
  { store, clock }: AdmissionContext,
): Promise<Admission<Caller>> {
  const token = bearerToken(headers.authorization)
  if (token === undefined) {
    return new OAuthRefusal('invalid_token', 'An access token is required.', {
      rules: ['OAT-024'],
      withoutToken: true,
      credentials: missingOrMalformed(headers.authorization, 'an access token as Authorization: Bearer'),
    })
  }
  const issued = await store.collection<TokenRecord>('tokens').get(token)
  const credential = 'access token'
  if (!issued) {
    const credentials = { fault: 'unknown', credential } as const
    return new OAuthRefusal('invalid_token', 'The access token is unknown.', { rules: ['OAT-024'], credentials })
  }
  const now = clock.now()
  if (isExpired(issued, now)) {
    return new OAuthRefusal('invalid_token', 'The access token expired.', {
      rules: ['OAT-002', 'OAT-017'],
      credentials: { fault: 'expired', credential, since: issued.expiresAt, now },
    })
  }
  const called = environments.find((environment) => path.startsWith(`/payments/${environment}/`))
  if (called !== undefined && called !== issued.environment) {
    return new OAuthRefusal('invalid_token', 'The access token is for the other environment.', {
      rules: ['OAT-023'],
      credentials: { fault: 'lacking', credential, right: `access to the environment ${called}` },
    })
  }
  if (mediaTypeOf(headers) !== 'application/json') {
    return new Refusal('unsupported-media-type', 'Send the body as application/json.', { rules: ['OAT-027'] })
  }
  return { caller: { client: issued.client } }
}

/** Parameters such as a charset are ignored (gap OAT-G11). */
function mediaTypeOf({ 'content-type': contentType = '' }: IncomingRequest['headers']): string {
  const [essence = ''] = contentType.split(';')
  return essence.trim().toLowerCase()
}
