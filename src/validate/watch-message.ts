import type { MessageCheck, SeenHead } from '../contract/message-check.ts'
import type { Operation } from '../contract/operation.ts'
import type { Violation } from '../contract/violation.ts'
import type { LocatedOperation } from './locate.ts'
import { type MessageWatch, maxBodyBytes, watchBody } from './watch-body.ts'

export interface RequestWatchOptions {
  located: LocatedOperation
  method: string
  url: URL
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  /** Whether a body follows; undefined when that is not known. */
  hasBody: boolean | undefined
}

export function watchRequest(options: RequestWatchOptions): MessageWatch {
  const { located, method, url, headers, hasBody } = options
  const { check, operation, parameters: path } = located
  const checked = check.checkRequestHead(operation, { method, path, query: url.search.slice(1), headers }, hasBody)
  const encoding = headers['content-encoding']
  return watchBody(checked, { check, isBodyless: hasBody !== true, encoding })
}

export interface ResponseWatchOptions {
  check: MessageCheck
  operation: Operation
  method: string
  head: SeenHead
  /** The bytes have been decoded as `content-encoding` says, as `fetch` does. */
  decoded?: boolean
  /** False for a body that is not known; by default the head says whether a body follows. */
  hasBody?: boolean | undefined
}

export function watchResponse(options: ResponseWatchOptions): MessageWatch {
  const { check, operation, method, head, decoded = false } = options
  const { status, headers } = head
  const isBodyless = options.hasBody === false || method === 'HEAD' || status === 204 || status === 304
  const hasBody = !isBodyless && headers['content-length'] !== '0'
  const encoding = decoded ? undefined : headers['content-encoding']
  return watchBody(check.checkHead(operation, head, hasBody), { check, isBodyless, encoding })
}

/**
 * Compares a response of `fetch`, and leaves it unread: whole, or without its body where that may go on for ever, as a stream and a text
 * without a length may.
 */
export async function checkFetched(
  response: Response,
  options: Omit<ResponseWatchOptions, 'head' | 'decoded'>,
): Promise<{ violations: readonly Violation[]; watch: MessageWatch }> {
  const head = { status: response.status, headers: Object.fromEntries(response.headers) }
  const watch = watchResponse({ ...options, head, decoded: true })
  const { kind, headViolations } = watch
  const isEndless = kind === 'text' && head.headers['content-length'] === undefined
  if (kind === undefined || isEndless || isStream(watch)) return { violations: headViolations, watch }
  return { violations: await readCopy(response, watch), watch }
}

export function isStream({ kind }: MessageWatch): boolean {
  return kind === 'json-sequence' || kind === 'events'
}

/** Checks a copy of a response, up to 10 MB. The response keeps the bytes for its reader. */
async function readCopy(response: Response, watch: MessageWatch): Promise<Violation[]> {
  let size = 0
  let complete = true
  const reader = response.clone().body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.length
    watch.write(read.value)
    if (size <= maxBodyBytes) continue
    complete = false
    // Not awaited, since cancelling one copy waits for the other.
    void reader?.cancel()
    break
  }
  return (await watch.end(complete)).violations
}
