import type { components } from '../../../generated/work-management/types.ts'
import type { Problem, ProblemKind } from '../problem.ts'
import { refusal } from '../refusal.ts'
import type { Answer } from '../slice.ts'

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
  return refusal(problem, { mediaType: 'application/json', body })
}
