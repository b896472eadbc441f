import { systemClock } from './clock.ts'
import type { CredentialRequest } from './credential.ts'
import { createTokenSource } from './token-source.ts'

/** What all grants need of a token endpoint. */
export interface GrantOptions {
  /** Address of the token endpoint, or of the issuer's OpenID configuration (`…/.well-known/openid-configuration`). */
  tokenUrl: string
  clientId: string
  clientSecret?: string
  scopes?: readonly string[]
  /** Replaces the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>
  /** Milliseconds since the epoch; replaces the system's clock. */
  now?: () => number
}

type TokenFunction = (request?: Pick<CredentialRequest, 'rejected'>) => Promise<string>

/** A token is renewed this long before it expires, so that it does not expire on its way. */
const margin = 30
/** Seconds for which a token counts that does not say how long it lives. */
const usualLifetime = 300

/**
 * A credential function that gets tokens by the client credentials grant (RFC 6749, 4.4), and renews them once for all callers.
 *
 * ```ts
 * createPetstoreClient({ baseUrl, credentials: { oauth: clientCredentials({ tokenUrl, clientId, clientSecret }) } })
 * ```
 */
export function clientCredentials(options: GrantOptions): TokenFunction {
  return tokensOf(
    options,
    () => ({ grant_type: 'client_credentials' }),
    () => {},
  )
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

interface TokenAnswer {
  access_token?: unknown
  expires_in?: unknown
  refresh_token?: unknown
}

function tokensOf(
  { tokenUrl, clientId, clientSecret, scopes = [], fetch = globalThis.fetch, now = systemClock.now }: GrantOptions,
  grant: () => Record<string, string>,
  see: (answer: TokenAnswer) => void,
): TokenFunction {
  let endpoint: Promise<string> | undefined
  return createTokenSource(async () => {
    endpoint ??= findEndpoint(tokenUrl, fetch).catch((error) => {
      endpoint = undefined
      throw error
    })
    const body = new URLSearchParams({
      ...grant(),
      client_id: clientId,
      ...(clientSecret !== undefined && { client_secret: clientSecret }),
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    })
    const answer = await askJson(
      new Request(await endpoint, { method: 'POST', body, headers: { accept: 'application/json' } }),
      fetch,
    )
    const { access_token, expires_in } = answer as TokenAnswer
    if (typeof access_token !== 'string' || access_token === '')
      throw new Error('the token endpoint answered without an `access_token`')
    see(answer as TokenAnswer)
    const seconds = typeof expires_in === 'number' && expires_in > 0 ? expires_in : usualLifetime
    return { value: access_token, usableFor: Math.max(1, seconds - Math.min(margin, seconds / 2)) * 1000 }
  }, now)
}

async function findEndpoint(url: string, fetch: (request: Request) => Promise<Response>): Promise<string> {
  if (!url.includes('/.well-known/')) return url
  const { token_endpoint } = (await askJson(new Request(url), fetch)) as { token_endpoint?: unknown }
  if (typeof token_endpoint === 'string') return token_endpoint
  throw new Error('the OpenID configuration names no `token_endpoint`')
}

/** The messages quote nothing of the answer, which may hold secrets. */
async function askJson(request: Request, fetch: (request: Request) => Promise<Response>): Promise<object> {
  const response = await fetch(request)
  const value: unknown = await response.json().catch(() => undefined)
  if (!response.ok) {
    const { error } = Object(value) as { error?: unknown }
    throw new Error(
      `${new URL(request.url).host} answered ${response.status}${typeof error === 'string' ? `: ${error}` : ''}`,
    )
  }
  if (typeof value === 'object' && value !== null) return value
  throw new Error(`${new URL(request.url).host} answered with a body that is no JSON object`)
}
