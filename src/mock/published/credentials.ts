import type { HttpSecurityScheme, IHttpOperation } from '@stoplight/types'
import type { SeededCredential } from '../../behaviour/definition.ts'
import { securitySchemesOf, sendBy } from '../../contract/published/security.ts'

/** What a caller must send, in words: `a bearer token in Authorization and an API key in the query parameter key`. */
export function describeSecurity(security: IHttpOperation['security']): string {
  const alternatives = (security ?? []).filter((schemes) => schemes.length > 0)
  return (
    alternatives.map((schemes) => schemes.map(describeScheme).join(' and ')).join(', or ') ||
    'those that the document asks for'
  )
}

function describeScheme(scheme: HttpSecurityScheme): string {
  if (scheme.type === 'apiKey')
    return `an API key in the ${scheme.in === 'query' ? 'query parameter' : scheme.in} ${scheme.name}`
  if (scheme.type === 'http')
    return scheme.scheme === 'basic'
      ? 'a user name and a password (Basic) in Authorization'
      : `a ${scheme.scheme} token in Authorization`
  return scheme.type === 'mutualTLS' ? 'a client certificate' : 'a bearer token in Authorization'
}

const value = 'mock'

/** A credential for each security scheme of a document. The mock takes any value. */
export function credentialsOf(document: Readonly<Record<string, unknown>>): SeededCredential[] {
  return [...securitySchemesOf(document)].flatMap(([role, scheme]) => {
    const sent = sendBy(scheme, value)
    return sent ? [{ role, ...sent }] : []
  })
}
