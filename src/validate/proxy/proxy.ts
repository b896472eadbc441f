import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { acceptListVerb } from '../../mock/server/list-verb.ts'
import { product } from '../../product.ts'
import { maskUrl } from '../../redaction/mask-url.ts'
import { addChecked, count, emptyTally, type Finding, type Tally } from '../exchange-report.ts'
import { createLocator, type LocatedRequest } from '../locate.ts'
import { redactFinding } from '../redact-finding.ts'
import type { ResponseWatch } from '../watch-response.ts'
import { passBack } from './pass-back.ts'
import { createPrismProxy } from './prism-proxy.ts'
import { createUpstream, UpstreamError } from './upstream.ts'

export interface ProxyOptions {
  /** Of the interface: `orders`. */
  name: string
  upstream: URL
  host?: string
  /** 0, the default, lets the system choose. */
  port?: number
  /** Hears of each response that is not as its contract says. */
  onFinding: (finding: Finding) => void
}

export interface RunningProxy {
  /** `http://127.0.0.1:4020` */
  origin: string
  tally: Tally
  /** Requests that the upstream did not answer. */
  unanswered(): number
  /** Ends what is under way, what does not end by itself after a second. */
  close(): Promise<void>
}

/**
 * A proxy before an implementation of an interface: passes on what comes, unchanged and as it comes, and compares every answer
 * with the contract.
 *
 * @throws {NoContractError} when there is no such interface
 * @throws {UpstreamError} when no connection to the upstream can be made
 * @throws {NodeJS.ErrnoException} when the port cannot be had (`EADDRINUSE`, `EACCES`)
 */
export async function startProxy({ name, upstream: url, onFinding, ...at }: ProxyOptions): Promise<RunningProxy> {
  const { host = '127.0.0.1', port = 0 } = at
  const locator = createLocator([{ interface: name, url }])
  const upstream = createUpstream(url)
  const passOn = createPrismProxy(name, upstream)
  await upstream.probe()
  const tally = emptyTally()
  const open = new Set<Promise<void>>()
  let unanswered = 0

  const server = createServer((incoming, response) => {
    const done = exchange(incoming, response, methodOf(incoming)).finally(() => open.delete(done))
    open.add(done)
  })
  const methodOf = acceptListVerb(server, (_error, connection) => {
    if (connection.writable)
      connection.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    tally,
    unanswered: () => unanswered,
    close,
  }

  async function exchange(incoming: IncomingMessage, response: ServerResponse, method: string): Promise<void> {
    const number = ++tally.responses
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const target = (incoming.url ?? '/').replace(/^[a-z]+:\/\/[^/?]*/i, '')
    const asked = addressOf(url, target)
    const located = locator.locate(method, asked)
    try {
      const outgoing = { method, target, rawHeaders: incoming.rawHeaders, body: incoming, signal: gone.signal }
      const { message, watch } = await passOn(outgoing, located)
      const isWhole = await passBack(message, response, watch)
      // Whatever becomes of the look at an answer, the client has it.
      await judge({ number, method, asked, located, incoming, message, watch, isWhole }).catch((error: unknown) => {
        count(tally.unread, `not checked: ${(error as Error).message}`)
      })
    } catch (error) {
      if (gone.signal.aborted) return count(tally.skipped, 'the client went before an answer came')
      const reason = error instanceof UpstreamError ? error.message : 'the proxy failed'
      unanswered++
      count(tally.skipped, `no answer: ${reason}`)
      refuse(response, reason)
    }
  }

  interface ProxiedAnswer {
    number: number
    method: string
    asked: URL
    located: LocatedRequest
    incoming: IncomingMessage
    message: IncomingMessage
    watch: ResponseWatch | undefined
    isWhole: boolean
  }

  async function judge(answered: ProxiedAnswer): Promise<void> {
    const { number, method, asked, located, incoming, message, watch, isWhole } = answered
    if (located.kind !== 'operation' || !watch) {
      const reason = located.kind === 'not-in-contract' ? located.reason : 'not below the upstream'
      return count(tally.notInContract, `${method} ${maskUrl(new URL(asked.pathname, asked.origin))}, ${reason}`)
    }
    if (message.statusCode === 304) return count(tally.skipped, 'answered from the cache of the client (304)')
    const { violations, unread } = await watch.end(isWhole)
    addChecked(tally, violations)
    if (unread !== undefined) count(tally.unread, unread)
    if (violations.length === 0) return
    const { contract, operation } = located
    const status = message.statusCode ?? 0
    const finding = { number, method, url: asked, interface: contract.name, operation, status, violations }
    onFinding(redactFinding(finding, flat(incoming)))
  }

  function close(): Promise<void> {
    return new Promise((resolve) => {
      const cut = setTimeout(() => server.closeAllConnections(), 1000)
      server.close(() => {
        clearTimeout(cut)
        upstream.close()
        void Promise.allSettled(open).then(() => resolve())
      })
      server.closeIdleConnections()
    })
  }
}

function refuse(response: ServerResponse, reason: string): void {
  if (response.headersSent) return void response.destroy()
  const detail = `${product} proxy: ${reason}`
  const body = JSON.stringify({ type: 'about:blank', title: 'Bad Gateway', status: 502, detail })
  response.writeHead(502, { 'content-type': 'application/problem+json' }).end(body)
}

function flat({ headersDistinct }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]))
}

/** Of a request target below the upstream; of one that is no path (`*`), the upstream itself. */
function addressOf(upstream: URL, target: string): URL {
  return target.startsWith('/') ? new URL(upstream.href.replace(/\/$/, '') + target) : upstream
}
