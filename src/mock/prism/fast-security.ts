import type { IHttpRequest } from '@stoplight/prism-http'
import type { IHttpOperation } from '@stoplight/types'
import { memoize } from '../memoize.ts'
import { prismParts } from './parts.ts'

type Handler = (request: IHttpRequest) => boolean

/** Tells whether Prism's `validateSecurity` would find the credentials of one alternative of an operation. It uses the same handlers. */
export function compileSecurityAcceptance({
  security = [],
}: IHttpOperation): (headers: Record<string, string>, request: () => IHttpRequest) => boolean {
  if (security.length === 0) return () => true
  let alternatives: Handler[][] | undefined
  const isSecure = (request: IHttpRequest) => {
    alternatives ??= handlersOf(security)
    return alternatives.some((handlers) => handlers.every((isPresent) => isPresent(request)))
  }
  if (!security.flat().every(({ type }) => type === 'http')) return (_, request) => isSecure(request())
  // The HTTP schemes read one header, and callers send the same value again and again.
  const isGiven = memoize((authorization: string | undefined) =>
    isSecure({ method: 'get', url: { path: '/' }, headers: authorization === undefined ? {} : { authorization } }),
  )
  return ({ authorization }) => isGiven(authorization)
}

function handlersOf(security: NonNullable<IHttpOperation['security']>): Handler[][] {
  const { findSecurityHandler, noneSecurityHandler } = prismParts.security()
  const none: Handler = (request) => noneSecurityHandler(request)._tag === 'Right'
  return security.map((schemes) =>
    schemes.length === 0
      ? [none]
      : schemes.map((scheme): Handler => {
          const found = findSecurityHandler(scheme)
          // A mock without TLS sees no client certificate.
          if (found._tag === 'Left') return () => scheme.type === 'mutualTLS'
          const name = 'name' in scheme ? scheme.name : ''
          return (request) => found.right(request, name)._tag === 'Right'
        }),
  )
}
