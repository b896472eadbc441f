import type { Contract } from '../contract/contract.ts'
import { maskUrl } from '../redaction/mask.ts'
import { addChecked, count, type Finding, redactFinding, type Tally } from './exchange-report.ts'
import type { LocatedRequest, Locator } from './locate.ts'
import type { MessageWatch, WatchedMessage } from './watch-body.ts'
import { type ResponseWatchOptions, watchRequest, watchResponse } from './watch-message.ts'

export interface JudgeOptions {
  locator: Locator
  tally: Tally
  /** Called with each message that breaks its contract, in order. */
  onFinding: (finding: Finding, contract: Contract) => void | Promise<void>
}

/** A request, before its body. */
export interface SentRequest {
  /** Counted from 1. */
  number: number
  method: string
  url: URL
  /** Names in lower case. */
  requestHeaders: Readonly<Record<string, string>>
  /** Bytes have been decoded already, as those of a recording. */
  decoded?: boolean
  /** Undefined when that is not known. */
  hasBody: boolean | undefined
}

/** One exchange, which is compared with its contract as it comes. */
export interface JudgedExchange {
  readonly located: LocatedRequest
  /** Takes a piece of the body of the request. */
  sent(chunk: Uint8Array): void
  answered(head: ResponseWatchOptions['head'], hasBody?: boolean): void
  /** Takes a piece of the body of the answer. */
  received(chunk: Uint8Array): void
  /**
   * Counts and reports the exchange, whose answer has come.
   *
   * @param whole which bodies came to their end
   */
  end(whole: { request: boolean; response: boolean }): Promise<void>
}

export function judgeExchange(exchange: SentRequest, options: JudgeOptions): JudgedExchange {
  const { number, method, url, requestHeaders, hasBody, decoded = false } = exchange
  const { locator, tally, onFinding } = options
  const located = locator.locate(method, url)
  const headers = decoded ? { ...requestHeaders, 'content-encoding': '' } : requestHeaders
  const request = located.kind === 'operation' ? watchRequest({ located, method, url, headers, hasBody }) : undefined
  let response: MessageWatch | undefined
  let status = 0
  return {
    located,
    sent: (chunk) => request?.write(chunk),
    answered(head, hasBody) {
      status = head.status
      if (located.kind === 'operation') response = watchResponse({ ...located, method, head, decoded, hasBody })
    },
    received: (chunk) => response?.write(chunk),
    async end(whole) {
      if (located.kind === 'elsewhere') return count(tally.skipped, `no base URL of an interface: ${url.origin}`)
      if (located.kind === 'not-in-contract') {
        const shown = `${method} ${maskUrl(new URL(url.pathname, url.origin))}`
        return count(tally.notInContract, `${shown}, ${located.reason}`)
      }
      const { contract, operation } = located
      const report = async (of: Finding['of'], { violations }: WatchedMessage) => {
        addChecked(of === 'request' ? tally.requests : tally, violations)
        const finding = { of, number, method, url, interface: contract.name, operation, status, violations }
        if (violations.length > 0) await onFinding(redactFinding(finding, requestHeaders), contract)
      }
      if (request) await report('request', await request.end(whole.request))
      if (status === 304) return count(tally.skipped, 'answered from the cache of the client (304)')
      const read = await response?.end(whole.response)
      if (read?.unread !== undefined) count(tally.unread, read.unread)
      if (read) await report('response', read)
    },
  }
}
