import type { SeenRequestHead } from '../contract/request-validator.ts'
import type { LocatedOperation } from './locate.ts'
import { type MessageWatch, watchBody } from './watch-body.ts'

export interface RequestWatchOptions {
  located: LocatedOperation
  method: string
  url: URL
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  /** Whether a body follows; undefined when that is not known. */
  hasBody: boolean | undefined
  /** Violations that are reported of the request, 1 to 1000; default 100. */
  maxViolations?: number | undefined
}

export function watchRequest({
  located,
  method,
  url,
  headers,
  hasBody,
  maxViolations,
}: RequestWatchOptions): MessageWatch {
  const { check, requests, operation, parameters } = located
  const head: SeenRequestHead = { method, path: parameters, query: url.searchParams, headers }
  const encoding = headers['content-encoding']
  const isBodyless = hasBody !== true
  return watchBody(requests.checkHead(operation, head, hasBody), { check, isBodyless, encoding, maxViolations })
}
