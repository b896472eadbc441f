import type { components } from '../../../generated/work-management/types.ts'
import { isMissingOrMalformed } from '../../behaviour/credential-fault.ts'
import type { Answer } from '../../behaviour/definition.ts'
import type { Refusal, RefusalKind } from '../../behaviour/refusal.ts'
import { refusalAnswer } from '../../behaviour/refusal-answer.ts'

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
export function renderRefusal(refusal: Refusal): Answer {
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
