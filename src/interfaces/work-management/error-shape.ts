import type { components } from '../../../generated/work-management/types.ts'
import type { Answer } from '../../behaviour/definition.ts'
import { Problem, type ProblemKind } from '../../behaviour/refusal.ts'
import { refusal } from '../../behaviour/refusal-answer.ts'

/** No access token came at all: unlike a token that is not valid, this has no error code in the challenge (RFC 6750, 3). */
export class MissingToken extends Problem {
  constructor(operation?: string) {
    super('unauthenticated', 'A valid access token is required.', { rules: ['WRK-008'], operation })
  }

  override of(operation: string | undefined): MissingToken {
    return new MissingToken(operation)
  }
}

const codes: Readonly<Record<ProblemKind, string>> = {
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
}

/** The family's error object; the documents show no error body, so this is an assumption (gap WRK-G09). */
export function renderProblem(problem: Problem): Answer {
  const body: components['schemas']['Error'] = { error: codes[problem.kind], errorDescription: problem.detail }
  return refusal(problem, { mediaType: 'application/json', headers: challengeOf(problem), body })
}

function challengeOf(problem: Problem): Record<string, string> {
  const realm = 'Bearer realm="work-management"'
  if (problem instanceof MissingToken) return { 'www-authenticate': realm }
  if (problem.kind === 'unauthenticated') return { 'www-authenticate': `${realm}, error="invalid_token"` }
  if (problem.kind === 'forbidden') return { 'www-authenticate': `${realm}, error="insufficient_scope"` }
  return {}
}
