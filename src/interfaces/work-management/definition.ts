import type { components, operations } from '../../../generated/work-management/types.ts'
import { isMissingOrMalformed } from '../../behaviour/credential-fault.ts'
import type {
  Admission,
  AdmissionContext,
  Answer,
  IncomingRequest,
  InterfaceDefinition,
  RecordKind,
} from '../../behaviour/definition.ts'
import { findAccessToken } from '../../behaviour/find-token.ts'
import { moment, objectOf, texts } from '../../behaviour/record-schema.ts'
import { Refusal, type RefusalKind } from '../../behaviour/refusal.ts'
import { refusalAnswer } from '../../behaviour/refusal-answer.ts'
import { behaviours } from './behaviour.ts'
import { isOperation, requirements } from './scopes.ts'
import { credentials, seed, seededRecords } from './seed.ts'
import { records } from './state.ts'

const recordKinds: Record<string, RecordKind> = {
  tokens: {
    description:
      'OAuth 2.0 access tokens by value, with their scopes; one with `expiresAt` is refused from that moment of the session clock on.',
    schema: objectOf({ scopes: texts, expiresAt: moment }, ['expiresAt']),
  },
  workflows: {
    description: 'Workflows by id; any fields. One whose `spaceId` is the id of a space is in its list.',
    schema: { type: 'object' },
  },
  spaces: { description: 'Spaces by id; any fields.', schema: { type: 'object' } },
  users: { description: 'Users by id; any fields.', schema: { type: 'object' } },
}

const codes: Readonly<Record<RefusalKind, string>> = {
  'malformed-request': 'invalid_request',
  'invalid-request': 'invalid_parameter',
  unauthenticated: 'not_authorized',
  forbidden: 'access_forbidden',
  'not-found': 'resource_not_found',
  'method-not-allowed': 'method_not_allowed',
  'not-acceptable': 'not_acceptable',
  'length-required': 'invalid_request',
  'payload-too-large': 'invalid_request',
  'unsupported-media-type': 'invalid_request',
  internal: 'server_error',
  unavailable: 'server_error',
}

/** The family's error object; the documents show no error body, so this is an assumption (gap WRK-G09). */
function renderRefusal(refusal: Refusal): Answer {
  const body: components['schemas']['Error'] = { error: codes[refusal.kind], errorDescription: refusal.detail }
  return refusalAnswer(refusal, { mediaType: 'application/json', headers: challengeOf(refusal), body })
}

function challengeOf(refusal: Refusal): Record<string, string> {
  const realm = 'Bearer realm="work-management"'
  if (isMissingOrMalformed(refusal.credentials)) return { 'www-authenticate': realm }
  if (refusal.kind === 'unauthenticated') return { 'www-authenticate': `${realm}, error="invalid_token"` }
  if (refusal.kind === 'forbidden') return { 'www-authenticate': `${realm}, error="insufficient_scope"` }
  return {}
}

export const definition: InterfaceDefinition<operations, object, undefined> = {
  admit,
  behaviours,
  credentials,
  recordKinds,
  records: seededRecords,
  renderRefusal,
  seed,
}

/** Checks the token and its scopes before the rest of the request (gap WRK-G09). */
async function admit(
  { headers }: IncomingRequest,
  { operation, store, clock, cite }: AdmissionContext,
): Promise<Admission<undefined>> {
  const token = await findAccessToken(headers, {
    tokens: records(store).tokens,
    endOf: ({ expiresAt }) => expiresAt,
    now: clock.now(),
  })
  if ('fault' in token) {
    const details = { rules: ['WRK-008'], credentials: token }
    return new Refusal('unauthenticated', 'A valid access token is required.', details)
  }
  if (isOperation(operation)) {
    const requirement = requirements[operation]
    if (!requirement.anyOf.some((scope) => token.scopes.includes(scope))) {
      return new Refusal('forbidden', 'The access token holds none of the scopes of this operation.', {
        rules: ['WRK-011', ...requirement.rules],
        credentials: {
          fault: 'lacking',
          credential: 'access token',
          right: `the scope ${requirement.anyOf.join(' or ')}`,
        },
      })
    }
    cite('WRK-010', ...requirement.rules)
  }
  return { caller: undefined }
}
