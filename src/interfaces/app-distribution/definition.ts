import type { components, operations } from '../../../generated/app-distribution/types.ts'
import type {
  Admission,
  AdmissionContext,
  Answer,
  IncomingRequest,
  InterfaceDefinition,
} from '../../behaviour/definition.ts'
import { STATUS_CODES } from '../../behaviour/node-http.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { refusalAnswer, standardStatus } from '../../behaviour/refusal-answer.ts'
import { behaviours } from './behaviour.ts'
import { recordKinds } from './record-kinds.ts'
import { credentials, seed, seededRecords } from './seed.ts'
import { records, type Token } from './state.ts'

/** Checks the token, then whether a body is present (gap APD-G13). Each operation checks the rights of the token itself. */
async function admit(
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
    // When a user is deleted, the user's tokens are revoked.
    const credential = token ? 'user of the API token' : 'API token'
    const credentials = { fault: 'unknown', credential } as const
    return new Refusal('unauthenticated', 'The API token is unknown or revoked.', { rules: ['APD-001'], credentials })
  }
  // APD-022 and APD-023 apply to methods on every path; APD-024: `{}` is a body, zero bytes are not.
  if (takesBody.has(method) && !body?.length) {
    return new Refusal('length-required', 'A POST, PUT or PATCH must carry a body.', { rules: ['APD-023'] })
  }
  return { caller: token }
}

const takesBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/** The family's error object, whose code is the name of the status (`NotFound`); the documents show no error body, so this is an assumption (gap APD-G03). */
function renderRefusal(refusal: Refusal): Answer {
  const code = (STATUS_CODES[standardStatus[refusal.kind]] ?? '').replaceAll(' ', '')
  const body: components['schemas']['Error'] = { error: { code, message: refusal.detail } }
  return refusalAnswer(refusal, { mediaType: 'application/json', body })
}

export const definition: InterfaceDefinition<operations, object, Token> = {
  admit,
  behaviours,
  credentials,
  recordKinds,
  records: seededRecords,
  renderRefusal,
  seed,
}
