import type { Answer } from '../interfaces/slice.ts'

const nothing = Buffer.alloc(0)

/** The body's bytes: JSON for JSON media types and for objects, text and bytes as they are; a stream stays one. */
export function serialize({ headers, body, status }: Answer): Uint8Array | AsyncIterable<Uint8Array> {
  if (body === undefined || body === null || status === 204 || status === 304) return nothing
  if (isRaw(body)) return body
  const mediaType = headers['content-type'] ?? ''
  const isJson = /^application\/(.*\+)?json\b/.test(mediaType)
  return Buffer.from(typeof body === 'string' && !isJson ? body : JSON.stringify(body))
}

/** Bytes or a stream of bytes: sent as they are made, and not validated against a schema of values. */
export function isRaw(body: unknown): body is Uint8Array | AsyncIterable<Uint8Array> {
  return body instanceof Uint8Array || (typeof body === 'object' && body !== null && Symbol.asyncIterator in body)
}
