import { bearerToken } from '../../behaviour/bearer-token.ts'
import { missingOrMalformed } from '../../behaviour/credential-fault.ts'
import type { Admission, AdmissionContext, IncomingRequest } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { isOperation, opens, requirements } from './scopes.ts'
import { hasExpired, records } from './state.ts'

/** Checks the token and its scopes before the rest of the request (gap WRK-G09). */
export async function admit(
  { headers }: IncomingRequest,
  { operation, store, clock, because }: AdmissionContext,
): Promise<Admission<undefined>> {
  const value = bearerToken(headers.authorization)
  if (value === undefined)
    return new Refusal('unauthenticated', 'A valid access token is required.', {
      rules: ['WRK-008'],
      credentials: missingOrMalformed(headers.authorization, 'an access token as Authorization: Bearer'),
    })
  const token = await records(store).tokens.get(value)
  const now = clock.now()
  if (!token || hasExpired(token, now)) {
    const credential = 'access token'
    const since = token?.expiresAt
    return new Refusal('unauthenticated', 'A valid access token is required.', {
      rules: ['WRK-008'],
      credentials: since ? { fault: 'expired', credential, since, now } : { fault: 'unknown', credential },
    })
  }
  if (isOperation(operation)) {
    const requirement = requirements[operation]
    if (!opens(token.scopes, requirement)) {
      return new Refusal('forbidden', 'The access token holds none of the scopes of this operation.', {
        rules: ['WRK-011', ...requirement.rules],
        credentials: {
          fault: 'lacking',
          credential: 'access token',
          right: `the scope ${requirement.anyOf.join(' or ')}`,
        },
      })
    }
    because('WRK-010', ...requirement.rules)
  }
  return { caller: undefined }
}
