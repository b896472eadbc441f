import {
  getHealth,
  joinCluster,
  type Schemas,
  stream,
  streamLogs,
  unwrap,
} from '../../../generated/cluster-agent/client.ts'
import type { operations } from '../../../generated/cluster-agent/types.ts'
import { ApiError, StreamError, serverWords } from '../../client/errors.ts'
import type { AnyClient } from '../../client/operation.ts'
import type { CallOptions } from '../../client/options.ts'
import { openStream, readLines } from '../../client/stream.ts'

export * from '../../../generated/cluster-agent/client.ts'

/** A join failed, or joined fewer servers than requested. The status is 200; `body` has the number of joined servers. */
export class JoinError extends ApiError {
  override readonly name = 'JoinError'
  readonly code = 'outcome'
  declare readonly body: Schemas['JoinResult']

  constructor(result: Schemas['JoinResult']) {
    const message = `joined ${result.num_joined} servers, and failed: ${serverWords(result)}`
    super({ operation: 'POST /v1/agent/join', status: 200, message, body: result })
  }
}

/**
 * Joins servers to the gossip pool, and returns how many have joined.
 *
 * @throws {JoinError} when the agent answers that the join failed
 */
export async function join(agent: AnyClient, addresses: string[], options?: CallOptions): Promise<number> {
  const result = await unwrap(joinCluster(agent, { address: addresses }, options))
  if (result.error !== '') throw new JoinError(result)
  return result.num_joined
}

/** Whether the agent is healthy, and the messages of its halves. An unhealthy agent is not an error. */
export async function readHealth(
  agent: AnyClient,
  options?: CallOptions,
): Promise<{ isHealthy: boolean; report: Schemas['HealthReport'] | Schemas['UnhealthyReport'] | undefined }> {
  // An unhealthy agent answers 500. That is an answer about its health, so the call is not repeated.
  const { data, error } = await getHealth(agent, {}, { retries: 0, ...options })
  if (error && error.status !== 500) throw error
  return { isHealthy: !error, report: data ?? error?.body }
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

/**
 * The log, frame by frame, until the agent, a `break` or the signal ends it.
 *
 * @throws {HttpError} {StreamError} {ConnectionError}
 */
export async function* monitor(
  agent: AnyClient,
  query: LogQuery = {},
  options?: CallOptions,
): AsyncGenerator<LogFrame> {
  const decoder = new TextDecoder()
  for await (const { Data = '', FileEvent, Offset } of stream(streamLogs, agent, query, options)) {
    const bytes = decodeBase64(Data)
    yield { bytes, text: decoder.decode(bytes, { stream: true }), fileEvent: FileEvent, offset: Offset }
  }
}

/** The log, line by line. */
export async function* logLines(agent: AnyClient, query: LogQuery = {}, options?: CallOptions): AsyncGenerator<string> {
  const { text } = await openStream(streamLogs, agent, { ...query, plain: true }, options)
  yield* readLines(text)
}

function decodeBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    throw new StreamError('GET /v1/agent/monitor', 'a frame whose data is not base64')
  }
}
