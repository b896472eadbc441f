import type { IncomingMessage, ServerResponse } from 'node:http'
import { product } from '../../product.ts'
import { count } from '../exchange-report.ts'
import { type JudgedExchange, type JudgeOptions, judgeExchange } from '../judge.ts'
import type { LocatedRequest } from '../locate.ts'
import { flatHeaders, hasUnknownCoding } from './end-to-end.ts'
import { type PassedExchange, type ReceivedRequest, recordBody } from './record-exchange.ts'
import { createInformationPasser, relayAnswer } from './relay-answer.ts'
import { type Upstream, UpstreamError } from './upstream.ts'

export interface ExchangeOptions extends JudgeOptions {
  upstream: Upstream
  onWarning?: (warning: string) => void
  /** Called with each exchange that is over. */
  onExchange?: (exchange: PassedExchange) => void
}

/** Answers each request with the upstream's answer, and compares that with the contract. */
export class ExchangeHandler {
  /** Number of requests that the upstream did not answer. */
  unanswered = 0
  readonly #options: ExchangeOptions
  readonly #warned = new Set<string>()
  /** The bytes after a refused request may belong to it, if the proxy has framed it wrongly. */
  readonly #refused = new WeakSet<object>()

  constructor(options: ExchangeOptions) {
    this.#options = options
  }

  async handle(incoming: IncomingMessage, response: ServerResponse, method: string): Promise<void> {
    const { upstream, tally } = this.#options
    if (this.#refused.has(incoming.socket)) return
    const number = ++tally.responses
    const pathAndQuery = pathAndQueryOf(method, incoming.url)
    const fault = whyRefused(incoming, pathAndQuery, upstream.url)
    if (pathAndQuery === undefined || fault) {
      this.#refused.add(incoming.socket)
      count(tally.skipped, `refused by the proxy: ${fault?.detail}`)
      return answerError(response, fault ?? badTarget)
    }
    const url = urlBelow(upstream.url, pathAndQuery)
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    try {
      const requestHeaders = flatHeaders(incoming)
      const { 'transfer-encoding': coding, 'content-length': length = 0 } = requestHeaders
      const hasBody = coding !== undefined || Number(length) > 0
      const judged = judgeExchange({ number, method, url, requestHeaders, hasBody }, this.#options)
      this.#warn(judged.located)
      await this.#forward({ method, url, incoming }, judged, pathAndQuery, response, gone.signal)
    } catch (error) {
      if (gone.signal.aborted) return count(tally.skipped, 'the client went before an answer came')
      const reason = error instanceof UpstreamError ? error.message : 'the proxy failed'
      this.unanswered++
      count(tally.skipped, `no answer: ${reason}`)
      answerError(response, { status: 502, title: 'Bad Gateway', detail: reason })
    }
  }

  /** @throws {UpstreamError} when the client has got nothing of an answer */
  async #forward(
    request: ReceivedRequest,
    judged: JudgedExchange,
    pathAndQuery: string,
    response: ServerResponse,
    signal: AbortSignal,
  ): Promise<void> {
    const { upstream, tally, onExchange } = this.#options
    const { incoming, method } = request
    const recording = onExchange && { requestBody: recordBody(), responseBody: recordBody(), started: new Date() }
    const message = await upstream.send({
      method,
      pathAndQuery,
      rawHeaders: incoming.rawHeaders,
      body: incoming,
      onInformation: createInformationPasser(response),
      signal,
      onBody(chunk) {
        judged.sent(chunk)
        recording?.requestBody.write(chunk)
      },
    })
    judged.answered({ status: message.statusCode ?? 0, headers: flatHeaders(message) })
    const isWhole = await relayAnswer(message, response, (chunk) => {
      judged.received(chunk)
      recording?.responseBody.write(chunk)
    })
    const { located } = judged
    const duration = Date.now() - (recording?.started.getTime() ?? 0)
    if (recording) onExchange({ request, located, message, ...recording, duration })
    await judged.end({ request: incoming.complete, response: isWhole }).catch((error: unknown) => {
      // The client has the answer, even if its check fails.
      count(tally.unread, `not checked: ${(error as Error).message}`)
    })
  }

  #warn(located: LocatedRequest): void {
    const warning = located.kind === 'not-in-contract' ? located.warning : undefined
    if (warning === undefined || this.#warned.has(warning)) return
    this.#warned.add(warning)
    this.#options.onWarning?.(warning)
  }
}

interface ProxyError {
  status: number
  title: string
  detail: string
}

const badTarget = { status: 400, title: 'Bad Request', detail: 'the target of the request is not a path' }

/** Undefined for a request that can be sent on so that the upstream reads it as the proxy does. */
function whyRefused(
  { headers, httpVersion }: IncomingMessage,
  pathAndQuery: string | undefined,
  upstream: URL,
): ProxyError | undefined {
  if (hasUnknownCoding(headers)) {
    const detail = 'the proxy knows no transfer coding other than chunked'
    return { status: 501, title: 'Not Implemented', detail }
  }
  const isChunked = headers['transfer-encoding'] !== undefined
  // RFC 9112, 6.1: such framing is faulty, since HTTP/1.0 has no transfer codings.
  if (isChunked && httpVersion !== '1.1') return { ...badTarget, detail: 'HTTP/1.0 has no Transfer-Encoding' }
  if (pathAndQuery === undefined) return badTarget
  if (upstream.pathname === '/' || !leavesItsRoot(pathAndQuery)) return undefined
  return { ...badTarget, detail: `the path leads above ${upstream.pathname}, where the upstream's address ends` }
}

/** Ends the connection, since the body of the request may not have been read. */
function answerError(response: ServerResponse, { status, title, detail }: ProxyError): void {
  if (response.headersSent) return void response.destroy()
  const body = JSON.stringify({ type: 'about:blank', title, status, detail: `${product} proxy: ${detail}` })
  const headers = { 'content-type': 'application/problem+json', connection: 'close' }
  response.writeHead(status, title, headers).end(body)
}

/**
 * The path and the query of a request, as the client wrote them. An absolute target names a host as well, which the upstream
 * replaces. Undefined for a target that is neither a path nor the `*` of `OPTIONS`.
 */
function pathAndQueryOf(method: string, target = '/'): string | undefined {
  const path = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '')
  if (path.startsWith('/') || (path === '*' && method === 'OPTIONS')) return path
  return path === '' || path.startsWith('?') ? `/${path}` : undefined
}

/**
 * True when the segments `..` of a path lead above its beginning. A server may take `\`, `%2f` and `%5c` for separators, and
 * several separators for one, so the path must stay below under each of these readings.
 */
function leavesItsRoot(pathAndQuery: string): boolean {
  const [path = ''] = pathAndQuery.split('?')
  const dotted = path.replace(/%2e/gi, '.')
  return [/\//, /[/\\]|%2f|%5c/i].some((separator) => climbs(dotted.split(separator)))
}

function climbs(segments: readonly string[]): boolean {
  let depth = 0
  for (const segment of segments) {
    if (segment === '..') depth--
    else if (segment !== '' && segment !== '.') depth++
    if (depth < 0) return true
  }
  return false
}

/** The URL that a request is forwarded to; the upstream itself for `*`. */
function urlBelow(upstream: URL, pathAndQuery: string): URL {
  if (pathAndQuery === '*') return upstream
  // A URL parser would drop the part after `#`; the upstream gets it.
  return new URL(upstream.href.replace(/\/$/, '') + pathAndQuery.replaceAll('#', '%23'))
}
