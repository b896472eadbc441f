// Generated from specs/secrets/ by `npm run generate`. Do not edit: change the source and run it again.

import { type ApiClient, type ApiClientOptions, type Call, createApiClient, operation } from '../../src/client/operation.ts'
import type { Credential } from '../../src/client/security.ts'
import type { components, operations, paths } from './types.ts'

export { unwrap } from '../../src/client/operation.ts'
export type { CallOptions } from '../../src/client/options.ts'
export { ApiError, HttpError } from '../../src/client/errors.ts'

/** The schemas of the document by name. */
export type Schemas = components['schemas']

export interface SecretsClientOptions extends Omit<ApiClientOptions, 'baseUrl' | 'credentials'> {
  /** Address of the server, with the path of the API. */
  baseUrl: string
  /** A credential for each security scheme that you use: a text, or a function that gives one and is asked again after 401. */
  credentials?: {
    "ClientToken"?: Credential
    "BearerToken"?: Credential
  }
}

/** Made by {@link createSecretsClient}. Its `GET`, `POST` and the others are those of openapi-fetch. */
export type SecretsClient = ApiClient<paths>

const clientTokenScheme = {"name":"ClientToken","in":"header","key":"X-Svc-Token"} as const

const bearerTokenScheme = {"name":"BearerToken","in":"header","key":"Authorization","prefix":"Bearer"} as const

/**
 * A client of Secrets Management Service API.
 *
 * @throws {TypeError} for a `baseUrl` that is not an address
 */
export function createSecretsClient(options: SecretsClientOptions): SecretsClient {
  return createApiClient<paths>(options, [{ schemes: [clientTokenScheme] }, { schemes: [bearerTokenScheme] }])
}

/**
 * List a mount
 * Answers the keys at the top of the mount. Send the verb `LIST`, or GET with `list=true`; both do the same, and neither has a body.
 *
 * `GET /v1/{mount}/`
 */
