import { type CredentialFault, missingOrMalformed } from '../../behaviour/credential-fault.ts'
import type { Admission, AdmissionContext, IncomingRequest } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { acceptedTypes, chooseMediaType, mediaTypeOf } from '../../contract/media-type.ts'
import type { ApiKeyRecord } from './state.ts'

const json = 'application/json'

/** Refuses in the order of gap ORD-G04, before anything else is read: credentials, then `Accept`, then `Content-Type`. */
export async function admit(
  { headers }: IncomingRequest,
  { operation, store }: AdmissionContext,
): Promise<Admission<undefined>> {
  const key = readApiKey(headers.authorization)
  if (key === '') return refuseKey(missingOrMalformed(headers.authorization, expected))
  if (!(await store.collection<ApiKeyRecord>('api-keys').get(key))) {
    return refuseKey({ fault: 'unknown', credential: 'API key' })
  }
  if (!asksForJson(headers.accept)) {
    return new Refusal('not-acceptable', 'Send the header Accept with the value application/json.', {
      rules: ['ORD-003'],
    })
  }
  if (operation === 'updateOrder' && mediaTypeOf(headers) !== json) {
    return new Refusal('unsupported-media-type', 'Send the body as application/json, and say so in Content-Type.', {
      rules: ['ORD-005', 'ORD-006'],
    })
  }
  return { caller: undefined }
}

const expected = 'the API key as user name of HTTP Basic, with an empty password'

function refuseKey(credentials: CredentialFault): Refusal {
  return new Refusal('unauthenticated', `Send ${expected}.`, { rules: ['ORD-007', 'ORD-008'], credentials })
}

/** The user name of Basic credentials with an empty password (ORD-007, ORD-008); otherwise empty, which is not a key. */
function readApiKey(authorization = ''): string {
  const [, encoded = ''] = /^basic +([\w+/=-]+) *$/i.exec(authorization) ?? []
  const credentials = Buffer.from(encoded, 'base64').toString()
  return credentials.indexOf(':') === credentials.length - 1 ? credentials.slice(0, -1) : ''
}

/** A wildcard does not name JSON, and neither does a weight of zero (gap ORD-G19). */
function asksForJson(accept = ''): boolean {
  if (accept === json) return true
  return acceptedTypes(accept).includes(json) && chooseMediaType(accept, [json]) !== undefined
}
