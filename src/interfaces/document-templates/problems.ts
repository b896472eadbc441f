import { randomUUID } from 'node:crypto'
import type { components } from '../../../generated/document-templates/types.ts'
import type { Problem, ProblemKind } from '../problem.ts'
import { refusal, standardStatus } from '../refusal.ts'
import type { Answer } from '../slice.ts'

const codes: Readonly<Record<ProblemKind, string>> = {
  'malformed-request': 'bad_request',
  'invalid-request': 'bad_request',
  unauthenticated: 'unauthorized',
  forbidden: 'access_denied_insufficient_permissions',
  'not-found': 'not_found',
  'method-not-allowed': 'method_not_allowed',
  'not-acceptable': 'not_acceptable',
  'length-required': 'length_required',
  'payload-too-large': 'request_entity_too_large',
  'unsupported-media-type': 'unsupported_media_type',
  internal: 'internal_server_error',
}

/** The family's error object; the documents show no error body, so this is an assumption (gap DOC-G03). */
export function renderProblem(problem: Problem): Answer {
  const status = standardStatus[problem.kind]
  const body: components['schemas']['Error'] = {
    type: 'error',
    status,
    code: codes[problem.kind],
    message: problem.detail,
    request_id: randomUUID(),
  }
  return refusal(problem, { mediaType: 'application/json', body })
}