export const listMount: Call<operations["listMount"]> = /* @__PURE__ */ operation({ method: "get", path: "/v1/{mount}/", parameters: {"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}} })

/**
 * Read a secret under any mount
 * Answers what the engine of the mount stores at the path; the fields depend on the engine. The request has no body.
 *
 * `GET /v1/{mount}/{path}`
 */
export const readSecret: Call<operations["readSecret"]> = /* @__PURE__ */ operation({ method: "get", path: "/v1/{mount}/{path}", parameters: {"path":{"in":"path","segments":true},"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}} })

/**
 * Write a secret under any mount, by PUT
 * The same as by POST.
 *
 * `PUT /v1/{mount}/{path}`
 */
export const writeSecretByPut: Call<operations["writeSecretByPut"]> = /* @__PURE__ */ operation({ method: "put", path: "/v1/{mount}/{path}", parameters: {"path":{"in":"path","segments":true},"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}} })

/**
 * Write a secret under any mount
 * Gives the engine of the mount a JSON object to store at the path. If the engine looks up first what is stored there, that decides whether the write creates or updates, and a token may be allowed to do one and not the other.
 *
 * `POST /v1/{mount}/{path}`
 */
export const writeSecret: Call<operations["writeSecret"]> = /* @__PURE__ */ operation({ method: "post", path: "/v1/{mount}/{path}", parameters: {"path":{"in":"path","segments":true},"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}} })

/**
 * Delete a secret under any mount
 * Deletes what is stored at the path. The answer is the same if nothing is stored there.
 *
 * `DELETE /v1/{mount}/{path}`
 */
export const deleteSecret: Call<operations["deleteSecret"]> = /* @__PURE__ */ operation({ method: "delete", path: "/v1/{mount}/{path}", parameters: {"path":{"in":"path","segments":true},"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}} })

/**
 * List a directory
 * Answers the keys right below the path. Send the verb `LIST`, or GET with `list=true`; both do the same, and neither has a body. A path with a secret and nothing below it is not a directory.
 *
 * `GET /v1/{mount}/{path}/`
 */
export const listDirectory: Call<operations["listDirectory"]> = /* @__PURE__ */ operation({ method: "get", path: "/v1/{mount}/{path}/", parameters: {"path":{"in":"path","segments":true},"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}} })

/**
 * Read the settings of a store
 * Answers the settings of a mount of kv version 2.
 *
 * `GET /v1/{mount}/config`
 */
export const readStoreSettings: Call<operations["readStoreSettings"]> = /* @__PURE__ */ operation({ method: "get", path: "/v1/{mount}/config", parameters: {"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}} })

/**
 * Write the settings of a store, by PUT
 * The same as by POST.
 *
 * `PUT /v1/{mount}/config`
 */
export const writeStoreSettingsByPut: Call<operations["writeStoreSettingsByPut"]> = /* @__PURE__ */ operation({ method: "put", path: "/v1/{mount}/config", parameters: {"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}} })

/**
 * Write the settings of a store
 * Changes the settings that the body names, and leaves the others unchanged.
 *
 * `POST /v1/{mount}/config`
 */
export const writeStoreSettings: Call<operations["writeStoreSettings"]> = /* @__PURE__ */ operation({ method: "post", path: "/v1/{mount}/config", parameters: {"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}} })

/**
 * Read a version of a key
 * Answers the latest version of the key, or the version with the given number. A deleted or destroyed version is not found.
 *
 * `GET /v1/{mount}/data/{path}`
 */
export const readVersion: Call<operations["readVersion"]> = /* @__PURE__ */ operation({ method: "get", path: "/v1/{mount}/data/{path}", parameters: {"path":{"in":"path","segments":true},"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}} })

/**
 * Write a new version of a key, by PUT
 * The same as by POST.
 *
 * `PUT /v1/{mount}/data/{path}`
 */
export const writeVersionByPut: Call<operations["writeVersionByPut"]> = /* @__PURE__ */ operation({ method: "put", path: "/v1/{mount}/data/{path}", parameters: {"path":{"in":"path","segments":true},"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}} })

/**
 * Write a new version of a key
 * Stores the pairs in `data` as the next version of the key; the first write creates the key. What is stored decides whether the write creates or updates, and a token may be allowed to do one and not the other.
 *
 * `POST /v1/{mount}/data/{path}`
 */
export const writeVersion: Call<operations["writeVersion"]> = /* @__PURE__ */ operation({ method: "post", path: "/v1/{mount}/data/{path}", parameters: {"path":{"in":"path","segments":true},"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}} })

/**
 * Delete the latest version of a key
 * Marks the latest version as deleted. Its data stays, and the version can be undeleted.
 *
 * `DELETE /v1/{mount}/data/{path}`
 */
export const deleteLatestVersion: Call<operations["deleteLatestVersion"]> = /* @__PURE__ */ operation({ method: "delete", path: "/v1/{mount}/data/{path}", parameters: {"path":{"in":"path","segments":true},"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}} })

/**
 * Read the help for deleting versions
 * Answers the help of the path, with `help=1`. The path has nothing else to read, so a GET without `help=1` is not supported.
 *
 * `GET /v1/{mount}/delete/{path}`
 */
export const describeDeleteVersions: Call<operations["describeDeleteVersions"], "help"> = /* @__PURE__ */ operation({ method: "get", path: "/v1/{mount}/delete/{path}", parameters: {"path":{"in":"path","segments":true},"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}}, fixed: {"help":1} })

/**
 * Delete versions of a key, by PUT
 * The same as by POST.
 *
 * `PUT /v1/{mount}/delete/{path}`
 */
export const deleteVersionsByPut: Call<operations["deleteVersionsByPut"]> = /* @__PURE__ */ operation({ method: "put", path: "/v1/{mount}/delete/{path}", parameters: {"path":{"in":"path","segments":true},"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}} })

/**
 * Delete versions of a key
 * Marks one or several versions as deleted. Their data stays; undeleting them makes them readable again.
 *
 * `POST /v1/{mount}/delete/{path}`
 */
export const deleteVersions: Call<operations["deleteVersions"]> = /* @__PURE__ */ operation({ method: "post", path: "/v1/{mount}/delete/{path}", parameters: {"path":{"in":"path","segments":true},"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}} })

/**
 * Read the help for undeleting versions
 * Answers the help of the path, with `help=1`. The path has nothing else to read, so a GET without `help=1` is not supported.
 *
 * `GET /v1/{mount}/undelete/{path}`
 */
export const describeUndeleteVersions: Call<operations["describeUndeleteVersions"], "help"> = /* @__PURE__ */ operation({ method: "get", path: "/v1/{mount}/undelete/{path}", parameters: {"path":{"in":"path","segments":true},"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}}, fixed: {"help":1} })

/**
 * Undelete versions of a key, by PUT
 * The same as by POST.
 *
 * `PUT /v1/{mount}/undelete/{path}`
 */
export const undeleteVersionsByPut: Call<operations["undeleteVersionsByPut"]> = /* @__PURE__ */ operation({ method: "put", path: "/v1/{mount}/undelete/{path}", parameters: {"path":{"in":"path","segments":true},"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}} })

/**
 * Undelete versions of a key
 * Makes one or several deleted versions readable again. A destroyed version stays destroyed.
 *
 * `POST /v1/{mount}/undelete/{path}`
 */
export const undeleteVersions: Call<operations["undeleteVersions"]> = /* @__PURE__ */ operation({ method: "post", path: "/v1/{mount}/undelete/{path}", parameters: {"path":{"in":"path","segments":true},"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}} })

/**
 * Read the help for destroying versions
 * Answers the help of the path, with `help=1`. The path has nothing else to read, so a GET without `help=1` is not supported.
 *
 * `GET /v1/{mount}/destroy/{path}`
 */
export const describeDestroyVersions: Call<operations["describeDestroyVersions"], "help"> = /* @__PURE__ */ operation({ method: "get", path: "/v1/{mount}/destroy/{path}", parameters: {"path":{"in":"path","segments":true},"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}}, fixed: {"help":1} })

/**
 * Destroy versions of a key, by PUT
 * The same as by POST.
 *
 * `PUT /v1/{mount}/destroy/{path}`
 */
export const destroyVersionsByPut: Call<operations["destroyVersionsByPut"]> = /* @__PURE__ */ operation({ method: "put", path: "/v1/{mount}/destroy/{path}", parameters: {"path":{"in":"path","segments":true},"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}} })

/**
 * Destroy versions of a key
 * Removes the data of one or several versions permanently. They cannot be undeleted.
 *
 * `POST /v1/{mount}/destroy/{path}`
 */
export const destroyVersions: Call<operations["destroyVersions"]> = /* @__PURE__ */ operation({ method: "post", path: "/v1/{mount}/destroy/{path}", parameters: {"path":{"in":"path","segments":true},"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}} })

/**
 * List the keys of a store
 * Answers the keys at the top of a mount of kv version 2. Send the verb `LIST`, or GET with `list=true`.
 *
 * `GET /v1/{mount}/metadata/`
 */
export const listKeys: Call<operations["listKeys"]> = /* @__PURE__ */ operation({ method: "get", path: "/v1/{mount}/metadata/", parameters: {"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}} })

/**
 * Read the settings of a key
 * Answers the settings of the store for one key, and the records of its versions.
 *
 * `GET /v1/{mount}/metadata/{path}`
 */
export const readKeySettings: Call<operations["readKeySettings"]> = /* @__PURE__ */ operation({ method: "get", path: "/v1/{mount}/metadata/{path}", parameters: {"path":{"in":"path","segments":true},"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}} })

/**
 * Write the settings of a key, by PUT
 * The same as by POST.
 *
 * `PUT /v1/{mount}/metadata/{path}`
 */
export const writeKeySettingsByPut: Call<operations["writeKeySettingsByPut"]> = /* @__PURE__ */ operation({ method: "put", path: "/v1/{mount}/metadata/{path}", parameters: {"path":{"in":"path","segments":true},"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}} })

/**
 * Write the settings of a key
 * Changes the settings that the body names, and leaves the others unchanged. A key that does not exist is created, without a version.
 *
 * `POST /v1/{mount}/metadata/{path}`
 */
export const writeKeySettings: Call<operations["writeKeySettings"]> = /* @__PURE__ */ operation({ method: "post", path: "/v1/{mount}/metadata/{path}", parameters: {"path":{"in":"path","segments":true},"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}} })

/**
 * Delete a key
 * Removes the key permanently, with its settings and all of its versions.
 *
 * `DELETE /v1/{mount}/metadata/{path}`
 */
export const deleteKey: Call<operations["deleteKey"]> = /* @__PURE__ */ operation({ method: "delete", path: "/v1/{mount}/metadata/{path}", parameters: {"path":{"in":"path","segments":true},"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}} })

/**
 * List a directory of keys
 * Answers the keys right below the path in a mount of kv version 2. Send the verb `LIST`, or GET with `list=true`.
 *
 * `GET /v1/{mount}/metadata/{path}/`
 */
export const listKeyDirectory: Call<operations["listKeyDirectory"]> = /* @__PURE__ */ operation({ method: "get", path: "/v1/{mount}/metadata/{path}/", parameters: {"path":{"in":"path","segments":true},"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}} })

/**
 * Read the help for a login
 * Answers the help of the path, with `help=1`. The path has nothing else to read, so a GET without `help=1` is not supported.
 *
 * `GET /v1/auth/{auth_method}/login/{username}`
 */
export const describeLogin: Call<operations["describeLogin"], "help"> = /* @__PURE__ */ operation({ method: "get", path: "/v1/auth/{auth_method}/login/{username}", parameters: {"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}}, fixed: {"help":1}, security: [] })

/**
 * Log in with a user name and a password, by PUT
 * The same as by POST.
 *
 * `PUT /v1/auth/{auth_method}/login/{username}`
 */
export const loginByPut: Call<operations["loginByPut"]> = /* @__PURE__ */ operation({ method: "put", path: "/v1/auth/{auth_method}/login/{username}", parameters: {"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}}, security: [] })

/**
 * Log in with a user name and a password
 * Answers a new client token. Keep it, and send it with later requests. No token is needed here.
 *
 * `POST /v1/auth/{auth_method}/login/{username}`
 */
export const login: Call<operations["login"]> = /* @__PURE__ */ operation({ method: "post", path: "/v1/auth/{auth_method}/login/{username}", parameters: {"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}}, security: [] })

/**
 * Read the health of a node
 * Tells the health of the node, mainly by the status. The codes are defaults; an installation may use others. It is available in the root namespace only, and needs no token.
 *
 * `GET /v1/sys/health`
 */
export const readHealth: Call<operations["readHealth"]> = /* @__PURE__ */ operation({ method: "get", path: "/v1/sys/health", parameters: {"X-Svc-Namespace":{"in":"header"},"X-Svc-Request":{"in":"header"}}, security: [] })
