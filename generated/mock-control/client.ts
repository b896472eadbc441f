// Generated from specs/mock-control/ by `npm run generate`. Do not edit: change the source and run it again.

import { type ApiClient, type ApiClientOptions, type Call, createApiClient, operation } from '../../src/client/operation.ts'
import type { Credential } from '../../src/client/security.ts'
import type { ServerSentEvent } from '../../src/client/stream.ts'
import type { components, operations, paths } from './types.ts'

export { unwrap } from '../../src/client/operation.ts'
export type { CallOptions } from '../../src/client/options.ts'
export { ApiError, HttpError } from '../../src/client/errors.ts'
export { stream } from '../../src/client/stream.ts'

/** The schemas of the document by name. */
export type Schemas = components['schemas']

export interface MockControlClientOptions extends Omit<ApiClientOptions, 'baseUrl' | 'credentials'> {
  /** Address of the server, with the path of the API. */
  baseUrl: string
  /** A credential for each security scheme that you use: a text, or a function that gives one and is asked again after 401. */
  credentials?: {
    "ControlToken"?: Credential
  }
}

/** Made by {@link createMockControlClient}. Its `GET`, `POST` and the others are those of openapi-fetch. */
export type MockControlClient = ApiClient<paths>

const controlTokenScheme = {"name":"ControlToken","in":"header","key":"Authorization","prefix":"Bearer"} as const

/**
 * A client of Mock control.
 *
 * @throws {TypeError} for a `baseUrl` that is not an address
 */
export function createMockControlClient(options: MockControlClientOptions): MockControlClient {
  return createApiClient<paths>(options, [{ schemes: [] }, { schemes: [controlTokenScheme] }])
}

/**
 * Tell whether the mock runs
 * For probes of containers and load balancers. The answer contains nothing else about the mock, so the call needs no control token, and any host name is accepted.
 *
 * `GET /health`
 */
export const getHealth: Call<operations["getHealth"]> = /* @__PURE__ */ operation({ method: "get", path: "/health", security: [{ schemes: [] }] })

/**
 * Read the metrics of the process
 * For operators. Each process has its own metrics, so a collector reads each process and not the load balancer.
 *
 * `GET /metrics`
 */
export const getMetrics: Call<operations["getMetrics"]> = /* @__PURE__ */ operation({ method: "get", path: "/metrics", accept: ["text/plain"] })

/**
 * List the served interfaces
 * Every interface that this process mocks, with its base URLs, its rendered documentation, the credentials that it accepts and the
 * parts that can be controlled, so that a program needs only the mock's own address.
 *
 * `GET /interfaces`
 */
export const listInterfaces: Call<operations["listInterfaces"]> = /* @__PURE__ */ operation({ method: "get", path: "/interfaces", parameters: {"X-Mock-Session":{"in":"header"}} })

/**
 * List the sessions
 * Every session of the mock; the one that was used last is at the end.
 *
 * `GET /sessions`
 */
export const listSessions: Call<operations["listSessions"]> = /* @__PURE__ */ operation({ method: "get", path: "/sessions" })

/**
 * Read one session
 * One session, if it exists. Unlike other calls, this call does not create it.
 *
 * `GET /sessions/{session}`
 */
export const getSession: Call<operations["getSession"]> = /* @__PURE__ */ operation({ method: "get", path: "/sessions/{session}" })

/**
 * Delete a session
 * Deletes a session with everything in it, including snapshots and journal. Its name can be used again for a new session. The mock itself
 * removes sessions that are unused for an hour and, when there is no room for another one, the session that was used longest ago; but
 * never `default`, nor a session with a request under way.
 *
 * `DELETE /sessions/{session}`
 */
export const deleteSession: Call<operations["deleteSession"]> = /* @__PURE__ */ operation({ method: "delete", path: "/sessions/{session}", accept: [] })

/**
 * Reset a session
 * Returns a session to its initial state: seeded records, initial conditions, real time, no faults, an empty journal. Its snapshots
 * stay.
 *
 * `POST /sessions/{session}/reset`
 */
export const resetSession: Call<operations["resetSession"]> = /* @__PURE__ */ operation({ method: "post", path: "/sessions/{session}/reset", accept: [] })

/**
 * Write records and conditions of a session
 * Writes records of several kinds and interfaces at once, and sets conditions; records under other keys stay. Nothing is written unless
 * all of it is valid.
 *
 * `POST /sessions/{session}/seed`
 */
export const seedSession: Call<operations["seedSession"]> = /* @__PURE__ */ operation({ method: "post", path: "/sessions/{session}/seed", accept: [] })

/**
 * List the snapshots of a session
 * The snapshots of a session, oldest first.
 *
 * `GET /sessions/{session}/snapshots`
 */
