import { type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Timers } from '../../timers.ts'

export interface Connection {
  /** Milliseconds for all requests to one member together. It also ends a request that is accepted and never answered. */
  timeout: number
  /** Sent with every request, for a proxy in between. */
  headers?: Readonly<Record<string, string>>
  /** Client TLS, in PEM. */
  tls?: { ca?: string; cert?: string; key?: string }
  /** Counts the time-out. */
  timers?: Timers
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

/** Bytes of an answer that are read. A longer answer is refused before it is held in memory. */
const maxBytes = 16 * 2 ** 20

/**
 * The status and the body of a GET. Redirections are not followed: a member answers for itself.
 *
 * @throws {NoAnswer} when none comes, or not all of one
 */
export function get(
  url: string,
  { headers = {}, tls = {}, timeout }: Connection,
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  const request = url.startsWith('https:') ? requestHttps : requestHttp
  // A new connection each time: a connection that is kept alive could hide that a member was stopped.
  const options: RequestOptions = { headers, signal, agent: false, ...tls }
  return new Promise((resolve, reject) => {
    let answered = false
    const fail = (error: unknown) => reject(explain(error, signal, timeout, answered))
    const outgoing = request(url, options, (response) => {
      answered = true
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size <= maxBytes) chunks.push(chunk)
        else response.destroy(new Error(`its answer is longer than ${maxBytes / 2 ** 20} MiB`))
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
      response.on('error', fail)
    })
    outgoing.on('error', fail).end()
  })
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

function explain(error: unknown, signal: AbortSignal, timeout: number, answered: boolean): NoAnswer {
  if (signal.aborted) {
    return new NoAnswer(`no ${answered ? 'complete ' : ''}answer within ${timeout / 1000} s`, answered)
  }
  const { code = '', message } = error as NodeJS.ErrnoException
  if (/SELF_SIGNED|LEAF_SIGNATURE|ISSUER_CERT/.test(code)) {
    return new NoAnswer('its certificate is not trusted; give its authority: --cacert', false)
  }
  if (code.startsWith('HPE_')) return new NoAnswer('its answer is not HTTP', true)
  return new NoAnswer(sentences[code] ?? message, answered)
}
