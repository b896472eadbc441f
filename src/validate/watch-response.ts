import type { ContractOperation } from '../contract/contract.ts'
import type { ResponseCheck, SeenHead } from '../contract/response-validator.ts'
import { type MessageWatch, watchBody } from './watch-body.ts'

export interface ResponseWatchOptions {
  check: ResponseCheck
  operation: ContractOperation
  method: string
  head: SeenHead
  /** The bytes have been decoded as `content-encoding` says, as `fetch` does. */
  decoded?: boolean
  /** Violations that are reported of the response, 1 to 1000; default 100. */
  maxViolations?: number | undefined
}

export function watchResponse(options: ResponseWatchOptions): MessageWatch {
  const { check, operation, method, head, decoded = false, maxViolations } = options
  const isBodyless = method === 'HEAD' || head.status === 204 || head.status === 304
  const hasBody = !isBodyless && head.headers['content-length'] !== '0'
  const encoding = decoded ? undefined : head.headers['content-encoding']
  return watchBody(check.checkHead(operation, head, hasBody), { check, isBodyless, encoding, maxViolations })
}