export const listSnapshots: Call<operations["listSnapshots"]> = /* @__PURE__ */ operation({ method: "get", path: "/sessions/{session}/snapshots" })

/**
 * Take a snapshot of a session
 * Stores the current records and conditions of all interfaces in the session, its time and its faults. A session has at most 100
 * snapshots.
 *
 * `POST /sessions/{session}/snapshots`
 */
export const createSnapshot: Call<operations["createSnapshot"]> = /* @__PURE__ */ operation({ method: "post", path: "/sessions/{session}/snapshots" })

/**
 * Read one snapshot
 * The time and the interfaces of a snapshot.
 *
 * `GET /sessions/{session}/snapshots/{snapshot}`
 */
export const getSnapshot: Call<operations["getSnapshot"]> = /* @__PURE__ */ operation({ method: "get", path: "/sessions/{session}/snapshots/{snapshot}" })

/**
 * Delete a snapshot
 * Deletes a snapshot; the session stays unchanged.
 *
 * `DELETE /sessions/{session}/snapshots/{snapshot}`
 */
export const deleteSnapshot: Call<operations["deleteSnapshot"]> = /* @__PURE__ */ operation({ method: "delete", path: "/sessions/{session}/snapshots/{snapshot}", accept: [] })

/**
 * Restore a session from a snapshot
 * Restores the session's records, conditions, time and faults from the snapshot. The snapshot stays and can be restored again; the journal
 * stays, too.
 *
 * `POST /sessions/{session}/snapshots/{snapshot}/restore`
 */
export const restoreSnapshot: Call<operations["restoreSnapshot"]> = /* @__PURE__ */ operation({ method: "post", path: "/sessions/{session}/snapshots/{snapshot}/restore", accept: [] })

/**
 * Read the time of a session
 * The clock of a session starts with real time and runs at the speed of real time, also after it was moved.
 *
 * `GET /sessions/{session}/clock`
 */
export const getClock: Call<operations["getClock"]> = /* @__PURE__ */ operation({ method: "get", path: "/sessions/{session}/clock" })

/**
 * Set the time of a session
 * The clock continues from this moment. A delayed answer or stream that waits for an earlier moment continues at once.
 *
 * `PUT /sessions/{session}/clock`
 */
export const setClock: Call<operations["setClock"]> = /* @__PURE__ */ operation({ method: "put", path: "/sessions/{session}/clock" })

/**
 * Advance the time of a session
 * Moves the clock forward by the given seconds and milliseconds. A delayed answer or stream that waits for an earlier moment continues at once.
 *
 * `POST /sessions/{session}/clock/advance`
 */
export const advanceClock: Call<operations["advanceClock"]> = /* @__PURE__ */ operation({ method: "post", path: "/sessions/{session}/clock/advance" })

/**
 * Read the conditions of an interface
 * Every condition with its current value. The list of interfaces describes each of them.
 *
 * `GET /sessions/{session}/interfaces/{interface}/conditions`
 */
export const getConditions: Call<operations["getConditions"]> = /* @__PURE__ */ operation({ method: "get", path: "/sessions/{session}/interfaces/{interface}/conditions" })

/**
 * Change conditions of an interface
 * Sets the named conditions and keeps the others. Nothing is set unless every name is known and every value matches the schema of its
 * condition.
 *
 * `PATCH /sessions/{session}/interfaces/{interface}/conditions`
 */
export const changeConditions: Call<operations["changeConditions"]> = /* @__PURE__ */ operation({ method: "patch", path: "/sessions/{session}/interfaces/{interface}/conditions" })

/**
 * Read all records of a kind
 * Every record of the kind, by key.
 *
 * `GET /sessions/{session}/interfaces/{interface}/records/{kind}`
 */
export const listRecords: Call<operations["listRecords"]> = /* @__PURE__ */ operation({ method: "get", path: "/sessions/{session}/interfaces/{interface}/records/{kind}" })

/**
 * Read one record
 * The record with this key.
 *
 * `GET /sessions/{session}/interfaces/{interface}/records/{kind}/{key}`
 */
export const getRecord: Call<operations["getRecord"]> = /* @__PURE__ */ operation({ method: "get", path: "/sessions/{session}/interfaces/{interface}/records/{kind}/{key}" })

/**
 * Create or replace a record
 * Stores a record under this key, and replaces an existing one. It must match the schema of its kind.
 *
 * `PUT /sessions/{session}/interfaces/{interface}/records/{kind}/{key}`
 */
export const putRecord: Call<operations["putRecord"]> = /* @__PURE__ */ operation({ method: "put", path: "/sessions/{session}/interfaces/{interface}/records/{kind}/{key}" })

