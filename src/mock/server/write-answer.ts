import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { isWhole, type Payload, serialize } from '../answer/serialize.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import { StorageError } from '../storage/storage.ts'
import type { MockAnswer } from '../types.ts'

interface WriteOptions {
  method: string
  /** Aborted when the server stops. */
  stopping: AbortSignal
  /** Ends the source of a stream. */
  end(): void
}

/** Writes an answer, or only a part of it if its delivery says so. */
export function writeAnswer(
  response: ServerResponse,
  answer: MockAnswer,
  { method, stopping, end }: WriteOptions,
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
  return writeStream(response, payload, stopping, end)
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
  end: () => void,
): Promise<void> {
  stopping.addEventListener('abort', end)
  try {
    if (stopping.aborted) end()
    for await (const chunk of chunks) {
      if (response.destroyed || stopping.aborted) break
      if (!response.write(chunk)) await drained(response)
    }
  } catch (error) {
    if (!stopping.aborted && !(error instanceof StorageError)) throw error
  } finally {
    stopping.removeEventListener('abort', end)
  }
  response.end()
}

async function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) return
  const closed = new AbortController()
  const abort = () => closed.abort()
  response.once('close', abort)
  try {
    await once(response, 'drain', { signal: closed.signal })
  } finally {
    response.off('close', abort)
  }
}

/** Sends half of the body, then ends the connection; without a body, sends nothing. */
async function cutShort(response: ServerResponse, payload: Payload): Promise<void> {
  const first = isWhole(payload) ? Buffer.from(payload) : await firstOf(payload)
  const half = first.subarray(0, Math.floor(first.length / 2))
  if (half.length > 0) await new Promise((resolve) => response.write(half, resolve))
  response.destroy()
}

async function firstOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  for await (const chunk of chunks) return chunk
  return new Uint8Array()
}
