import type { components, operations, paths } from '../../../generated/oauth-token/types.ts'
import { createApi } from '../../client/api.ts'
import { isBrowser } from '../../client/browser.ts'
import type { Result, Verbs } from '../../client/call-types.ts'
import { systemClock } from '../../client/clock.ts'
import { bearer, type CredentialRequest } from '../../client/credential.ts'
import type { CallOptions, ClientOptions } from '../../client/options.ts'
import { createTokenSource } from '../../client/token-source.ts'
import { unwrap } from '../../client/unwrap.ts'

export type TokenResponse = components['schemas']['TokenResponse']

export interface TokenClientOptions extends ClientOptions {
  /** Address of the payments API; default: `baseUrl`. */
  paymentsBaseUrl?: string
  /** The realm that the provider assigned. */
  realm: string
  clientId: string
  /**
   * The secret, or a function that fetches it for each token request. The credentials must belong to the environment that is targeted
   * (OAT-023).
   */
  clientSecret: string | (() => string | Promise<string>)
}

export interface TokenClient extends Pick<Verbs<Pick<paths, '/{environment}/{endpoint}'>>, 'POST'> {
  /** Requests a new token in any case. Needed only to see the whole answer. */
  requestToken(options?: CallOptions): Promise<Result<operations['requestToken']>>
  /**
   * The token to send now. All callers share it. It is at most 540 seconds old, and has at least a minute left (OAT-018, OAT-019). It can
   * be the credential of another client.
   *
   * @throws {ApiError} `HttpError` when the token endpoint refuses, or another error of a call, such as `TimeoutError`
   */
  accessToken(request?: Pick<CredentialRequest, 'rejected'>): Promise<string>
}

const tokenPath = '/realms/{realm}/protocol/openid-connect/token'
/** Seconds after which a token counts as expired, even if the answer names a longer lifetime. */
const maxLifetime = 600
const margin = 60

/**
 * A client of the token endpoint and of its payments API. `POST` calls the payments API with a token, which the client requests and renews.
 *
 * ```ts
 * const tokens = createTokenClient({ baseUrl: 'https://auth.example', realm: 'merchants', clientId, clientSecret })
 * const path = { environment: 'sandbox', endpoint: 'transactions' } as const
 * const { data, error } = await tokens.POST('/{environment}/{endpoint}', { params: { path }, body: { amount: 20 } })
 * ```
 *
 * @throws {TypeError} for an invalid address
 * @throws {Error} in a browser: secrets and tokens stay on the server (OAT-020)
 */
export function createTokenClient(options: TokenClientOptions): TokenClient {
  if (isBrowser()) {
    throw new Error('createTokenClient does not work in a browser: client secrets and access tokens stay on the server')
  }
  const { realm, clientId, clientSecret, paymentsBaseUrl, ...clientOptions } = options
  const { verbs } = createApi<Pick<paths, typeof tokenPath>>(clientOptions, {}, undefined)

  const requestToken = async (callOptions: CallOptions = {}) =>
    verbs.POST(tokenPath, {
      ...callOptions,
      params: { path: { realm } },
      headers: { ...callOptions.headers, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: {
        client_id: clientId,
        client_secret: typeof clientSecret === 'string' ? clientSecret : await clientSecret(),
        grant_type: 'client_credentials',
      },
    })

  const accessToken = createTokenSource(
    async () => {
      const { access_token, expires_in } = await unwrap(requestToken())
      return { value: access_token, usableFor: (Math.min(expires_in, maxLifetime) - margin) * 1000 }
    },
    (options.clock ?? systemClock).now,
  )

  const payments = createApi<Pick<paths, '/{environment}/{endpoint}'>>(
    { ...clientOptions, baseUrl: paymentsBaseUrl ?? options.baseUrl },
    { credential: bearer, spanning: ['endpoint'] },
    accessToken,
  )
  return { requestToken, accessToken, POST: payments.verbs.POST }
}
