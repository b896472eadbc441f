import type { IncomingMessage } from 'node:http'
import { maskUrl } from '../../redaction/mask.ts'
import { addChecked, count, type Finding, redactFinding, type Tally } from '../exchange-report.ts'
import type { LocatedRequest } from '../locate.ts'
import type { MessageWatch } from '../watch-body.ts'
import { watchRequest, watchResponse } from '../watch-message.ts'

export interface JudgeOptions {
  tally: Tally
  /** Violations that are reported of one message, 1 to 1000; default 100. */
  maxViolations?: number | undefined
  /** Called with each message that breaks its contract. */
  onFinding: (finding: Finding) => void
}

export interface ReceivedRequest {
  /** Counted from 1. */
  number: number
  method: string
  /** The URL to which it is forwarded. */
  url: URL
  located: LocatedRequest
  incoming: IncomingMessage
  /** Undefined when no contract documents the request. */
  watch: MessageWatch | undefined
}

interface PassedResponse {
  message: IncomingMessage
  watch: MessageWatch | undefined
  /** True when the body came to its end. */
  isWhole: boolean
}

export function receive({
  maxViolations,
  ...request
}: Omit<ReceivedRequest, 'watch'> & Pick<JudgeOptions, 'maxViolations'>): ReceivedRequest {
  const { method, url, located, incoming } = request
  if (located.kind !== 'operation') return { ...request, watch: undefined }
  const headers = flatHeaders(incoming)
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return { ...request, watch: watchRequest({ located, method, url, headers, hasBody, maxViolations }) }
}

/** Undefined when no contract documents the request. */
export function watchAnswer(
  { located, method }: ReceivedRequest,
  message: IncomingMessage,
  maxViolations: number | undefined,
): MessageWatch | undefined {
  if (located.kind !== 'operation') return undefined
  const head = { status: message.statusCode ?? 0, headers: flatHeaders(message) }
  return watchResponse({ ...located, method, head, maxViolations })
}

/** Compares both messages of an exchange with the contract. */
export async function judgeExchange(
  { number, method, url, located, incoming, watch: requestWatch }: ReceivedRequest,
  { message, watch, isWhole }: PassedResponse,
  { tally, onFinding }: JudgeOptions,
): Promise<void> {
  if (located.kind !== 'operation' || !watch || !requestWatch) {
    const reason = located.kind === 'not-in-contract' ? located.reason : 'not below the upstream'
    return count(tally.notInContract, `${method} ${maskUrl(new URL(url.pathname, url.origin))}, ${reason}`)
  }
  const { contract, operation } = located
  const exchange = { number, method, url, interface: contract.name, operation, status: message.statusCode ?? 0 }
  const report = (of: Finding['of'], violations: Finding['violations']) => {
    if (violations.length > 0) onFinding(redactFinding({ ...exchange, of, violations }, flatHeaders(incoming)))
  }
  const ofRequest = await requestWatch.end(incoming.complete)
  addChecked(tally.requests, ofRequest.violations)
  report('request', ofRequest.violations)
  if (message.statusCode === 304) return count(tally.skipped, 'answered from the cache of the client (304)')
  const { violations, unread } = await watch.end(isWhole)
  addChecked(tally, violations)
  if (unread !== undefined) count(tally.unread, unread)
  report('response', violations)
}

/** Values by lower-case name. */
export function flatHeaders({ headersDistinct }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]))
}
