import { type Sabotage, type SabotagedRequest, seesHeaders, when } from '../../../check/sabotage.ts'
import { credentials } from '../seed.ts'

/** The token of a role on the mock. Sabotages identify callers by it. */
export function tokenOf(role: string): string {
  return credentials.find((credential) => credential.role === role)?.headers['x-svc-token'] ?? ''
}

/** True for requests with this token, or without one. */
export function carries(token: string | undefined): (request: SabotagedRequest) => boolean {
  return ({ headers }) =>
    headers['x-svc-token'] === token && (token !== undefined || headers.authorization === undefined)
}

/** Gives callers with this token, or without one, all rights. */
export function admits(token: string | undefined): Sabotage {
  return when(carries(token), seesHeaders({ 'x-svc-token': tokenOf('full') }))
}
