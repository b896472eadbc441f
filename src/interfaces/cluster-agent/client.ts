import type { components, operations, paths } from '../../../generated/cluster-agent/types.ts'
import { type Api, createApi } from '../../client/api.ts'
import type { Verbs } from '../../client/call-types.ts'
import { type Credential, plainHeader } from '../../client/credential.ts'
import { ApiError, StreamError } from '../../client/errors.ts'
import { readJsonSequence } from '../../client/json-sequence.ts'
import type { CallOptions, ClientOptions } from '../../client/options.ts'
import { type InterfaceRules, repeatsIdempotent } from '../../client/rules.ts'
import { serverWords } from '../../client/server-words.ts'
import { readText } from '../../client/stream.ts'
import { unwrap } from '../../client/unwrap.ts'

/** A join failed, or joined fewer servers than requested. The status is 200; `body` has the number of joined servers. */
export class JoinError extends ApiError {
  override readonly name = 'JoinError'
  readonly code = 'outcome'
  declare readonly body: components['schemas']['JoinResult']

  constructor(result: components['schemas']['JoinResult']) {
    const message = `joined ${result.num_joined} servers, and failed: ${serverWords(result)}`
    super({ operation: 'POST /v1/agent/join', status: 200, message, body: result })
  }
}

type Schemas = components['schemas']

export interface ClusterAgentClientOptions extends ClientOptions {
  /** An ACL token, for an agent whose ACLs are on (AGT-007). */
  token?: Credential
}

/** Whether the agent is healthy, and the messages of its halves. */
export interface AgentHealth {
  isHealthy: boolean
  report: Schemas['HealthReport'] | Schemas['UnhealthyReport'] | undefined
}

/** All operations except the log, which never ends: `monitor` and `logLines` stream it. */
export interface ClusterAgentClient extends Verbs<Omit<paths, '/v1/agent/monitor'>> {
  /**
   * The log, frame by frame, until the agent, a `break` or the signal ends it.
   *
   * @throws {HttpError} {StreamError} {ConnectionError}
   */
  monitor(query?: LogQuery, options?: CallOptions): AsyncIterableIterator<LogFrame>
  /** The log, line by line. */
  logLines(query?: LogQuery, options?: CallOptions): AsyncIterableIterator<string>
  /** The health of the agent. An unhealthy agent is not an error. */
  health(options?: CallOptions): Promise<AgentHealth>
  /**
   * Joins servers to the gossip pool, and returns how many have joined.
   *
   * @throws {JoinError} when the agent answers that the join failed
   */
  join(addresses: string[], options?: CallOptions): Promise<number>
}

const rules: InterfaceRules = {
  // An unhealthy agent answers 500. That is an answer about its health, so the call is not repeated.
  repeats: (call, status) =>
    repeatsIdempotent(call, status) && (status === undefined || call.path !== '/v1/agent/health'),
  /** A profile is answered after its recording, which takes 3 seconds by default. */
  duration: ({ path }, { seconds = 3 }) => (/\/pprof\/(profile|trace)$/.test(path) ? Number(seconds) * 1000 : 0),
}

/**
 * A client of a cluster agent.
 *
 * ```ts
 * const agent = createClusterAgentClient({ baseUrl: 'https://agent.example:4646', token: process.env.CLUSTER_TOKEN ?? '' })
 * for await (const line of agent.logLines({ log_level: 'warn' })) console.log(line)
 * ```
 *
 * @throws {TypeError} for a `baseUrl` that is not an address
 */
export function createClusterAgentClient({ token, ...options }: ClusterAgentClientOptions): ClusterAgentClient {
  const { verbs, open } = createApi<paths>(options, { ...rules, credential: plainHeader('X-Cluster-Token') }, token)
  return {
    ...verbs,
    monitor: (query, callOptions) => streamFrames(open, query, callOptions),
    logLines: (query, callOptions) => streamLines(open, query, callOptions),
    async health(callOptions) {
      const { data, error } = await verbs.GET('/v1/agent/health', callOptions)
      if (error && error.status !== 500) throw error
      return { isHealthy: !error, report: data ?? error?.body }
    },
    async join(address, callOptions) {
      const result = await unwrap(verbs.POST('/v1/agent/join', { ...callOptions, params: { query: { address } } }))
      if (result.error !== '') throw new JoinError(result)
      return result.num_joined
    },
  }
}

/** Selects a log, and the lowest level of its entries. */
export type LogQuery = Omit<NonNullable<operations['streamLogs']['parameters']['query']>, 'plain'>

/** A part of the log. */
export interface LogFrame {
  bytes: Uint8Array
  /** The bytes as text. A character that is split between frames belongs to the frame in which it ends. */
  text: string
  fileEvent: string | undefined
  /** Position of the bytes in the log. */
  offset: number | undefined
}

const path = '/v1/agent/monitor'
const operation = 'GET /v1/agent/monitor'

async function* streamFrames(
  open: Api<object>['open'],
  query: LogQuery = {},
  options: CallOptions = {},
): AsyncGenerator<LogFrame> {
  const response = await open('GET', path, { ...options, params: { query } })
  const decoder = new TextDecoder()
  const text = readText(response, { operation, signal: options.signal })
  for await (const frame of readJsonSequence(text, operation)) {
    const { Data = '', FileEvent, Offset } = frame as { Data?: string; FileEvent?: string; Offset?: number }
    const bytes = decodeBase64(Data)
    yield { bytes, text: decoder.decode(bytes, { stream: true }), fileEvent: FileEvent, offset: Offset }
  }
}

async function* streamLines(
  open: Api<object>['open'],
  query: LogQuery = {},
  options: CallOptions = {},
): AsyncGenerator<string> {
  const response = await open('GET', path, { ...options, params: { query: { ...query, plain: true } } })
  let pending = ''
  for await (const text of readText(response, { operation, signal: options.signal })) {
    const lines = (pending + text).split('\n')
    pending = lines.pop() ?? ''
    yield* lines
  }
  if (pending !== '') yield pending
}

function decodeBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    throw new StreamError(operation, 'a frame whose data is not base64')
  }
}
