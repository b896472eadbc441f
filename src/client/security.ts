import type { Authorization } from './send.ts'

/** The argument of a credential function. */
export interface CredentialRequest {
  /** The credential that the server has just answered 401 to; undefined on the first try of a call. */
  rejected: string | undefined
  /** Scopes that the document names for the call; empty where it names none. */
  scopes: readonly string[]
}

/**
 * A token or key, or a function that fetches one. The client calls the function for every call, and once more when a server answers 401.
 * `null` says that none is sent, although the document asks for one.
 */
export type Credential = string | null | ((request: CredentialRequest) => string | null | Promise<string | null>)

/** A security scheme of a document, and where its credential goes. */
export interface SecurityScheme {
  /** Its name in the document, and in the credentials of a client. */
  name: string
  in: 'header' | 'query' | 'cookie'
  /** Name of the header, query parameter or cookie. */
  key: string
  /** What stands before the credential, such as `Bearer`. A credential of `Basic` is `name:password`, or a name with an empty password. */
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
  const usable = requirements.filter(({ schemes }) => schemes.every(({ name }) => credentials[name] !== undefined))
  const [found] = usable
  if (!found) {
    if (requirements.length === 0) return undefined
    const choices = requirements.map(({ schemes }) => schemes.map(({ name }) => `\`${name}\``).join(' and '))
    throw new TypeError(
      `${operation} needs a credential; give the client ${choices.join(', or ')} in \`credentials\`, or null there to send none`,
    )
  }
  const { schemes } = found
  if (schemes.length === 0) return undefined
  const sources = schemes.map(({ name }) => sourceOf(credentials[name]))
  const scopes = usable.flatMap((one) => (one.schemes[0]?.name === schemes[0]?.name ? (one.scopes ?? []) : []))
  return {
    canRenew: sources.some((source) => typeof source === 'function'),
    ask: (rejected) =>
      Promise.all(
        sources.map(async (source, index) =>
          typeof source === 'function' ? await source({ rejected: rejected?.[index] ?? undefined, scopes }) : source,
        ),
      ),
    apply: (request, values) =>
      schemes.reduce((made, scheme, index) => withCredential(made, scheme, values[index]), request),
  }
}

function sourceOf(credential: Credential | UserPassword | undefined): Credential | undefined {
  const isPair = typeof credential === 'object' && credential !== null
  return isPair ? `${credential.username}:${credential.password}` : credential
}

function withCredential(request: Request, scheme: SecurityScheme, value: string | null | undefined): Request {
  if (value === null) return request
  const { in: place, key, prefix } = scheme
  const text =
    typeof value !== 'string' || value === '' || prefix === undefined ? value : `${prefix} ${encodeFor(prefix, value)}`
  // The platform's own message would quote the value.
  if (typeof text !== 'string' || text === '' || (place === 'header' && !/^[\x20-\x7e]+$/.test(text))) {
    throw new TypeError(
      'the credential is empty, or contains a character that a header cannot carry, such as a line break at its end',
    )
  }
  if (place === 'query') {
    const url = new URL(request.url)
    url.searchParams.set(key, text)
    return new Request(url, request)
  }
  if (place === 'cookie') {
    const before = request.headers.get('cookie')
    request.headers.set('cookie', `${before === null ? '' : `${before}; `}${key}=${encodeURIComponent(text)}`)
  } else request.headers.set(key, text)
  return request
}

export function encodeFor(prefix: string, value: string): string {
  if (prefix !== 'Basic') return value
  return btoa(String.fromCharCode(...new TextEncoder().encode(value.includes(':') ? value : `${value}:`)))
}
