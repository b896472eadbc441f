// Generated from specs/cluster-agent/ by `npm run generate`. Do not edit: change the source and run it again.

import { type ApiClient, type ApiClientOptions, type Call, createApiClient, operation } from '../../src/client/operation.ts'
import type { Credential } from '../../src/client/security.ts'
import type { components, operations, paths } from './types.ts'

export { unwrap } from '../../src/client/operation.ts'
export type { CallOptions } from '../../src/client/options.ts'
export { ApiError, HttpError } from '../../src/client/errors.ts'
export { stream } from '../../src/client/stream.ts'

/** The schemas of the document by name. */
export type Schemas = components['schemas']

export interface ClusterAgentClientOptions extends Omit<ApiClientOptions, 'baseUrl' | 'credentials'> {
  /** Address of the server, with the path of the API. */
  baseUrl: string
  /** A credential for each security scheme that you use: a text, or a function that gives one and is asked again after 401. */
  credentials?: {
    "ClusterToken"?: Credential
  }
}

/** Made by {@link createClusterAgentClient}. Its `GET`, `POST` and the others are those of openapi-fetch. */
export type ClusterAgentClient = ApiClient<paths>

const clusterTokenScheme = {"name":"ClusterToken","in":"header","key":"X-Cluster-Token"} as const

/**
 * A client of Cluster Agent API.
 *
 * @throws {TypeError} for a `baseUrl` that is not an address
 */
export function createClusterAgentClient(options: ClusterAgentClientOptions): ClusterAgentClient {
  return createApiClient<paths>(options, [{ schemes: [clusterTokenScheme] }])
}

/**
 * List the members of the gossip pool
 * For servers. The members as this agent sees them now, including itself; gossip needs time, so a change made
 * elsewhere can be missing for a while.
 *
 * `GET /v1/agent/members`
 */
export const listMembers: Call<operations["listMembers"]> = /* @__PURE__ */ operation({ method: "get", path: "/v1/agent/members", security: [{ schemes: [clusterTokenScheme], scopes: ["node:read"] }] })

/**
 * List the servers that the agent knows
 * For agents in client mode. The addresses at which this client reaches servers.
 *
 * `GET /v1/agent/servers`
 */
export const listServers: Call<operations["listServers"]> = /* @__PURE__ */ operation({ method: "get", path: "/v1/agent/servers", security: [{ schemes: [clusterTokenScheme], scopes: ["agent:read"] }] })

/**
 * Replace the servers that the agent knows
 * For agents in client mode. The given addresses become the whole list: the agent forgets a server that is not named. The
 * addresses travel in the query; there is no request body.
 *
 * `POST /v1/agent/servers`
 */
export const replaceServers: Call<operations["replaceServers"]> = /* @__PURE__ */ operation({ method: "post", path: "/v1/agent/servers", accept: [], security: [{ schemes: [clusterTokenScheme], scopes: ["agent:write"] }] })

/**
 * Read the agent's configuration and state
 * The configuration in force, the agent as a member of the gossip pool, and runtime figures. Takes no parameters. Do
 * not rely on token values inside the configuration.
 *
 * `GET /v1/agent/self`
 */
export const getSelf: Call<operations["getSelf"]> = /* @__PURE__ */ operation({ method: "get", path: "/v1/agent/self", security: [{ schemes: [clusterTokenScheme], scopes: ["agent:read"] }] })

/**
 * Join other servers to the gossip pool
 * For servers. Introduces this agent and the agents at the given addresses to each other. Read `error` of the answer: it says whether the join
 * failed. The addresses travel in the query; there is no request body. No permission is needed.
 *
 * `POST /v1/agent/join`
 */
export const joinCluster: Call<operations["joinCluster"]> = /* @__PURE__ */ operation({ method: "post", path: "/v1/agent/join", security: [] })

/**
 * Force a failed member to leave
 * For servers. A member that is `failed` becomes `left`, so that the servers drop it as a peer and stop replicating to
 * it. With `prune=true` a server that is `failed` or `left` disappears from the member list at once; if it is alive
 * after all, it rejoins in time.
 *
 * `POST /v1/agent/force-leave`
 */
export const forceLeaveMember: Call<operations["forceLeaveMember"]> = /* @__PURE__ */ operation({ method: "post", path: "/v1/agent/force-leave", security: [{ schemes: [clusterTokenScheme], scopes: ["agent:write"] }] })

/**
 * Read the agent's health
 * Suitable for a health check, because the status tells a healthy agent from an unhealthy one. Takes no parameters and needs no permission.
 *
 * `GET /v1/agent/health`
 */
export const getHealth: Call<operations["getHealth"]> = /* @__PURE__ */ operation({ method: "get", path: "/v1/agent/health", security: [] })

/**
 * Read data about the agent's host
 * The host as this agent sees it, or, with `server_id` or `node_id`, as another agent sees its own. Known sensitive
 * environment variables appear as `<redacted>`; the rest may be sensitive nonetheless.
 *
 * `GET /v1/agent/host`
 */
