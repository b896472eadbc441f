import * as http from 'node:http'
import * as https from 'node:https'
import { Readable } from 'node:stream'
import type { OpenReply } from '../../check/check.ts'
import { connectTo } from '../../no-answer.ts'
import { readMethods, type Target } from '../target/target.ts'
import { InconclusiveError } from './inconclusive-error.ts'

/** A request in the form that goes over the wire. */
export interface OutgoingRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body: Buffer | undefined
  /** Sends no `Content-Length: 0` in place of a body. */
  unframed?: boolean
}

/** A response in the form that came over the wire. */
export interface WholeReply {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer
}

/** Sends requests without a change: adds only the headers of the transport, follows no redirect, rewrites no path. */
export interface Wire {
  send(request: OutgoingRequest): Promise<WholeReply>
  /** @param timeout milliseconds until an answer must have begun; default: that of the wire */
  open(request: OutgoingRequest, timeout?: number): Promise<OpenReply>
  /** Connects to a server, and sends nothing. */
  connect(url: string): Promise<void>
  close(): void
}

/** The target did not answer: it cannot be reached, or it ended the connection. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
  readonly code: string | undefined
  /** The server that gave no answer: `http://127.0.0.1:4020`. */
  readonly origin: string

  constructor(origin: string, what: string, cause: Error & { code?: string }) {
    super(`${origin} ${what}: ${cause.message || cause.code}`, { cause })
    this.code = cause.code
    this.origin = origin
  }
}

/** Codes of connections that ended before an answer: the server, or something before it, has closed a socket. */
const closedCodes = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET'])

/** True if a connection was closed, which says nothing about the request. */
export function wasClosed(error: unknown): boolean {
  return error instanceof NoAnswerError && closedCodes.has(error.code ?? '')
}

/** Bytes of the largest body that a check reads. */
const maxBodyBytes = 16 * 1024 * 1024

export function createWire({
  tls = {},
  timeout = 10_000,
  pace,
  control,
}: Pick<Target, 'tls' | 'timeout' | 'pace' | 'control'> = {}): Wire {
  const secured = { rejectUnauthorized: tls.insecure !== true, ...tls }
  const [kept, fresh] = [createAgents(true, secured), createAgents(false, secured)]
  return { send, open, connect, close }

  async function send(request: OutgoingRequest): Promise<WholeReply> {
    const reply = await open(request)
    const deadline = setTimeout(reply.close, timeout)
    const chunks: Uint8Array[] = []
    let length = 0
    try {
      for await (const chunk of reply.chunks) {
        chunks.push(chunk)
        length += chunk.length
        if (length > maxBodyBytes) {
          throw new InconclusiveError(
            `an answer to ${request.method} is longer than the ${maxBodyBytes} bytes that are read`,
          )
        }
      }
    } catch (error) {
      if (error instanceof InconclusiveError) throw error
      throw noAnswer(request, 'ended before its answer was whole', error as Error)
    } finally {
      clearTimeout(deadline)
    }
    return { status: reply.status, headers: reply.headers, body: Buffer.concat(chunks) }
  }

  /**
   * A server may close a kept connection at the moment at which a request is sent on it. A read is then sent again on a fresh connection;
   * a write, which nobody may send twice, has a fresh connection from the beginning. The mock closes a connection only on purpose.
   */
  async function open(request: OutgoingRequest, own = timeout): Promise<OpenReply> {
    if (control) return openOn(kept, request, own)
    if (!readMethods.has(request.method)) return openOn(fresh, request, own)
    try {
      return await openOn(kept, request, own)
    } catch (error) {
      if (!wasClosed(error)) throw error
      return openOn(fresh, request, own)
    }
  }

  async function openOn(agents: Agents, request: OutgoingRequest, own: number): Promise<OpenReply> {
    await pace?.()
    return exchange(agents, request, own)
  }

  async function connect(url: string): Promise<void> {
    await connectTo(new URL(url), timeout, secured).catch((error) => {
      throw new NoAnswerError(new URL(url).origin, 'takes no connection', error)
    })
  }

  function close(): void {
    for (const agents of [kept, fresh]) for (const agent of Object.values(agents)) agent.destroy()
  }
}

type Agents = ReturnType<typeof createAgents>

function createAgents(keepAlive: boolean, tls: https.AgentOptions) {
  return { plain: new http.Agent({ keepAlive }), secured: new https.Agent({ keepAlive, ...tls }) }
}

/** Sends a request on a connection of these agents. Resolves when its answer begins. */
function exchange({ plain, secured }: Agents, sent: OutgoingRequest, timeout: number): Promise<OpenReply> {
  const { method, url, headers, body, unframed } = sent
  const { protocol, host, hostname, port } = new URL(url)
  // `URL` would normalize the path, and a check may mean `..` and `//`.
  const path = url.slice(url.indexOf(host, protocol.length) + host.length) || '/'
  const [library, agent] = protocol === 'https:' ? [https, secured] : [http, plain]
  const length = body === undefined ? {} : { 'content-length': String(body.length) }
  return new Promise((resolve, reject) => {
    const answer = (response: http.IncomingMessage, chunks: OpenReply['chunks']) => {
      clearTimeout(deadline)
      resolve({
        status: response.statusCode ?? 0,
        headers: joined(response.headersDistinct),
        chunks,
        close: () => void response.destroy(),
      })
    }
    const request = library.request(
      // A strict parser finds mistakes of the server.
      { method, hostname: hostname.replace(/^\[|\]$/g, ''), port, path, agent, headers: { ...headers, ...length } },
      (response) => answer(response, response),
    )
    const deadline = setTimeout(() => {
      request.destroy(Object.assign(new Error(`no answer within ${timeout} ms`), { code: 'NO_ANSWER_IN_TIME' }))
    }, timeout)
    // Without a listener, Node closes the connection of a 101, and says nothing.
    request.on('upgrade', (response, socket) => {
      socket.destroy()
      answer(response, Readable.from([]))
    })
    request.on('error', (error) => {
      clearTimeout(deadline)
      reject(noAnswer(sent, 'gave no answer', error))
    })
    if (unframed) for (const name of ['content-length', 'transfer-encoding']) request.removeHeader(name)
    request.end(body)
  })
}

function noAnswer({ method, url }: OutgoingRequest, what: string, error: Error): NoAnswerError {
  return new NoAnswerError(new URL(url).origin, `${what} to ${method}`, error)
}

function joined(distinct: NodeJS.Dict<string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(distinct).map(([name, values = []]) => [name, values.join(', ')]))
}
