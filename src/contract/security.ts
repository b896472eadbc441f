import { type DocumentNode, follow, isObject } from './json-pointer.ts'

/** What a request carries to show a credential. */
export interface SentCredential {
  headers: Record<string, string>
  query?: Record<string, string>
}

/** The parts of a request that may carry credentials. */
export interface CredentialCarrier {
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  /** As it was sent, without `?`. */
  query: string
}

/** The security requirements of one operation. */
export interface Security {
  /** A caller without a credential is refused. */
  isDemanded: boolean
  /** True for a request that carries all credentials of one requirement. Whether their values are right is not known. */
  accepts(request: CredentialCarrier): boolean
  /** What a caller must send, in words: `a bearer token in Authorization, or an API key in the cookie sid`. */
  words: string
  /** A value of `WWW-Authenticate` (RFC 9110, 11.6.1). */
  challenge: string
  /** Sentences about schemes of which more is asked than a request can be checked for. */
  notices: string[]
}

interface Scheme {
  words: string
  notice?: string
  challenge: string | undefined
  /** True for a request that carries a credential of this scheme. */
  isShown(request: CredentialCarrier): boolean
}

/**
 * The security of an operation: its own requirements, or else those of the document. A requirement that no scheme of the document explains
 * is never met, since what it asks for is unknown.
 */
export function securityOf(document: DocumentNode, { security = document.security }: DocumentNode): Security {
  const requirements = ((security ?? []) as DocumentNode[]).map((one) => schemesIn(document, one))
  return {
    isDemanded: requirements.length > 0 && !requirements.some(acceptsAnyCaller),
    accepts: (request) =>
      requirements.length === 0 || requirements.some((all) => all.every(({ isShown }) => isShown(request))),
    words: requirements.map((all) => all.map(({ words }) => words).join(' and ')).join(', or '),
    challenge: requirements.flat().find(({ challenge }) => challenge !== undefined)?.challenge ?? 'Bearer',
    notices: requirements.flat().flatMap(({ notice = [] }) => notice),
  }
}

function acceptsAnyCaller(schemes: readonly Scheme[]): boolean {
  return schemes.every(({ isShown }) => isShown({ headers: {}, query: '' }))
}

function schemesIn(document: DocumentNode, requirement: DocumentNode): Scheme[] {
  const known = Object(Object(document.components).securitySchemes) as DocumentNode
  return Object.keys(requirement).map((name) => {
    const node = Object.hasOwn(known, name) ? known[name] : undefined
    return (isObject(node) && schemeOf(follow(document, node))) || unknownScheme(name)
  })
}

function unknownScheme(name: string): Scheme {
  const words = `credentials of ${name}, a security scheme that the document does not describe`
  const notice = `callers cannot meet the security requirement ${name}: no scheme of this name is described, or its type is unknown`
  return { words, notice, challenge: undefined, isShown: () => false }
}

function schemeOf({ type, scheme, in: place, name }: DocumentNode): Scheme | undefined {
  switch (type) {
    case 'apiKey':
      return apiKey(String(place), String(name))
    case 'http':
      return httpScheme(String(scheme))
    case 'oauth2':
    case 'openIdConnect':
      return httpScheme('bearer')
    case 'mutualTLS':
      // The connection shows it, which is beyond the request.
      return {
        words: 'a client certificate',
        notice: 'callers are not asked for the client certificate of mutualTLS',
        challenge: undefined,
        isShown: () => true,
      }
    default:
      return undefined
  }
}

function apiKey(place: string, name: string): Scheme | undefined {
  const words = `an API key in the ${place === 'query' ? 'query parameter' : place} ${name}`
  const challenge = `ApiKey realm="${words.replaceAll(/["\\]|[^ -~]/g, '')}"`
  switch (place) {
    case 'header': {
      const header = name.toLowerCase()
      return { words, challenge, isShown: ({ headers }) => Boolean(headers[header]) }
    }
    case 'query':
      return { words, challenge, isShown: ({ query }) => new URLSearchParams(query).getAll(name).some(Boolean) }
    case 'cookie':
      return { words, challenge, isShown: ({ headers: { cookie = '' } }) => hasCookie(cookie, name) }
    default:
      return undefined
  }
}

function hasCookie(header: string, name: string): boolean {
  return header.split(';').some((pair) => {
    const text = pair.trim()
    return text.startsWith(`${name}=`) && text.length > name.length + 1
  })
}