export const getHost: Call<operations["getHost"]> = /* @__PURE__ */ operation({ method: "get", path: "/v1/agent/host", security: [{ schemes: [clusterTokenScheme], scopes: ["agent:read"] }] })

/**
 * Stream the agent's logs
 * The response begins at once and goes on until one side closes the connection: read it as it comes, and close it when you have enough. The body is
 * not one JSON document but a sequence of frames, each a JSON object; the schema describes one frame. With `plain=true`, the body is the log lines
 * without frames.
 *
 * `GET /v1/agent/monitor`
 *
 * Read it as it comes with `stream(streamLogs, client)`.
 */
export const streamLogs: Call<operations["streamLogs"]> & { readonly item?: operations["streamLogs"]['responses'][200]['content']["application/json"] } = /* @__PURE__ */ operation({ method: "get", path: "/v1/agent/monitor", accept: ["application/json","text/plain"], security: [{ schemes: [clusterTokenScheme], scopes: ["agent:read"] }] })

/**
 * Read the command line of the agent
 * The command line that the agent was started with.
 * Available while ACLs are on, or `enable_debug` is true; with ACLs on, the permission is needed either way. The agent is this one, or the one that
 * `node_id` or `server_id` names.
 *
 * `GET /v1/agent/pprof/cmdline`
 */
export const getPprofCmdline: Call<operations["getPprofCmdline"]> = /* @__PURE__ */ operation({ method: "get", path: "/v1/agent/pprof/cmdline", accept: ["text/plain"], security: [{ schemes: [clusterTokenScheme], scopes: ["agent:write"] }] })

/**
 * Record a runtime profile
 * Records for `seconds` and then answers. The mock answers a CPU profile.
 * Available while ACLs are on, or `enable_debug` is true; with ACLs on, the permission is needed either way. The agent is this one, or the one that
 * `node_id` or `server_id` names.
 *
 * `GET /v1/agent/pprof/profile`
 */
export const getPprofProfile: Call<operations["getPprofProfile"]> = /* @__PURE__ */ operation({ method: "get", path: "/v1/agent/pprof/profile", accept: ["application/octet-stream"], seconds: "seconds", security: [{ schemes: [clusterTokenScheme], scopes: ["agent:write"] }] })

/**
 * Record an execution trace
 * Records for `seconds` and then answers.
 * Available while ACLs are on, or `enable_debug` is true; with ACLs on, the permission is needed either way. The agent is this one, or the one that
 * `node_id` or `server_id` names.
 *
 * `GET /v1/agent/pprof/trace`
 */
export const getPprofTrace: Call<operations["getPprofTrace"]> = /* @__PURE__ */ operation({ method: "get", path: "/v1/agent/pprof/trace", accept: ["application/octet-stream"], seconds: "seconds", security: [{ schemes: [clusterTokenScheme], scopes: ["agent:write"] }] })

/**
 * Read a named runtime profile
 * A profile by its name, such as `goroutine` or `heap`. It is binary; with `debug=1` it is text for human readers; with `debug=2`, a goroutine
 * profile is text with more about stalled goroutines. The paths `cmdline`, `profile` and `trace` are
 * separate operations.
 * Available while ACLs are on, or `enable_debug` is true; with ACLs on, the permission is needed either way. The agent is this one, or the one that
 * `node_id` or `server_id` names.
 *
 * `GET /v1/agent/pprof/{profile}`
 */
export const getPprofNamed: Call<operations["getPprofNamed"]> = /* @__PURE__ */ operation({ method: "get", path: "/v1/agent/pprof/{profile}", accept: ["application/octet-stream","text/plain"], security: [{ schemes: [clusterTokenScheme], scopes: ["agent:write"] }] })

/**
 * List the scheduler workers
 * For servers. The workers of this server and what each is doing. Takes no parameters.
 *
 * `GET /v1/agent/schedulers`
 */
export const listSchedulers: Call<operations["listSchedulers"]> = /* @__PURE__ */ operation({ method: "get", path: "/v1/agent/schedulers", security: [{ schemes: [clusterTokenScheme], scopes: ["agent:read"] }] })

/**
 * Read the scheduler configuration
 * For servers. How many workers run and which schedulers they serve. Takes no parameters.
 *
 * `GET /v1/agent/schedulers/config`
 */
export const getSchedulerConfig: Call<operations["getSchedulerConfig"]> = /* @__PURE__ */ operation({ method: "get", path: "/v1/agent/schedulers/config", security: [{ schemes: [clusterTokenScheme], scopes: ["agent:read"] }] })

/**
 * Change the scheduler configuration
 * For servers. Takes effect on this server until the next update or until it restarts; for a durable change, edit the
 * node's configuration file. Compare the answer with what was sent: it is the configuration after the attempt, and an attempt can have no effect.
 *
 * `PUT /v1/agent/schedulers/config`
 */
export const updateSchedulerConfig: Call<operations["updateSchedulerConfig"]> = /* @__PURE__ */ operation({ method: "put", path: "/v1/agent/schedulers/config", security: [{ schemes: [clusterTokenScheme], scopes: ["agent:write"] }] })
