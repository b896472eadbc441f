import * as http from 'node:http'
import * as https from 'node:https'
import type { OpenReply } from '../../check/check.ts'

/** A request in the form that goes over the wire. */
export interface OutgoingRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body: Buffer | undefined
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
  open(request: OutgoingRequest): Promise<OpenReply>
  close(): void
}

interface WireOptions {
  tls?: { ca?: string; insecure?: boolean }
  /** Milliseconds until a response must have come. */
  timeout?: number
  /** Awaited before each request. */
  pace?: () => Promise<void>
}

/** The target did not answer: it cannot be reached, or it ended the connection. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
  readonly code: string | undefined

  constructor(message: string, options: ErrorOptions & { code?: string | undefined }) {
    super(message, options)
    this.code = options.code
  }
}

/** Bytes of the largest body that a check reads. A longer one counts as no answer. */
const maxBodyBytes = 64 * 1024 * 1024

export function createWire({ tls = {}, timeout = 10_000, pace }: WireOptions = {}): Wire {
  const plain = new http.Agent({ keepAlive: true })
  const secure = new https.Agent({
    keepAlive: true,
    rejectUnauthorized: tls.insecure !== true,
    ...(tls.ca ? { ca: tls.ca } : {}),
  })
  return { send, open, close }

  async function send(request: OutgoingRequest): Promise<WholeReply> {
    const reply = await open(request)
    const deadline = setTimeout(reply.close, timeout)
    const chunks: Uint8Array[] = []
    let length = 0
    try {
      for await (const chunk of reply.chunks) {
        chunks.push(chunk)
        length += chunk.length
        if (length > maxBodyBytes) throw new Error(`is longer than ${maxBodyBytes} bytes`)
      }
    } catch (error) {
      throw noAnswer(request, 'ended before its answer was whole', error as Error)
    } finally {
      clearTimeout(deadline)
    }
    return { status: reply.status, headers: reply.headers, body: Buffer.concat(chunks) }
  }

  async function open({ method, url, headers, body }: OutgoingRequest): Promise<OpenReply> {
    await pace?.()
    const { protocol, host, hostname, port } = new URL(url)
    // `URL` would normalize the path, and a check may mean `..` and `//`.
    const path = url.slice(url.indexOf(host, protocol.length) + host.length) || '/'
    const [library, agent] = protocol === 'https:' ? [https, secure] : [http, plain]
    const length = body === undefined ? {} : { 'content-length': String(body.length) }
    return new Promise((resolve, reject) => {
      const fail = (what: string, error: Error) => reject(noAnswer({ method, url, headers, body }, what, error))
      const request = library.request(
        // A strict parser finds mistakes of the server.
        { method, hostname: hostname.replace(/^\[|\]$/g, ''), port, path, agent, headers: { ...headers, ...length } },
        (response) => {
          clearTimeout(deadline)
          resolve({
            status: response.statusCode ?? 0,
            headers: joined(response.headersDistinct),
            chunks: response,
            close: () => void response.destroy(),
          })
        },
      )
      const deadline = setTimeout(() => {
        request.destroy(Object.assign(new Error(`no answer within ${timeout} ms`), { code: 'NO_ANSWER_IN_TIME' }))
      }, timeout)
      request.on('error', (error) => {
        clearTimeout(deadline)
        fail('gave no answer', error)
      })
      request.end(body)
    })
  }

  function close(): void {
    plain.destroy()
    secure.destroy()
  }
}

function noAnswer({ method, url }: OutgoingRequest, what: string, error: Error & { code?: string }): NoAnswerError {
  const { origin } = new URL(url)
  return new NoAnswerError(`${origin} ${what} to ${method}: ${error.message || error.code}`, {
    cause: error,
    code: error.code,
  })
}

function joined(distinct: NodeJS.Dict<string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(distinct).map(([name, values = []]) => [name, values.join(', ')]))
}
