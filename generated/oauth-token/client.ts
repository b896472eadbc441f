// Generated from specs/oauth-token/ by `npm run generate`. Do not edit: change the source and run it again.

import { type ApiClient, type ApiClientOptions, type Call, createApiClient, operation } from '../../src/client/operation.ts'
import type { Credential } from '../../src/client/security.ts'
import type { components, operations, paths } from './types.ts'

export { unwrap } from '../../src/client/operation.ts'
export type { CallOptions } from '../../src/client/options.ts'
export { ApiError, HttpError } from '../../src/client/errors.ts'
export { clientCredentials, refreshGrant } from '../../src/client/oauth.ts'

/** The schemas of the document by name. */
export type Schemas = components['schemas']

export interface OauthTokenClientOptions extends Omit<ApiClientOptions, 'baseUrl' | 'credentials'> {
  /** Address of the server, with the path of the API. */
  baseUrl: string
  /** A credential for each security scheme that you use: a text, or a function that gives one and is asked again after 401. */
  credentials?: {
    "PaymentsToken"?: Credential
  }
}

/** Made by {@link createOauthTokenClient}. Its `GET`, `POST` and the others are those of openapi-fetch. */
export type OauthTokenClient = ApiClient<paths>

const paymentsTokenScheme = {"name":"PaymentsToken","in":"header","key":"Authorization","prefix":"Bearer"} as const

/**
 * A client of Token endpoint and payments API.
 *
 * @throws {TypeError} for a `baseUrl` that is not an address
 */
export function createOauthTokenClient(options: OauthTokenClientOptions): OauthTokenClient {
  return createApiClient<paths>(options, [{ schemes: [paymentsTokenScheme] }])
}

/**
 * Request an access token
 * Trades client credentials for an access token that works for ten minutes. The credentials go into the form, not into an
 * `Authorization` header. The same call serves sandbox and production; the credentials must belong to the environment that is
 * targeted.
 *
 * Every call issues a new token, and the previous tokens keep working until they expire (not documented). So share one token
 * among your calls, and ask for the next at least one minute before it expires.
 *
 * `POST /realms/{realm}/protocol/openid-connect/token`
 */
export const requestToken: Call<operations["requestToken"]> = /* @__PURE__ */ operation({ method: "post", path: "/realms/{realm}/protocol/openid-connect/token", body: "application/x-www-form-urlencoded", security: [] })

/**
 * Call the payments API
 * A call that the access token authorizes, made with `Authorization: Bearer <access token>` and `Content-Type: application/json`.
 * Method, body and answer are placeholders for those of your endpoint: none of them is documented. The mock takes any JSON object for
 * any endpoint and answers with an object that names the environment and the endpoint.
 *
 * `POST /{environment}/{endpoint}`
 */
export const callPayments: Call<operations["callPayments"]> = /* @__PURE__ */ operation({ method: "post", path: "/{environment}/{endpoint}", parameters: {"endpoint":{"in":"path","segments":true}}, security: [{ schemes: [paymentsTokenScheme] }] })
