import { UnreadableAnswerError } from './errors.ts'
import { type ClientOptions, systemClock } from './options.ts'
import { readBody, readError } from './read-answer.ts'
import type { CredentialRequest } from './security.ts'
import { send } from './send.ts'

/** What all grants need of a token endpoint. */
export interface GrantOptions extends Pick<ClientOptions, 'headers' | 'fetch' | 'clock' | 'timeout'> {
  /** Address of the token endpoint, or of the issuer's OpenID configuration (`…/.well-known/openid-configuration`). */
  tokenUrl: string
  clientId: string
  /** A function is asked for it with each request of a token. */
  clientSecret?: string | (() => string | Promise<string>)
  scopes?: readonly string[]
  /** Seconds before its expiry at which a token is renewed, default 30; at most half of its life. */
  margin?: number
  /** Seconds after which a token is renewed, although it says that it lives longer. */
  maxLifetime?: number
}

type TokenFunction = (request?: Pick<CredentialRequest, 'rejected'>) => Promise<string>
type TokenAnswer = Partial<Record<'access_token' | 'expires_in' | 'refresh_token' | 'token_endpoint', unknown>>

/** Seconds for which a token counts that does not say how long it lives. */
const usualLifetime = 300

/**
 * A credential function that gets tokens by the client credentials grant (RFC 6749, 4.4), and renews them once for all callers.
 *
 * ```ts
 * createPetstoreClient({ baseUrl, credentials: { oauth: clientCredentials({ tokenUrl, clientId, clientSecret }) } })
 * ```
 *
 * @throws {ApiError} `HttpError` when the endpoint refuses, `UnreadableAnswerError` when it answers without a token
 */
export function clientCredentials(options: GrantOptions): TokenFunction {
  return tokensOf(options, () => ({ grant_type: 'client_credentials' }))
}

/** A credential function that gets tokens for a refresh token (RFC 6749, 6). A new refresh token takes the place of the old one. */
export function refreshGrant({ refreshToken, ...options }: GrantOptions & { refreshToken: string }): TokenFunction {
  let current = refreshToken
  return tokensOf(
    options,
    () => ({ grant_type: 'refresh_token', refresh_token: current }),
    ({ refresh_token }) => {
      if (typeof refresh_token === 'string' && refresh_token !== '') current = refresh_token
    },
  )
}

function tokensOf(
  options: GrantOptions,
  grant: () => Record<string, string>,
  see?: (answer: TokenAnswer) => void,
): TokenFunction {
  const { clientId, clientSecret, scopes = [], headers, margin = 30, maxLifetime = Number.POSITIVE_INFINITY } = options
  let endpoint: Promise<string> | undefined
  const issue = async () => {
    endpoint ??= findEndpoint(options).catch((error) => {
      endpoint = undefined
      throw error
    })
    const secret = typeof clientSecret === 'function' ? await clientSecret() : clientSecret
    const body = new URLSearchParams({
      ...grant(),
      client_id: clientId,
      ...(secret !== undefined && { client_secret: secret }),
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    })
    const request = new Request(await endpoint, {
      method: 'POST',
      body,
      headers: { ...headers, accept: 'application/json' },
    })
    const { token, answer } = await askFor('access_token', request, options)
    see?.(answer)
    const stated = Number(answer.expires_in)
    const seconds = Math.min(stated > 0 ? stated : usualLifetime, maxLifetime)
    return { value: token, usableFor: Math.max(1, seconds - Math.min(margin, seconds / 2)) * 1000 }
  }
  return createTokenSource(issue, (options.clock ?? systemClock).now)
}

async function findEndpoint(options: GrantOptions): Promise<string> {
  const { tokenUrl } = options
  if (!tokenUrl.includes('/.well-known/')) return tokenUrl
  return (await askFor('token_endpoint', new Request(tokenUrl), options)).token
}

/** A text member of an answer. The errors quote nothing that was sent, and nothing of a success. */
async function askFor(
  member: 'access_token' | 'token_endpoint',
  request: Request,
  { fetch = globalThis.fetch, clock = systemClock, timeout = 30_000 }: GrantOptions,
): Promise<{ token: string; answer: TokenAnswer }> {
  const url = request.url.replace(/[?#].*$/, '')
  const operation = `${request.method} ${url}`
  const sending = { operation, url, timeout, fetch, clock, retries: 0, isHttpsTaken: false, streams: false }
  const repeats = () => false
  const response = await send(request, { ...sending, repeats, random: Math.random, authorization: undefined })
  if (!response.ok) throw await readError(operation, response, false, clock.now())
  const reading = await readBody(response)
  const answer = Object(reading.isReadable ? reading.value : undefined) as TokenAnswer
  const token = answer[member]
  if (typeof token !== 'string' || token === '')
    throw new UnreadableAnswerError(operation, response.status, `without \`${member}\``)
  return { token, answer }
}

export interface IssuedToken {
  value: string
  /** Milliseconds after its issue during which the token may be sent. */
  usableFor: number
}

/**
 * Keeps one token for all callers, and gets another one when the token expires or a server refuses it. All callers that ask during the
 * request share it. If the request fails, it fails for all of them, and the next caller starts a new request.
 */
export function createTokenSource(issue: () => Promise<IssuedToken>, now: () => number): TokenFunction {
  let current: { value: string; from: number; until: number } | undefined
  let renewal: Promise<string> | undefined

  const renew = async () => {
    // The time counts from before the request, because the answer does not say when the server issued the token.
    const from = now()
    const { value, usableFor } = await issue()
    current = { value, from, until: from + usableFor }
    return value
  }

  return async ({ rejected } = { rejected: undefined }) => {
    const time = now()
    if (current?.value === rejected) current = undefined
    // A clock that was set back makes a token look younger than it is.
    if (current && time >= current.from && time < current.until) return current.value
    renewal ??= renew().finally(() => {
      renewal = undefined
    })
    return renewal
  }
}
