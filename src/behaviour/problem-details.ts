import type { Answer } from './definition.ts'
import { STATUS_CODES } from './node-http.ts'
import type { Refusal } from './refusal.ts'
import { refusalAnswer, standardStatus } from './refusal-answer.ts'

/** A refusal as problem details (RFC 9457): the standard form, for interfaces without another form. */
export function problemDetails(
  refusal: Refusal,
  more: { headers?: Record<string, string>; members?: object } = {},
): Answer {
  const status = refusal.status ?? standardStatus[refusal.kind]
  const body = { ...problem(status, refusal.detail), ...more.members }
  return refusalAnswer(refusal, { mediaType: 'application/problem+json', headers: more.headers ?? {}, body })
}

/** A refusal that belongs to no interface, as problem details (RFC 9457). */
export function plainProblem(status: number, detail: string): Answer {
  return { status, headers: { 'content-type': 'application/problem+json' }, body: problem(status, detail) }
}

function problem(status: number, detail: string) {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail }
}
