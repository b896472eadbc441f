import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'

export interface Connection {
  /** Milliseconds for all requests to one member together. It also ends a request that is accepted and never answered. */
  timeout: number
  /** Sent with every request, for a proxy in between. */
  headers?: Readonly<Record<string, string>>
  /** Client TLS, in PEM. */
  tls?: { ca?: string; cert?: string; key?: string }
}

/** A member gave no usable answer. The message is for the operator. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  /** Whether the member was reached at all. */
  readonly answered: boolean

  constructor(message: string, answered: boolean) {
    super(message)
    this.answered = answered
  }
}

/** The status and the body of a GET, as it streams in. Redirects are not followed: a member answers for itself. */
export interface Answer {
  status: number
  body: AsyncIterable<Buffer>
}

export function get(
  url: string,
  { headers = {}, tls = {}, timeout }: Connection,
  signal: AbortSignal,
): Promise<Answer> {
  const secure = url.startsWith('https:')
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(explain(error, signal, timeout, false))
    // A new connection each time: a connection that is kept alive could hide that a member was stopped.
    const request = secure
      ? requestHttps(url, { headers, signal, ...tls, agent: new HttpsAgent({ keepAlive: false }) })
      : requestHttp(url, { headers, signal, agent: new HttpAgent({ keepAlive: false }) })
    request.on('error', fail)
    request.on('response', (response) => {
      resolve({ status: response.statusCode ?? 0, body: bodyOf(response, signal, timeout) })
    })
    request.end()
  })
}

async function* bodyOf(response: IncomingMessage, signal: AbortSignal, timeout: number): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of response) yield chunk as Buffer
  } catch (error) {
    throw explain(error, signal, timeout, true)
  }
}

/** Reads a body of at most `limit` bytes. A longer one is refused before it is held in memory. */
export async function readBody({ body }: Answer, limit: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limit) throw new NoAnswer(`its answer is longer than ${limit} bytes`, true)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const sentences: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed without an answer',
  EPIPE: 'connection closed without an answer',
  ENOTFOUND: 'its host name is not known',
  EAI_AGAIN: 'its host name cannot be resolved now',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
  ETIMEDOUT: 'no answer in time',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it speaks no TLS there; try http://',
  EPROTO: 'it speaks no TLS there, or refuses ours; try http://, or --cert and --key',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'it asks for a client certificate: --cert and --key',
}

const untrusted = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]

function explain(error: unknown, signal: AbortSignal, timeout: number, answered: boolean): unknown {
  if (signal.aborted)
    return new NoAnswer(`no ${answered ? 'complete ' : ''}answer within ${timeout / 1000} s`, answered)
  const { code = '', message } = error as NodeJS.ErrnoException
  if (untrusted.includes(code))
    return new NoAnswer('its certificate is not trusted; give its authority: --cacert', false)
  if (code.startsWith('HPE_')) return new NoAnswer('its answer is not HTTP', true)
  return new NoAnswer(sentences[code] ?? message, answered)
}
