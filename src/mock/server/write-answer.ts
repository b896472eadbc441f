import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { isWhole, type Payload, serialize } from '../answer/serialize.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import { StorageError } from '../storage/storage.ts'
import type { MockAnswer, Peer } from '../types.ts'

/** The source of a stream ends when the signal of its caller aborts. */
interface LeavingPeer extends Peer {
  leave(reason: string): void
}

interface WriteOptions {
  method: string
  /** Aborted when the server stops. */
  stopping: AbortSignal
  peer: LeavingPeer
}

/** Writes an answer, or only a part of it if its delivery says so. */
export function writeAnswer(
  response: ServerResponse,
  answer: MockAnswer,
  { method, stopping, peer }: WriteOptions,
): MaybePromise<void> {
  if (answer.delivery === 'dropped') return void response.destroy()
  const payload = serialize(answer)
  const bytes = isWhole(payload) ? Buffer.byteLength(payload) : undefined
  const length = answer.status === 204 || answer.status === 304 ? undefined : bytes
  response.writeHead(answer.status, headerLines(answer.headers, length))
  if (answer.delivery === 'truncated') return cutShort(response, payload)
  if (method === 'HEAD') return void response.end()
  // ASCII text is the same in Latin-1, which Node writes faster.
  if (isWhole(payload)) return void response.end(payload, payload.length === bytes ? 'latin1' : 'utf8')
  return writeStream(response, payload, stopping, peer)
}

/** Names and values in turn, the form that Node writes fastest. */
function headerLines(headers: Record<string, string>, length: number | undefined): string[] {
  const lines: string[] = []
  for (const name in headers) {
    if (length === undefined || name !== 'content-length') lines.push(name, String(headers[name]))
  }
  if (length !== undefined) lines.push('content-length', String(length))
  return lines
}

/**
 * Writes a stream until the stream ends, the caller has gone, the server stops, or the storage is lost. A lost storage ends the stream like
 * a normal end.
 */
async function writeStream(
  response: ServerResponse,
  chunks: AsyncIterable<Uint8Array>,
  stopping: AbortSignal,
  peer: LeavingPeer,
): Promise<void> {
  const end = () => peer.leave('the mock is stopping')
  stopping.addEventListener('abort', end)
  try {
    if (stopping.aborted) end()
    for await (const chunk of chunks) {
      if (stopping.aborted) break
      if (!response.write(chunk)) await once(response, 'drain', { signal: peer.signal })
    }
  } catch (error) {
    if (!stopping.aborted && !(error instanceof StorageError)) throw error
  } finally {
    stopping.removeEventListener('abort', end)
  }
  response.end()
}

/** Sends half of the body, then ends the connection; without a body, sends nothing. */
async function cutShort(response: ServerResponse, payload: Payload): Promise<void> {
  for await (const chunk of isWhole(payload) ? [Buffer.from(payload)] : payload) {
    const half = chunk.subarray(0, chunk.length / 2)
    if (half.length > 0) await new Promise((resolve) => response.write(half, resolve))
    break
  }
  response.destroy()
}
