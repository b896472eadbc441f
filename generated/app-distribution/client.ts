// Generated from specs/app-distribution/ by `npm run generate`. Do not edit: change the source and run it again.

import { type ApiClient, type ApiClientOptions, type Call, createApiClient, operation } from '../../src/client/operation.ts'
import type { Credential } from '../../src/client/security.ts'
import type { components, operations, paths } from './types.ts'

export { unwrap } from '../../src/client/operation.ts'
export type { CallOptions } from '../../src/client/options.ts'
export { ApiError, HttpError } from '../../src/client/errors.ts'

/** The schemas of the document by name. */
export type Schemas = components['schemas']

export interface AppDistributionClientOptions extends Omit<ApiClientOptions, 'baseUrl' | 'credentials'> {
  /** Address of the server, with the path of the API. */
  baseUrl: string
  /** A credential for each security scheme that you use: a text, or a function that gives one and is asked again after 401. */
  credentials?: {
    "ApiToken"?: Credential
  }
}

/** Made by {@link createAppDistributionClient}. Its `GET`, `POST` and the others are those of openapi-fetch. */
export type AppDistributionClient = ApiClient<paths>

const apiTokenScheme = {"name":"ApiToken","in":"header","key":"X-API-Token"} as const

/**
 * A client of App-distribution API.
 *
 * @throws {TypeError} for a `baseUrl` that is not an address
 */
export function createAppDistributionClient(options: AppDistributionClientOptions): AppDistributionClient {
  return createApiClient<paths>(options, [{ schemes: [apiTokenScheme] }])
}

/**
 * Read the profile of the calling user
 * Answers with the profile of the user to whom the token belongs. Whether a Viewer may read it is not documented (assumed: a Read-Only token is
 * enough). An app token stands for an app and not for
 * a user; what it gets here is not documented (assumed: 403).
 *
 * `GET /v0.1/user`
 */
export const getUser: Call<operations["getUser"]> = /* @__PURE__ */ operation({ method: "get", path: "/v0.1/user" })

/**
 * Update the profile of the calling user
 * Sets the given fields of the caller's profile and leaves the others as they are; `{}` changes nothing. Any Full Access user token will do.
 *
 * **Assumed.** The reference states what happens to a `POST`, `PUT` or `PATCH` without a body, but lists none of them.
 *
 * `PATCH /v0.1/user`
 */
export const updateUser: Call<operations["updateUser"]> = /* @__PURE__ */ operation({ method: "patch", path: "/v0.1/user" })

/**
 * Remove a user from an app
 * Ends the access of one user to one app.
 *
 * What the token may do decides: a Full Access user token does what its user may do, a Full Access app token acts as a Manager of its one app, and
 * a Read-Only token as a Viewer. Which roles may remove a user, and whether a removal changes settings, is not documented (assumed: Managers
 * may, and a Read-Only token removes nobody).
 *
 * `DELETE /v0.1/apps/{owner_name}/{app_name}/users/{user_email}`
 */
export const removeAppUser: Call<operations["removeAppUser"]> = /* @__PURE__ */ operation({ method: "delete", path: "/v0.1/apps/{owner_name}/{app_name}/users/{user_email}", accept: [] })
