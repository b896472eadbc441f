import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { connect, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** The upstream cannot be reached, or not be talked to. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
}

/** A request as it is sent on. */
export interface Outgoing {
  method: string
  /** Request target: path and query. */
  target: string
  /** Names and values in turn, as they came. */
  rawHeaders: readonly string[]
  body: IncomingMessage
  signal: AbortSignal
}

export interface Upstream {
  readonly url: URL
  /** @throws {UpstreamError} when no connection can be made */
  probe(): Promise<void>
  /**
   * Sends a request on, its body as it comes in, and gives back the answer as soon as its head has come.
   *
   * @throws {UpstreamError} when none comes
   */
  send(request: Outgoing): Promise<IncomingMessage>
  close(): void
}

/** How long a connection may take. Milliseconds. */
const connectTimeout = 10_000

export function createUpstream(url: URL): Upstream {
  const isTls = url.protocol === 'https:'
  const agent = isTls ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const base = url.pathname.replace(/\/$/, '')
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || (isTls ? 443 : 80))

  return {
    url,
    close: () => agent.destroy(),

    probe: () =>
      new Promise((resolve, reject) => {
        const socket = isTls
          ? connectTls({ host: hostname, port, ...(isIP(hostname) === 0 ? { servername: hostname } : {}) })
          : connect(port, hostname)
        const fail = (error: NodeJS.ErrnoException) => reject(new UpstreamError(whyNot(error, url)))
        socket.once(isTls ? 'secureConnect' : 'connect', () => {
          socket.destroy()
          resolve()
        })
        socket.once('error', fail)
        socket.setTimeout(connectTimeout, () => socket.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })))
      }),

    send: ({ method, target, rawHeaders, body, signal }) =>
      new Promise((resolve, reject) => {
        const send = isTls ? httpsRequest : httpRequest
        const headers = [...endToEnd(rawHeaders).flat(), 'Host', url.host]
        // A body of unknown length stays one, also where the method seldom has a body.
        if (body.headers['transfer-encoding'] !== undefined) headers.push('Transfer-Encoding', 'chunked')
        const outgoing = send({ agent, hostname, port, method, path: base + target, headers, signal })
        outgoing.once('response', resolve)
        outgoing.once('error', (error) => reject(new UpstreamError(whyNot(error, url))))
        body.pipe(outgoing)
      }),
  }
}

const hopByHop = new Set([
  'connection',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Headers that are for the other end, in pairs; those of the connection (RFC 9110, 7.6.1) are not sent on. */
export function endToEnd(rawHeaders: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    pairs.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? ''])
  }
  const named = pairs.filter(([name]) => name.toLowerCase() === 'connection').flatMap(([, value]) => value.split(','))
  const own = new Set([...hopByHop, ...named.map((name) => name.trim().toLowerCase())])
  return pairs.filter(([name]) => !own.has(name.toLowerCase()))
}

function whyNot({ code = '', message }: NodeJS.ErrnoException, { origin, hostname }: URL): string {
  if (/CERT|SIGNATURE|SELF_SIGNED|ISSUER/.test(code)) {
    const hint = code === 'ERR_TLS_CERT_ALTNAME_INVALID' ? '' : '; name its authority in NODE_EXTRA_CA_CERTS'
    return `the certificate of ${origin} is not accepted (${code})${hint}`
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) return `${origin} does not speak TLS (${code})`
  if (code.startsWith('HPE_')) return `what ${origin} answers is not HTTP/1.1 (${code})`
  switch (code) {
    case 'ECONNREFUSED':
      return `nothing listens at ${origin}`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `there is no host ${hostname}`
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${origin} cannot be reached (${code})`
    case 'ECONNRESET':
    case 'EPIPE':
      return `${origin} closed the connection without an answer`
    default:
      return `${origin} gave no answer (${code || message})`
  }
}
