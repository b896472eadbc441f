import { randomUUID } from 'node:crypto'
import type { components, operations } from '../../../generated/document-templates/types.ts'
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
import { STATUS_CODES } from '../../behaviour/node-http.ts'
import { moment, objectOf, text, texts } from '../../behaviour/record-schema.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { refusalAnswer, standardStatus } from '../../behaviour/refusal-answer.ts'
import { behaviours } from './behaviour.ts'
import { type Conditions, conditions } from './conditions.ts'
import { countRequest, type RateLimit } from './rate-limit.ts'
import { credentials, seed, seededRecords } from './seed.ts'
import { type Caller, records } from './state.ts'

const recordKinds: Record<string, RecordKind> = {
  tokens: {
    description:
      'Access tokens by value, with the user whom they stand for; one with `expires_at` is refused from that moment of the session clock on.',
    schema: objectOf({ user: text, expires_at: moment }, ['expires_at']),
  },
  files: {
    description: 'Files by id, with the users who collaborate on them.',
    schema: objectOf({ name: text, collaborators: texts }),
  },
  templates: {
    description: 'Which files are templates, by id of the file. Deleting one makes it an ordinary file again.',
    schema: objectOf({ marked_at: moment }),
  },
}

export const definition: InterfaceDefinition<operations, Conditions, Caller> = {
  admit,
  behaviours,
  conditions,
  credentials,
  recordKinds,
  records: seededRecords,
  renderRefusal,
  seed,
}

/** Checks the token, then the state of the server, then the request, and the rights last. */
async function admit(
  { headers, query }: IncomingRequest,
  context: AdmissionContext<Conditions>,
): Promise<Admission<Caller>> {
  const token = await findAccessToken(headers, {
    tokens: records(context.store).tokens,
    endOf: ({ expires_at }) => expires_at,
    now: context.clock.now(),
  })
  if ('fault' in token) {
    const isMissing = isMissingOrMalformed(token)
    const detail = isMissing ? 'An access token is required.' : 'The access token is not recognized.'
    return new Refusal('unauthenticated', detail, {
      rules: ['DOC-014', isMissing ? 'DOC-031' : 'DOC-030'],
      credentials: token,
    })
  }
  const { operation, cite, conditions } = context
  // The classes of these errors are documented only for the creation (gap DOC-G14).
  if (conditions.failing) {
    return new Refusal('internal', 'Something unexpected happened. Please try again.', {
      rules: operation === 'createDocgenTemplate' ? ['DOC-027'] : [],
    })
  }
  const { rate_limit: limit } = conditions
  const retryAfter = limit ? await count(token.user, limit, context) : undefined
  if (retryAfter === undefined) return { caller: { user: token.user, query } }
  cite(...(operation === 'createDocgenTemplate' ? ['DOC-026'] : []))
  return tooManyRequests(retryAfter)
}

/** Seconds after which the user may try again; undefined if this request is within the limit. */
async function count(
  user: string,
  limit: RateLimit,
  { immediate, clock }: AdmissionContext<Conditions>,
): Promise<number | undefined> {
  let retryAfter: number | undefined
  await records(immediate).requests.update(user, (earlier) => {
    const counted = countRequest(earlier, clock.now().getTime(), limit)
    retryAfter = counted.retryAfter
    return counted.served
  })
  return retryAfter
}

/** The family's error object; the documents show no error body, so this is an assumption (gap DOC-G03). */
export function renderRefusal(refusal: Refusal): Answer {
  const body = errorOf(standardStatus[refusal.kind], refusal.detail)
  return refusalAnswer(refusal, { mediaType: 'application/json', headers: challengeOf(refusal), body })
}

/** Only this interface documents this refusal, so it has no kind. */
export function tooManyRequests(retryAfter: number): Answer {
  const message = `Too many requests. Try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`
  return {
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': String(retryAfter) },
    body: errorOf(429, message, 'rate_limit_exceeded'),
  }
}

/** The code is the name of the status, in lower case: `bad_request`. */
function errorOf(
  status: number,
  message: string,
  code = STATUS_CODES[status]?.toLowerCase().replaceAll(' ', '_') ?? '',
): components['schemas']['Error'] {
  return { type: 'error', status, code, message, request_id: randomUUID() }
}

function challengeOf(refusal: Refusal): Record<string, string> {
  if (refusal.kind !== 'unauthenticated') return {}
  const realm = 'Bearer realm="document-templates"'
  return { 'www-authenticate': isMissingOrMalformed(refusal.credentials) ? realm : `${realm}, error="invalid_token"` }
}
