import type { Answer } from '../interfaces/slice.ts'

const nothing = Buffer.alloc(0)

/**
 * The body's bytes: JSON for JSON media types and for objects, text and bytes as they are; a stream stays one. Text of
 * `application/octet-stream` is bytes, one to a character: a document has no other way to write an example of them.
 */
export function serialize({ headers, body, status }: Answer): Uint8Array | AsyncIterable<Uint8Array> {
  if (body === undefined || status === 204 || status === 304) return nothing
  if (isRaw(body)) return body
  const mediaType = headers['content-type'] ?? ''
  const isJson = /^application\/(.*\+)?json\b/.test(mediaType)
  if (body === null && !isJson) return nothing
  if (typeof body === 'string' && mediaType.startsWith('application/octet-stream')) return Buffer.from(body, 'latin1')
  return Buffer.from(typeof body === 'string' && !isJson ? body : JSON.stringify(body))
}

/** Bytes or a stream of bytes: sent as they are made, and not validated against a schema of values. */
export function isRaw(body: unknown): body is Uint8Array | AsyncIterable<Uint8Array> {
  return body instanceof Uint8Array || (typeof body === 'object' && body !== null && Symbol.asyncIterator in body)
}
