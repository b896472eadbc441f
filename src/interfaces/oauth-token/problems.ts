import type { components } from '../../../generated/oauth-token/types.ts'
import type { Problem } from '../problem.ts'
import { refusal } from '../refusal.ts'
import type { Answer } from '../slice.ts'

/**
 * OAuth errors: RFC 6749 §5.2 for the token endpoint, RFC 6750 §3 for the payments call. The documents show none, so both are
 * assumptions (gap OAT-G01).
 */
export function renderProblem(problem: Problem): Answer {
  const body: components['schemas']['OAuthError'] = { error: code(problem), error_description: problem.detail }
  return refusal(problem, { mediaType: 'application/json', headers: headersOf(problem), body })
}

function code({ kind, operation }: Problem): string {
  if (kind === 'unauthenticated') return operation === 'requestToken' ? 'invalid_client' : 'invalid_token'
  return kind === 'internal' ? 'server_error' : 'invalid_request'
}

function headersOf({ kind, operation }: Problem): Record<string, string> {
  if (operation === 'requestToken') return { 'cache-control': 'no-store' }
  return kind === 'unauthenticated' ? { 'www-authenticate': 'Bearer realm="payments"' } : {}
}
