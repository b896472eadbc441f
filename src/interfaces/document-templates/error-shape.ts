import { randomUUID } from 'node:crypto'
import type { components } from '../../../generated/document-templates/types.ts'
import { isMissingOrMalformed } from '../../behaviour/credential-fault.ts'
import type { Answer } from '../../behaviour/definition.ts'
import type { Refusal, RefusalKind } from '../../behaviour/refusal.ts'
import { refusalAnswer, standardStatus } from '../../behaviour/refusal-answer.ts'

const codes: Readonly<Record<RefusalKind, string>> = {
  'malformed-request': 'bad_request',
  'invalid-request': 'bad_request',
  unauthenticated: 'unauthorized',
  forbidden: 'forbidden',
  'not-found': 'not_found',
  'method-not-allowed': 'method_not_allowed',
  'not-acceptable': 'not_acceptable',
  'length-required': 'length_required',
  'payload-too-large': 'request_entity_too_large',
  'unsupported-media-type': 'unsupported_media_type',
  internal: 'internal_server_error',
  unavailable: 'service_unavailable',
}

/** The family's error object; the documents show no error body, so this is an assumption (gap DOC-G03). */
export function renderRefusal(refusal: Refusal): Answer {
  const body = errorOf(standardStatus[refusal.kind], codes[refusal.kind], refusal.detail)
  return refusalAnswer(refusal, { mediaType: 'application/json', headers: challengeOf(refusal), body })
}

/** Only this interface documents this refusal, so it has no kind of its own. */
export function tooManyRequests(retryAfter: number): Answer {
  const message = `Too many requests. Try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`
  return {
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': String(retryAfter) },
    body: errorOf(429, 'rate_limit_exceeded', message),
  }
}

function errorOf(status: number, code: string, message: string): components['schemas']['Error'] {
  return { type: 'error', status, code, message, request_id: randomUUID() }
}

function challengeOf(refusal: Refusal): Record<string, string> {
  if (refusal.kind !== 'unauthenticated') return {}
  const realm = 'Bearer realm="document-templates"'
  return { 'www-authenticate': isMissingOrMalformed(refusal.credentials) ? realm : `${realm}, error="invalid_token"` }
}