/** Names of HTTP schemes are the same in any case (RFC 9110, 11.1). A scheme of any name is shown by credentials under this name. */
function httpScheme(scheme: string): Scheme {
  const kind = scheme.toLowerCase()
  const hasForm = kind === 'basic' ? isPair : kind === 'digest' ? isDigest : (credentials: string) => credentials !== ''
  return {
    words: wordsOf.get(kind) ?? `${scheme} credentials in Authorization`,
    challenge: challengeOf.get(kind) ?? scheme,
    isShown: ({ headers: { authorization = '' } }) => {
      const [, sent = '', credentials = ''] = /^(\S+) +(.*)$/.exec(authorization) ?? []
      return sent.toLowerCase() === kind && hasForm(credentials)
    },
  }
}

const wordsOf = new Map([
  ['basic', 'a user name and a password (Basic) in Authorization'],
  ['bearer', 'a bearer token in Authorization'],
])

const challengeOf = new Map([
  ['basic', 'Basic realm="mock"'],
  ['bearer', 'Bearer'],
  ['digest', 'Digest realm="mock", nonce="mock"'],
])

/** A password may have colons (RFC 7617, 2). */
function isPair(credentials: string): boolean {
  return Buffer.from(credentials, 'base64').includes(':')
}

function isDigest(credentials: string): boolean {
  return /\busername\*?\s*=/i.test(credentials)
}

/** A credential for each security scheme of a document. The mock takes any value. */
export function credentialsOf(
  document: DocumentNode,
  valueFor: (scheme: DocumentNode) => string = () => 'mock',
): ({ role: string } & SentCredential)[] {
  return [...securitySchemesOf(document)].flatMap(([role, scheme]) => {
    const sent = credentialHeaders(scheme, valueFor(scheme))
    return sent ? [{ role, ...sent }] : []
  })
}

/**
 * How a request shows a value by a security scheme: a key or a token as it is, a user and a password for Basic as `user:password`.
 *
 * @returns undefined for a scheme that no request shows, such as a client certificate
 */
export function credentialHeaders(
  { type, scheme, in: place, name }: DocumentNode,
  value: string,
): SentCredential | undefined {
  if (type === 'apiKey') {
    if (place === 'header') return { headers: { [String(name).toLowerCase()]: value } }
    if (place === 'cookie') return { headers: { cookie: `${name}=${value}` } }
    return place === 'query' ? { headers: {}, query: { [String(name)]: value } } : undefined
  }
  const kind = type === 'http' ? String(scheme) : type === 'oauth2' || type === 'openIdConnect' ? 'Bearer' : undefined
  if (kind === undefined) return undefined
  switch (kind.toLowerCase()) {
    case 'basic': {
      const pair = value.includes(':') ? value : `${value}:${value}`
      return { headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } }
    }
    case 'digest':
      return { headers: { authorization: `Digest username="${value}"` } }
    case 'bearer':
      return { headers: { authorization: `Bearer ${value}` } }
    default:
      return { headers: { authorization: `${kind} ${value}` } }
  }
}

/** Credentials that one request carries together. Where two use one header, the first wins; cookies share theirs. */
export function joinCredentials(credentials: readonly SentCredential[]): Required<SentCredential> {
  const joined: Required<SentCredential> = { headers: {}, query: {} }
  for (const { headers, query } of credentials) {
    const { cookie } = joined.headers
    const cookies = [cookie, headers.cookie].filter((one) => one !== undefined).join('; ')
    joined.headers = { ...headers, ...joined.headers, ...(cookies && { cookie: cookies }) }
    joined.query = { ...query, ...joined.query }
  }
  return joined
}

/** The security schemes of a document by name; those that its operations name first come first. */
export function securitySchemesOf(document: DocumentNode): Map<string, DocumentNode> {
  const all = Object(Object(document.components).securitySchemes) as DocumentNode
  const named = [document.security].flat().flatMap((requirement) => Object.keys(Object(requirement)))
  const names = [...new Set([...named, ...Object.keys(all)])]
  return new Map(
    names.flatMap((name): [string, DocumentNode][] => {
      const scheme = Object.hasOwn(all, name) ? all[name] : undefined
      return isObject(scheme) ? [[name, follow(document, scheme)]] : []
    }),
  )
}