/**
 * Delete a record
 * Deletes the record with this key.
 *
 * `DELETE /sessions/{session}/interfaces/{interface}/records/{kind}/{key}`
 */
export const deleteRecord: Call<operations["deleteRecord"]> = /* @__PURE__ */ operation({ method: "delete", path: "/sessions/{session}/interfaces/{interface}/records/{kind}/{key}", accept: [] })

/**
 * Run an action on a server
 * Runs one of the interface's actions: a member stops, an agent restarts. The input must match the schema of the action; without a body it
 * is `{}`.
 *
 * `POST /sessions/{session}/interfaces/{interface}/actions/{action}`
 */
export const runAction: Call<operations["runAction"]> = /* @__PURE__ */ operation({ method: "post", path: "/sessions/{session}/interfaces/{interface}/actions/{action}" })

/**
 * Read the strictness of a session
 * By default, a session is as strict as the mock.
 *
 * `GET /sessions/{session}/strictness`
 */
export const getStrictness: Call<operations["getStrictness"]> = /* @__PURE__ */ operation({ method: "get", path: "/sessions/{session}/strictness" })

/**
 * Set the strictness of a session
 * From now on, requests of the session are refused with 400 if they have an undocumented query parameter, member of the body or
 * `X-Mock-…` header (`on`), or also if they work only by an assumption (`documented`). If a document allows any member in an object,
 * every member counts as documented. A reset restores the strictness of the mock.
 *
 * `PUT /sessions/{session}/strictness`
 */
export const setStrictness: Call<operations["setStrictness"]> = /* @__PURE__ */ operation({ method: "put", path: "/sessions/{session}/strictness" })

/**
 * List the faults of a session
 * The faults that can still affect requests, oldest first.
 *
 * `GET /sessions/{session}/faults`
 */
export const listFaults: Call<operations["listFaults"]> = /* @__PURE__ */ operation({ method: "get", path: "/sessions/{session}/faults" })

/**
 * Inject a fault
 * From now on, this fault affects requests of the session: all requests to an interface, or to one of its operations; only the next ones,
 * or each with a probability. It applies before credentials are checked, as in a proxy before the server.
 *
 * - `latency` delays the request on the session's clock: advancing the clock ends the delay.
 * - `status` answers in place of the server, with the documented example of that status or else in the interface's own error form.
 * - `drop` closes the connection without an answer. As with `status`, the request has no effect.
 * - `truncate` lets the server answer, so the request has its effect, and closes the connection within the body.
 *
 * Faults are met in the order in which they were made. Latencies add up; of the other kinds, the first decides.
 *
 * `POST /sessions/{session}/faults`
 */
export const createFault: Call<operations["createFault"]> = /* @__PURE__ */ operation({ method: "post", path: "/sessions/{session}/faults" })

/**
 * Remove all faults of a session
 * No further request of the session is affected. A request that is already delayed continues when its delay is over.
 *
 * `DELETE /sessions/{session}/faults`
 */
export const deleteFaults: Call<operations["deleteFaults"]> = /* @__PURE__ */ operation({ method: "delete", path: "/sessions/{session}/faults", accept: [] })

/**
 * Remove a fault
 * No further request is affected. The mock itself removes a fault after its last request.
 *
 * `DELETE /sessions/{session}/faults/{fault}`
 */
export const deleteFault: Call<operations["deleteFault"]> = /* @__PURE__ */ operation({ method: "delete", path: "/sessions/{session}/faults/{fault}", accept: [] })

/**
 * Read the journal of a session
 * The last 200 requests of the session's callers, the oldest first, with the reasons for their answers. Control calls are not in the
 * journal. It contains no value that a caller sent: parameters appear by their names, and undocumented parts and repeated parts of a
 * request as `…`.
 *
 * Filters select requests; several filters select the requests that match all of them. With `follow=true` the answer is an event stream: the
 * selected requests so far, and then each new one as soon as it is answered. A browser reads the stream with `fetch` and its token in a
 * header, since `EventSource` cannot send one. With `changes=true` each new entry also has the records that the request has changed, before
 * and after. These hold what callers sent; the journal does not keep them.
 *
 * `GET /sessions/{session}/journal`
 *
 * Read it as it comes with `stream(getJournal, client)`.
 */
export const getJournal: Call<operations["getJournal"]> & { readonly item?: ServerSentEvent } = /* @__PURE__ */ operation({ method: "get", path: "/sessions/{session}/journal", accept: ["application/json","text/event-stream"] })

/**
 * Clear the journal of a session
 * Removes the requests so far.
 *
 * `DELETE /sessions/{session}/journal`
 */
export const clearJournal: Call<operations["clearJournal"]> = /* @__PURE__ */ operation({ method: "delete", path: "/sessions/{session}/journal", accept: [] })
