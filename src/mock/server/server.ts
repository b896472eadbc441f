import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from '../../behaviour/node-http.ts'
import { plainProblem } from '../../behaviour/problem-details.ts'
import { monotonicTimers, type Timers } from '../../timers.ts'
import { isWhole, serialize } from '../answer/serialize.ts'
import type { Gateway } from '../gateway.ts'
import { chain, type MaybePromise, tryChain } from '../maybe-promise.ts'
import type { MockAnswer, Peer } from '../types.ts'
import { acceptVerbs } from './list-verb.ts'
import { discard, flatten, readBody, splitTarget } from './read-request.ts'
import { type RefuseUnread, refuseBytes, refuseHead } from './refuse-unread.ts'
import { writeAnswer } from './write-answer.ts'

export interface ListeningServer {
  /** Port it listens on: the one asked for, or the one that the system chose for 0. */
  port: number
  /** Stops accepting connections, ends streams, waits two seconds for other requests under way, and closes the rest. */
  close(): Promise<void>
}

export interface ListenOptions {
  host: string
  port: number
  /** Milliseconds within which a request must be complete; default: a minute. */
  timeout?: number
  /** Called with the reason when an answer cannot be written. */
  onFault?: (reason: string) => void
  /** Certificate and key in PEM form, for HTTPS. */
  tls?: { cert: string; key: string } | undefined
  /** Words a refusal of a request that cannot be read; by default, such a refusal has no body. */
  refuse?: RefuseUnread
  /** The verbs that are answered beside those of Node's parser; default: `LIST`. */
  verbsOf?: () => Iterable<string>
  /** Closes connections whose other end does not. */
  timers?: Timers
}

/**
 * Serves answers over HTTP/1.1.
 *
 * @throws {NodeJS.ErrnoException} when the address cannot be listened on (`EADDRINUSE`, `EACCES`)
 */
export async function listen(
  answer: Gateway['handle'],
  {
    host,
    port,
    timeout = 60_000,
    onFault = (reason) => console.error(reason),
    tls,
    refuse = () => undefined,
    verbsOf,
    timers = monotonicTimers,
  }: ListenOptions,
): Promise<ListeningServer> {
  const stopping = new AbortController()
  const options = {
    requestTimeout: timeout,
    headersTimeout: timeout,
    connectionsCheckingInterval: timeout / 4,
    // A caller that a busy machine holds up would send its next request on a connection that has just been closed.
    keepAliveTimeout: 65_000,
    // Node would refuse a request without Host itself, with an empty body.
    requireHostHeader: false,
  }
  const closeIdle = () => server.closeIdleConnections()
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const { headers, rawHeaders } = request
    const hasHost = headers.host !== undefined || request.httpVersion !== '1.1'
    // Few requests repeat a header at all.
    const isRepeated = rawHeaders.length > 2 * Object.keys(headers).length
    if (!hasHost || (isRepeated && (request.headersDistinct.host?.length ?? 0) > 1)) {
      const detail = 'A request has one Host header (RFC 9112, section 3.2).'
      return refuseHead(request, response, { status: 400, detail }, refuse)
    }
    const exchange = { request, response, method: methodOf(request), stopping: stopping.signal, closeIdle }
    void tryChain(
      () => handleExchange(answer, exchange),
      (error) => fail(error, response, onFault),
    )
  }
  // The module for HTTPS is loaded only when it is used.
  const server: Server = tls
    ? process.getBuiltinModule('node:https').createServer({ ...options, ...tls }, handle)
    : createServer(options, handle)
  const methodOf = acceptVerbs(
    server,
    (error, connection, lastResponse) => {
      // In the middle of an answer, a refusal would look like a part of the answer.
      if (lastResponse?.headersSent && !lastResponse.writableFinished) connection.destroy()
      else refuseBytes(error, connection, refuse, timers)
    },
    verbsOf,
  )
  server.on('checkExpectation', (request, response) => {
    const detail = `No expectation but 100-continue can be met, seen ${JSON.stringify(request.headers.expect)}.`
    refuseHead(request, response, { status: 417, detail }, refuse)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return { port: (server.address() as AddressInfo).port, close: () => close(server, stopping, timers) }
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  method: string
  stopping: AbortSignal
  /** Call it when an answer is written while the server stops: its connection is then idle. */
  closeIdle(): void
}

function handleExchange(
  answer: Gateway['handle'],
  { request, response, method, stopping, closeIdle }: Exchange,
): MaybePromise<void> {
  const peer = new RequestPeer()
  let release: (() => void) | undefined
  response.once('close', () => {
    if (!response.writableFinished) peer.leave('the caller has gone')
    release?.()
    if (stopping.aborted) setImmediate(closeIdle)
  })
  return chain(readBody(request), (read) => {
    const oversize = read === 'too large'
    const body = oversize ? null : read
    const target = splitTarget(request.url ?? '/')
    const mockRequest = { method, ...target, headers: flatten(request), body, oversize, peer }
    return chain(answer(mockRequest), (mockAnswer) => {
      if (response.closed) mockAnswer.release?.()
      else release = mockAnswer.release
      if (oversize) return refuseBody(request, response, mockAnswer)
      return writeAnswer(response, mockAnswer, { method, stopping, peer })
    })
  })
}

/** The refusal is sent at once. The rest of the body is read for a while, because a reset could overtake the refusal. */
async function refuseBody(request: IncomingMessage, response: ServerResponse, answer: MockAnswer): Promise<void> {
  const payload = serialize(answer)
  if (answer.delivery === 'dropped' || !isWhole(payload)) return void response.destroy()
  const length = Buffer.byteLength(payload)
  response.writeHead(answer.status, { ...answer.headers, 'content-length': length, connection: 'close' })
  response.write(payload)
  await discard(request)
  response.end()
}

/** An answer that cannot be written is a fault of the mock, unless the caller has gone. */
function fail(error: unknown, response: ServerResponse, onFault: (reason: string) => void): void {
  if (response.destroyed) return
  const { stack = String(error) }: { stack?: string } = Object(error)
  onFault(stack)
  if (response.headersSent) return void response.destroy()
  const { status, headers, body } = plainProblem(500, 'The mock failed; its log says why.')
  response.writeHead(status, headers).end(JSON.stringify(body))
}

function close(server: Server, stopping: AbortController, timers: Timers): Promise<void> {
  return new Promise((resolve) => {
    // Closes connections that are still open, so that the server stops in any case.
    const stopTimer = timers.after(2000, () => server.closeAllConnections())
    server.close(() => {
      stopTimer()
      resolve()
    })
    stopping.abort()
  })
}

/**
 * Tells when the caller has gone. The signal is created on demand: few requests need one, and a signal costs more than the rest of a
 * request.
 */
class RequestPeer implements Peer {
  #controller: AbortController | undefined
  #gone: Error | undefined

  /** Aborted when the caller has gone. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#gone) this.#controller.abort(this.#gone)
    return this.#controller.signal
  }

  leave(reason: string): void {
    this.#gone ??= new Error(reason)
    this.#controller?.abort(this.#gone)
  }
}
