import type { Answer } from './definition.ts'
import { STATUS_CODES } from './node-http.ts'
import type { Problem } from './refusal.ts'
import { refusal, standardStatus } from './refusal-answer.ts'

/** A problem as problem details (RFC 9457): the standard form where no interface has a form of its own. */
export function problemDetails(
  problem: Problem,
  more: { headers?: Record<string, string>; members?: object } = {},
): Answer {
  const status = problem.status ?? standardStatus[problem.kind]
  const body = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: problem.detail,
    ...more.members,
  }
  return refusal(problem, { mediaType: 'application/problem+json', headers: more.headers ?? {}, body })
}

/** A refusal that belongs to no interface, as problem details (RFC 9457). */
export function plainProblem(status: number, detail: string): Answer {
  const body = { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail }
  return { status, headers: { 'content-type': 'application/problem+json' }, body }
}
