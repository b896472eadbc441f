import * as generated from '../../../generated/oauth-token/client.ts'
import { clientCredentials, type GrantOptions } from '../../client/oauth.ts'
import { readBaseUrl } from '../../client/operation.ts'

export * from '../../../generated/oauth-token/client.ts'

export interface MerchantOptions
  extends Pick<GrantOptions, 'clientId' | 'clientSecret' | 'headers' | 'fetch' | 'clock' | 'timeout'> {
  /** Address of the server of tokens: `https://auth.example`. */
  baseUrl: string
  realm: string
}

/**
 * A client of the payments API. `baseUrl` is the address of the payments API, and {@link merchantTokens} is its credential.
 *
 * ```ts
 * const tokens = merchantTokens({ baseUrl: 'https://auth.example', realm: 'merchants', clientId, clientSecret })
 * const payments = createOauthTokenClient({ baseUrl: 'https://payments.example', credentials: { PaymentsToken: tokens } })
 * await callPayments(payments, { environment: 'sandbox', endpoint: 'transactions', body: { amount: 20 } })
 * ```
 *
 * @throws {TypeError} for an invalid address
 * @throws {Error} in a browser: secrets and tokens stay on the server (OAT-020)
 */
export function createOauthTokenClient(options: generated.OauthTokenClientOptions): generated.OauthTokenClient {
  refuseBrowser('createOauthTokenClient')
  return generated.createOauthTokenClient(options)
}

/**
 * A credential function with the tokens of a merchant. It renews a token a minute before its expiry, once for all callers (OAT-018, OAT-019).
 *
 * @throws {TypeError} for an invalid address
 * @throws {Error} in a browser: secrets and tokens stay on the server (OAT-020)
 */
export function merchantTokens({ baseUrl, realm, ...options }: MerchantOptions): ReturnType<typeof clientCredentials> {
  refuseBrowser('merchantTokens')
  const tokenUrl = `${readBaseUrl(baseUrl)}/realms/${encodeURIComponent(realm)}/protocol/openid-connect/token`
  return clientCredentials({ ...options, tokenUrl, margin: 60, maxLifetime: 600 })
}

/** A test environment that imitates a page in Node does not count. */
function refuseBrowser(name: string): void {
  const { process, document, WorkerGlobalScope } = globalThis as { [global: string]: unknown }
  const { node } = Object(Object(process).versions) as { node?: string }
  if (node === undefined && (document !== undefined || WorkerGlobalScope !== undefined))
    throw new Error(`${name} does not work in a browser: client secrets and access tokens stay on the server`)
}
