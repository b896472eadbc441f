import type { operations } from '../../../generated/document-templates/types.ts'
import { bearerToken } from '../../behaviour/bearer-token.ts'
import { missingOrMalformed } from '../../behaviour/credential-fault.ts'
import type {
  Admission,
  AdmissionContext,
  IncomingRequest,
  InterfaceDefinition,
  RecordKind,
} from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { behaviours } from './behaviour.ts'
import { type Conditions, conditions } from './conditions.ts'
import { renderRefusal, tooManyRequests } from './error-shape.ts'
import { countRequest, type RateLimit } from './rate-limit.ts'
import { credentials, seed, seededRecords } from './seed.ts'
import { type Caller, hasExpired, records } from './state.ts'

const recordKinds: Record<string, RecordKind> = {
  tokens: {
    description:
      'Access tokens by value, with the user whom they stand for; one with `expires_at` is refused from that moment of the session clock on.',
    schema: {
      type: 'object',
      required: ['user'],
      additionalProperties: false,
      properties: { user: { type: 'string' }, expires_at: { type: 'string', format: 'date-time' } },
    },
  },
  files: {
    description: 'Files by id, with the users who collaborate on them.',
    schema: {
      type: 'object',
      required: ['name', 'collaborators'],
      additionalProperties: false,
      properties: { name: { type: 'string' }, collaborators: { type: 'array', items: { type: 'string' } } },
    },
  },
  templates: {
    description: 'Which files are templates, by id of the file. Deleting one makes it an ordinary file again.',
    schema: {
      type: 'object',
      required: ['marked_at'],
      additionalProperties: false,
      properties: { marked_at: { type: 'string', format: 'date-time' } },
    },
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

type Context = AdmissionContext<Conditions>

/** Checks the token, then the state of the server, then the request, and the rights last. */
async function admit({ headers, query }: IncomingRequest, context: Context): Promise<Admission<Caller>> {
  const value = bearerToken(headers.authorization)
  if (value === undefined)
    return new Refusal('unauthenticated', 'An access token is required.', {
      rules: ['DOC-014', 'DOC-031'],
      credentials: missingOrMalformed(headers.authorization, 'an access token as Authorization: Bearer'),
    })
  const token = await records(context.store).tokens.get(value)
  const now = context.clock.now()
  if (!token || hasExpired(token, now)) {
    const credential = 'access token'
    const since = token?.expires_at
    return new Refusal('unauthenticated', 'The access token is not recognized.', {
      rules: ['DOC-014', 'DOC-030'],
      credentials: since ? { fault: 'expired', credential, since, now } : { fault: 'unknown', credential },
    })
  }
  const { operation, because, conditions } = context
  // The classes of these errors are documented only for the creation (gap DOC-G14).
  const isCreation = operation === 'createDocgenTemplate'
  if (conditions.failing) {
    return new Refusal('internal', 'Something unexpected happened. Please try again.', {
      rules: isCreation ? ['DOC-027'] : [],
    })
  }
  const { rate_limit: limit } = conditions
  const retryAfter = limit ? await count(token.user, limit, context) : undefined
  if (retryAfter === undefined) return { caller: { user: token.user, query } }
  because(...(isCreation ? ['DOC-026'] : []))
  return tooManyRequests(retryAfter)
}

/** Seconds after which the user may try again; undefined if this request is within the limit. */
async function count(user: string, limit: RateLimit, { immediate, clock }: Context): Promise<number | undefined> {
  let retryAfter: number | undefined
  await records(immediate).requests.update(user, (earlier = []) => {
    const counted = countRequest(earlier, clock.now().getTime(), limit)
    retryAfter = counted.retryAfter
    return counted.served
  })
  return retryAfter
}
