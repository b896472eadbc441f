import type { components } from '../../../generated/app-distribution/types.ts'
import type { Answer } from '../../behaviour/definition.ts'
import type { Refusal, RefusalKind } from '../../behaviour/refusal.ts'
import { refusalAnswer } from '../../behaviour/refusal-answer.ts'

const codes: Readonly<Record<RefusalKind, string>> = {
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
  unavailable: 'ServiceUnavailable',
}

/** The family's error object; the documents show no error body, so this is an assumption (gap APD-G03). */
export function renderRefusal(refusal: Refusal): Answer {
  const body: components['schemas']['Error'] = { error: { code: codes[refusal.kind], message: refusal.detail } }
  return refusalAnswer(refusal, { mediaType: 'application/json', body })
}
