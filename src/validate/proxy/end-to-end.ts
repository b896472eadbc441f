import type { IncomingMessage } from 'node:http'

/**
 * Headers that hold for one connection (RFC 9110, 7.6.1), and those that the proxy writes itself. Message framing is one of
 * these: each side of the proxy gets its own `Transfer-Encoding`.
 */
const perConnection = new Set([
  'connection',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * The headers of a message that are sent on, as names and values in turn. A sender may name further headers of the connection in
 * `Connection`, but never `Content-Length`: without it, the body would be read as the next message.
 */
export function endToEnd(rawHeaders: readonly string[]): string[] {
  const pairs = pairsOf(rawHeaders)
  const named = pairs.filter(([name]) => name.toLowerCase() === 'connection').flatMap(([, value]) => value.split(','))
  const dropped = new Set([...named.map((name) => name.trim().toLowerCase()), ...perConnection])
  dropped.delete('content-length')
  return pairs.filter(([name]) => !dropped.has(name.toLowerCase())).flat()
}

/** The trailers of a message that are sent on: a trailer never changes how a message is framed or routed (RFC 9110, 6.5.1). */
export function endToEndTrailers(rawTrailers: readonly string[]): [name: string, value: string][] {
  return pairsOf(rawTrailers).filter(
    ([name]) => name.toLowerCase() !== 'content-length' && !perConnection.has(name.toLowerCase()),
  )
}

/** True when a message has a transfer coding besides `chunked`, which is the only one that the proxy can decode. */
export function hasUnknownCoding({ 'transfer-encoding': coding }: NodeJS.Dict<string | string[]>): boolean {
  return coding !== undefined && String(coding).toLowerCase() !== 'chunked'
}

/** Names and values that stand in turn. */
export function pairsOf(raw: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: Math.floor(raw.length / 2) }, (_, index) => [
    raw[index * 2] ?? '',
    raw[index * 2 + 1] ?? '',
  ])
}

/** Values by lower-case name. */
export function flatHeaders({ headersDistinct }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]))
}
