import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { STATUS_CODES } from '../../behaviour/node-http.ts'
import type { Timers } from '../../timers.ts'
import { serialize } from '../answer/serialize.ts'
import type { MockAnswer } from '../types.ts'
import type { ParseError } from './list-verb.ts'
import { splitTarget } from './read-request.ts'

/** A request that is refused before the mock reads it. */
export interface UnreadRequest {
  path: string
  status: number
  /** A sentence for the caller. */
  detail: string
}

/** Gives a refusal the words of the interface that the target leads to; undefined if it leads to none. */
export type RefuseUnread = (request: UnreadRequest) => MockAnswer | undefined

const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Answers bytes that are not HTTP. Without a readable target they belong to no interface, and the answer has no body. */
export function refuseBytes(error: ParseError, connection: Duplex, refuse: RefuseUnread, timers: Timers): void {
  const status = statuses[error.code ?? ''] ?? 400
  const target = targetIn(error)
  const detail = `The request cannot be read: ${error.message}.`
  const answer = target === undefined ? undefined : refuse({ path: splitTarget(target).path, status, detail })
  const { headers, payload } = closing(answer)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  connection.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`)
  connection.end(payload)
  connection.once(
    'close',
    timers.after(1000, () => connection.destroy()),
  )
}

/** The target in the line at which the parser stopped; of a head that is too large, the line at which the packet begins. */
function targetIn({ code, bytesParsed = 0, rawPacket }: ParseError): string | undefined {
  if (!rawPacket) return undefined
  const text = rawPacket.toString('latin1')
  const start = code === 'HPE_INVALID_METHOD' ? text.lastIndexOf('\n', bytesParsed) + 1 : 0
  return /^\S+ (\/[!-~]*|https?:\/\/[!-~]+)/i.exec(text.slice(start))?.[1]
}

/** Refuses a request whose head Node has read. */
export function refuseHead(
  { url = '/' }: IncomingMessage,
  response: ServerResponse,
  { status, detail }: Omit<UnreadRequest, 'path'>,
  refuse: RefuseUnread,
): void {
  const answer = refuse({ path: splitTarget(url).path, status, detail })
  const { headers, payload } = closing(answer)
  response.writeHead(status, headers).end(payload)
}

/** The headers and the body of an answer that ends its connection. */
function closing(answer: MockAnswer | undefined) {
  const text = answer && serialize(answer)
  const payload = Buffer.from(typeof text === 'string' ? text : '')
  return { payload, headers: { ...answer?.headers, connection: 'close', 'content-length': payload.length } }
}
