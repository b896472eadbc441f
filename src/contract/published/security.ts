import { isObject } from '../json-pointer.ts'

/** What a request carries to show a credential. */
export interface SentCredential {
  headers: Record<string, string>
  query?: Record<string, string>
}

/**
 * How a request shows a value by a security scheme: a key or a token as it is, a user and a password for Basic as `user:password`.
 *
 * @returns undefined for a scheme that no request shows, such as a client certificate
 */
export function sendBy(
  { type, scheme, in: place, name }: Readonly<Record<string, unknown>>,
  value: string,
): SentCredential | undefined {
  if (type === 'apiKey') {
    if (place === 'header') return { headers: { [String(name).toLowerCase()]: value } }
    if (place === 'cookie') return { headers: { cookie: `${name}=${value}` } }
    return { headers: {}, query: { [String(name)]: value } }
  }
  if (type === 'mutualTLS') return undefined
  const kind = type === 'http' ? String(scheme).toLowerCase() : 'bearer'
  if (kind === 'basic') {
    const pair = value.includes(':') ? value : `${value}:${value}`
    return { headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } }
  }
  if (kind === 'digest') return { headers: { authorization: `Digest username="${value}"` } }
  return { headers: { authorization: `Bearer ${value}` } }
}

/** The security schemes of a document by name; those that its operations name first come first. */
export function securitySchemesOf(document: Readonly<Record<string, unknown>>): Map<string, Record<string, unknown>> {
  const all = Object(Object(document.components).securitySchemes) as Record<string, unknown>
  const named = [document.security].flat().flatMap((requirement) => Object.keys(Object(requirement)))
  const names = [...new Set([...named, ...Object.keys(all)])]
  return new Map(
    names.flatMap((name): [string, Record<string, unknown>][] => {
      const scheme = Object.hasOwn(all, name) ? all[name] : undefined
      return isObject(scheme) ? [[name, scheme]] : []
    }),
  )
}
