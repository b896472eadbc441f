import type { IPrismDiagnostic } from '@stoplight/prism-core'
import type { IHttpRequest } from '@stoplight/prism-http'
import { DiagnosticSeverity, type IHttpOperation } from '@stoplight/types'
import type { Either } from 'fp-ts/lib/Either.js'
import { memoize } from '../memoize.ts'
import { prismParts } from './parts.ts'

/** Tells whether Prism finds the credentials of one alternative of an operation. */
export function compileSecurityAcceptance(
  resource: IHttpOperation,
): (headers: Record<string, string>, request: () => IHttpRequest) => boolean {
  const { security = [] } = resource
  if (security.length === 0) return () => true
  const isSecure = (element: IHttpRequest) =>
    errorsIn(prismParts.validators().validateSecurity({ resource, element })).length === 0
  if (!security.flat().every(({ type }) => type === 'http')) return (_, request) => isSecure(request())
  // The HTTP schemes read one header, and callers send the same value again and again.
  const isGiven = memoize((authorization: string | undefined) =>
    isSecure({ method: 'get', url: { path: '/' }, headers: authorization === undefined ? {} : { authorization } }),
  )
  return ({ authorization }) => isGiven(authorization)
}

/** Prism also warns, of a security scheme that it does not know. */
export function errorsIn(judged: Either<readonly IPrismDiagnostic[], unknown>): readonly IPrismDiagnostic[] {
  return judged._tag === 'Left' ? judged.left.filter(({ severity }) => severity === DiagnosticSeverity.Error) : []
}
