import type { components } from '../../../generated/oauth-token/types.ts'
import type { Answer } from '../../behaviour/definition.ts'
import type { Problem } from '../../behaviour/refusal.ts'
import { refusal } from '../../behaviour/refusal-answer.ts'
import { OAuthProblem } from './oauth-refusal.ts'

/**
 * OAuth errors: RFC 6749 §5.2 for the token endpoint, RFC 6750 §3 for the payments call. The documents show none, so both are
 * assumptions (gap OAT-G01).
 */
export function renderProblem(problem: Problem): Answer {
  const body: components['schemas']['OAuthError'] = { error: codeOf(problem), error_description: problem.detail }
  return refusal(problem, { mediaType: 'application/json', headers: headersOf(problem), body })
}

function codeOf(problem: Problem): string {
  if (problem instanceof OAuthProblem) return problem.error
  return problem.kind === 'internal' ? 'server_error' : 'invalid_request'
}

function headersOf(problem: Problem): Record<string, string> {
  if (problem.operation === 'requestToken') return { 'cache-control': 'no-store' }
  // Of OAuth's own errors, a payments call meets none but `invalid_token`.
  if (!(problem instanceof OAuthProblem)) return {}
  return { 'www-authenticate': problem.withoutToken ? challenge : `${challenge}, ${causeOf(problem)}` }
}

const challenge = 'Bearer realm="payments"'

/** A description in a challenge takes neither quotes nor backslashes (RFC 6750, 3); ours are our own sentences. */
function causeOf({ error, detail }: OAuthProblem): string {
  return `error="${error}", error_description="${detail}"`
}
