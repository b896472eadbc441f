import type { HttpSecurityScheme, IHttpOperation } from '@stoplight/types'
import type { SeededCredential } from '../../behaviour/definition.ts'
import { securitySchemesOf, sendBy } from '../../contract/published/security.ts'

/** What a caller must send, in words: `a bearer token in Authorization and an API key in the query parameter key`. */
export function describeSecurity(security: IHttpOperation['security'] = []): string {
  return security.map((schemes) => schemes.map(describeScheme).join(' and ')).join(', or ')
}

function describeScheme(scheme: HttpSecurityScheme): string {
  if (scheme.type === 'apiKey')
    return `an API key in the ${scheme.in === 'query' ? 'query parameter' : scheme.in} ${scheme.name}`
  if (scheme.type === 'http')
    return scheme.scheme === 'basic'
      ? 'a user name and a password (Basic) in Authorization'
      : `a ${scheme.scheme} token in Authorization`
  // Nobody is refused for a client certificate, which the mock does not ask for.
  return 'a bearer token in Authorization'
}

/** A credential for each security scheme of a document. The mock takes any value. */
export function credentialsOf(document: Readonly<Record<string, unknown>>): SeededCredential[] {
  return [...securitySchemesOf(document)].flatMap(([role, scheme]) => {
    const sent = sendBy(scheme, 'mock')
    return sent ? [{ role, ...sent }] : []
  })
}
