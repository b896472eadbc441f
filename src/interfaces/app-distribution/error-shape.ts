import type { components } from '../../../generated/app-distribution/types.ts'
import type { Answer } from '../../behaviour/definition.ts'
import type { Problem, ProblemKind } from '../../behaviour/refusal.ts'
import { refusal } from '../../behaviour/refusal-answer.ts'

const codes: Readonly<Record<ProblemKind, string>> = {
  'malformed-request': 'BadRequest',
  'invalid-request': 'BadRequest',
  unauthenticated: 'Unauthorized',
  forbidden: 'Forbidden',
  'not-found': 'NotFound',
  'method-not-allowed': 'MethodNotAllowed',
  'not-acceptable': 'NotAcceptable',
  'length-required': 'LengthRequired',
  'payload-too-large': 'PayloadTooLarge',
  'unsupported-media-type': 'UnsupportedMediaType',
  internal: 'InternalServerError',
}

/** The family's error object; the documents show no error body, so this is an assumption (gap APD-G03). */
export function renderProblem(problem: Problem): Answer {
  const body: components['schemas']['Error'] = { error: { code: codes[problem.kind], message: problem.detail } }
  return refusal(problem, { mediaType: 'application/json', body })
}
