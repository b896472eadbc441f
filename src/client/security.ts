import { askCredential, type Credential } from './credential.ts'
import type { Authorization } from './send.ts'

/** A security scheme of a document, and where its credential goes. */
export interface SecurityScheme {
  /** Its name in the document, and in the credentials of a client. */
  name: string
  in: 'header' | 'query' | 'cookie'
  /** Name of the header, query parameter or cookie. */
  key: string
  /** What stands before the credential, such as `Bearer`; `Basic` takes a user name and a password. */
  prefix?: string
}

/** Schemes that are needed together. */
export interface SecurityRequirement {
  schemes: readonly SecurityScheme[]
  scopes?: readonly string[]
}

/** A user name and a password for HTTP Basic. */
export interface UserPassword {
  username: string
  password: string
}

/** Credentials by the names of the document's security schemes. */
export type Credentials = Readonly<Record<string, Credential | UserPassword | undefined>>

/**
 * The first requirement for which the caller has all credentials. No requirement, or one without schemes, needs none.
 *
 * @throws {TypeError} when credentials are missing: no request goes out without them
 */
export function authorizationFor(
  operation: string,
  requirements: readonly SecurityRequirement[],
  credentials: Credentials,
): Authorization | undefined {
  const found = requirements.find(({ schemes }) => schemes.every(({ name }) => credentials[name] !== undefined))
  if (!found) {
    if (requirements.length === 0 || requirements.some(({ schemes }) => schemes.length === 0)) return undefined
    const choices = requirements.map(({ schemes }) => schemes.map(({ name }) => `\`${name}\``).join(' and '))
    throw new TypeError(`${operation} needs a credential; give the client ${choices.join(', or ')} in \`credentials\``)
  }
  const { schemes, scopes = [] } = found
  if (schemes.length === 0) return undefined
  const sources = schemes.map((scheme) => sourceOf(scheme, credentials[scheme.name]))
  return {
    canRenew: sources.some((source) => typeof source === 'function'),
    ask: (rejected) =>
      Promise.all(sources.map((source, index) => askCredential(source, { rejected: rejected?.[index], scopes }))),
    apply: (request, values) =>
      schemes.reduce((made, scheme, index) => withCredential(made, scheme, values[index]), request),
  }
}

function sourceOf(
  { prefix }: SecurityScheme,
  credential: Credential | UserPassword | undefined,
): Credential | undefined {
  if (typeof credential !== 'object') return credential
  if (prefix !== 'Basic') throw new TypeError('a user name and a password are for HTTP Basic alone')
  const bytes = new TextEncoder().encode(`${credential.username}:${credential.password}`)
  return btoa(String.fromCharCode(...bytes))
}

function withCredential(request: Request, { in: place, key, prefix }: SecurityScheme, value = ''): Request {
  if (place === 'query') {
    const url = new URL(request.url)
    url.searchParams.set(key, value)
    return new Request(url, request)
  }
  if (place === 'cookie') {
    const before = request.headers.get('cookie')
    request.headers.set('cookie', `${before === null ? '' : `${before}; `}${key}=${encodeURIComponent(value)}`)
  } else request.headers.set(key, prefix === undefined ? value : `${prefix} ${value}`)
  return request
}
