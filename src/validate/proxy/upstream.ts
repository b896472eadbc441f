import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type InformationEvent } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { connectTo, whyNoAnswer } from '../../no-answer.ts'
import { endToEnd, hasUnknownCoding } from './end-to-end.ts'

/** The upstream cannot be reached, or its answer cannot be passed back. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
}

export interface Outgoing {
  method: string
  /** As the client wrote them, or `*`. */
  pathAndQuery: string
  /** Names and values in turn, as they were sent. */
  rawHeaders: readonly string[]
  body: IncomingMessage
  /** Called with each piece of the body. */
  onBody: (chunk: Uint8Array) => void
  /** Called with each answer of the class 1xx, except 101. */
  onInformation: (answer: InformationEvent) => void
  signal: AbortSignal
}

export interface Upstream {
  readonly url: URL
  /** @throws {UpstreamError} when no connection can be made */
  probe(): Promise<void>
  /**
   * Sends a request on while its body comes in, and returns the answer as soon as its head has come.
   *
   * @throws {UpstreamError} when no answer comes
   */
  send(request: Outgoing): Promise<IncomingMessage>
  close(): void
}

/** How long a connection may take. Milliseconds. */
const connectTimeout = 10_000

/** Bytes of all headers of a message, on either side of the proxy. */
export const maxHeaderSize = 64 * 1024

export function createUpstream(url: URL): Upstream {
  const isTls = url.protocol === 'https:'
  const agent = isTls ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const request = isTls ? httpsRequest : httpRequest
  const base = url.pathname.replace(/\/$/, '')
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || (isTls ? 443 : 80))

  return {
    url,
    close: () => agent.destroy(),

    probe: () =>
      connectTo(url, connectTimeout).catch((error) => {
        throw new UpstreamError(whyNot(error, url))
      }),

    send: ({ method, pathAndQuery, rawHeaders, body, onBody, onInformation, signal }) =>
      new Promise((resolve, reject) => {
        const fail = (error: NodeJS.ErrnoException) => reject(new UpstreamError(whyNot(error, url)))
        const headers = [...endToEnd(rawHeaders), 'Host', url.host]
        // For some methods Node's client writes a body without framing unless a header says how it is framed.
        const isChunked = body.headers['transfer-encoding'] !== undefined
        if (isChunked) headers.push('Transfer-Encoding', 'chunked')
        const path = pathAndQuery === '*' ? '*' : base + pathAndQuery
        const outgoing = request({ agent, hostname, port, method, path, headers, signal, maxHeaderSize })
        // By default, Node would silently drop headers beyond a thousand, even those that frame the body.
        outgoing.maxHeadersCount = 0
        outgoing.on('information', onInformation)
        outgoing.once('response', (message) => {
          if (!hasUnknownCoding(message.headers)) return resolve(message)
          message.destroy()
          reject(new UpstreamError(`${url.origin} answers in a transfer coding other than chunked`))
        })
        outgoing.once('upgrade', (message, socket) => {
          socket.destroy()
          const protocol = JSON.stringify(message.headers.upgrade ?? '')
          reject(new UpstreamError(`${url.origin} switched protocols (101) to ${protocol}, which no request asked for`))
        })
        outgoing.on('error', fail)
        outgoing.once('close', () => fail(new Error('it closed the connection')))
        if (isChunked || body.headers['content-length'] !== undefined) body.on('data', onBody).pipe(outgoing)
        else outgoing.end()
      }),
  }
}

function whyNot({ code = '', message }: NodeJS.ErrnoException, url: URL): string {
  return whyNoAnswer(code, url, 'NODE_EXTRA_CA_CERTS') ?? `${url.origin} gave no answer (${code || message})`
}
