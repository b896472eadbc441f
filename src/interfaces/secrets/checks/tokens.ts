import { type Sabotage, type SabotagedRequest, seesHeaders, when } from '../../../check/sabotage.ts'
import { credentials } from '../seed.ts'

/** The token of a role on the mock: sabotage tells callers apart by it. */
export function tokenOf(role: string): string {
  return credentials.find((credential) => credential.role === role)?.headers['x-svc-token'] ?? ''
}

/** Requests that carry this token, or none. */
export function carries(token: string | undefined): (request: SabotagedRequest) => boolean {
  return ({ headers }) =>
    headers['x-svc-token'] === token && (token !== undefined || headers.authorization === undefined)
}

/** Who carries this token, or none, may do everything. */
export function admits(token: string | undefined): Sabotage {
  return when(carries(token), seesHeaders({ 'x-svc-token': tokenOf('full') }))
}
