// Generated from specs/kv-cluster/ by `npm run generate`. Do not edit: change the source and run it again.

import { type ApiClient, type ApiClientOptions, type Call, createApiClient, operation } from '../../src/client/operation.ts'
import type { components, operations, paths } from './types.ts'

export { unwrap } from '../../src/client/operation.ts'
export type { CallOptions } from '../../src/client/options.ts'
export { ApiError, HttpError } from '../../src/client/errors.ts'

/** The schemas of the document by name. */
export type Schemas = components['schemas']

export interface KvClusterClientOptions extends Omit<ApiClientOptions, 'baseUrl' | 'credentials'> {
  /** Address of the server, with the path of the API. */
  baseUrl: string
  /** A credential for each security scheme that you use: a text, or a function that gives one and is asked again after 401. */
  credentials?: Record<string, never>
}

/** Made by {@link createKvClusterClient}. Its `GET`, `POST` and the others are those of openapi-fetch. */
export type KvClusterClient = ApiClient<paths>

/**
 * A client of Key-Value Cluster API.
 *
 * @throws {TypeError} for a `baseUrl` that is not an address
 */
export function createKvClusterClient(options: KvClusterClientOptions): KvClusterClient {
  return createApiClient<paths>(options, [])
}

/**
 * Read the member and the cluster version
 * The version that this member runs, and the version that the whole cluster operates at. In a cluster of mixed versions the two
 * differ on the members that are already replaced: the cluster stays at the lowest version among its members until the last one
 * runs 3.6. An upgrade is complete when every member reports 3.6 for both.
 *
 * `GET /version`
 */
export const getVersion: Call<operations["getVersion"]> = /* @__PURE__ */ operation({ method: "get", path: "/version" })

/**
 * Read the metrics of the member
 * The metrics of this member, one sample per line. Find the leader by asking each member for `kv_server_is_leader`; leadership can
 * move, and does when the leader is stopped, so ask again before you rely on it.
 *
 * `GET /metrics`
 */
export const getMetrics: Call<operations["getMetrics"]> = /* @__PURE__ */ operation({ method: "get", path: "/metrics", accept: ["text/plain"] })

/**
 * Ask whether the member is healthy
 * Whether this member can serve clients. The mock answers this route for tests that have no control tool.
 *
 * **Do not ask a real member of version 3.5 before an upgrade.** The documents show the command `endpoint health` and no request. A tested member of
 * the family, with its v2 store on, wrote such a request to its log, and 3.6 then refused to start on its data.
 * Run `endpoint health` instead.
 *
 * `GET /health`
 */
export const getHealth: Call<operations["getHealth"]> = /* @__PURE__ */ operation({ method: "get", path: "/health" })
