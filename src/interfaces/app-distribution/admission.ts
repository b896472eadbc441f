import type { Admission, AdmissionContext, IncomingRequest } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { records, type Token } from './state.ts'

/** Judges the token, then whether a body is there (gap APD-G13); what the token permits is for the operation to say. */
export async function admit(
  { method, headers, body }: IncomingRequest,
  { store }: AdmissionContext,
): Promise<Admission<Token>> {
  const value = headers['x-api-token']
  // APD-002. An empty header carries no token.
  if (!value) {
    const credentials = { fault: 'missing', expected: 'an API token in X-API-Token' } as const
    return new Refusal('unauthenticated', 'The X-API-Token header is missing.', { rules: ['APD-002'], credentials })
  }
  const { tokens, users } = records(store)
  const token = await tokens.get(value)
  const known = token && (token.kind === 'app' || (await users.get(token.email)))
  if (!known) {
    // The token of a user who was deleted has been revoked with the user.
    const credential = token ? 'user of the API token' : 'API token'
    const credentials = { fault: 'unknown', credential } as const
    return new Refusal('unauthenticated', 'The API token is unknown or revoked.', { rules: ['APD-001'], credentials })
  }
  // APD-022 and APD-023 speak of methods, whatever the path; APD-024: `{}` is a body, no bytes are none.
  if (takesBody.has(method) && !body?.length) {
    return new Refusal('length-required', 'A POST, PUT or PATCH must carry a body.', { rules: ['APD-023'] })
  }
  return { caller: token }
}

const takesBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])
