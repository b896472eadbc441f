import type { Answer } from './definition.ts'
import type { Refusal, RefusalKind } from './refusal.ts'

/** The status that the HTTP standards give each kind of refusal (RFC 9110, 6585); an interface may document another. */
export const standardStatus: Readonly<Record<RefusalKind, number>> = {
  'malformed-request': 400,
  'invalid-request': 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  'length-required': 411,
  'payload-too-large': 413,
  'unsupported-media-type': 415,
  internal: 500,
  unavailable: 503,
}

/** A refusal as an answer with this media type and body; `Allow` comes with every 405 (RFC 9110, 15.5.6). */
export function refusalAnswer(
  refusal: Refusal,
  { status = refusal.status ?? standardStatus[refusal.kind], headers = {}, mediaType, body }: RefusalForm,
): Answer {
  const allow: Record<string, string> = refusal.allow.length > 0 ? { allow: refusal.allow.join(', ') } : {}
  return { status, headers: { 'content-type': mediaType, ...allow, ...headers }, body }
}

interface RefusalForm {
  /** Where the interface's status is not the standard one. */
  status?: number
  headers?: Record<string, string>
  mediaType: string
  body: unknown
}
