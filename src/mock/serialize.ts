import type { Answer } from '../interfaces/slice.ts'

const nothing = Buffer.alloc(0)

/**
 * The body's bytes: JSON for JSON media types and for objects, text and bytes as they are; a stream stays one. Text of
 * `application/octet-stream` is bytes, one to a character: a document has no other way to write an example of them.
 */
export function serialize({ headers, body, status }: Answer): Uint8Array | AsyncIterable<Uint8Array> {
  if (body === undefined || status === 204 || status === 304) return nothing
  const known = typeof body === 'object' && body !== null ? constants.get(body) : undefined
  if (known) return known
  if (isRaw(body)) return body
  const mediaType = headers['content-type'] ?? ''
  const isJson = /^application\/(.*\+)?json\b/.test(mediaType)
  if (body === null && !isJson) return nothing
  if (typeof body === 'string' && mediaType.startsWith('application/octet-stream')) return Buffer.from(body, 'latin1')
  return Buffer.from(typeof body === 'string' && !isJson ? body : JSON.stringify(body))
}

/** A body that is answered again and again: its own copy, which cannot change, so that it is serialized once. */
export function constant<T>(body: T): T {
  if (typeof body !== 'object' || body === null || isRaw(body)) return body
  const copy = frozen(structuredClone(body))
  constants.set(copy as object, Buffer.from(JSON.stringify(copy)))
  return copy
}

const constants = new WeakMap<object, Buffer>()

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const member of Object.values(value)) frozen(member)
  return Object.freeze(value)
}

/** Bytes or a stream of bytes: sent as they are made, and not validated against a schema of values. */
export function isRaw(body: unknown): body is Uint8Array | AsyncIterable<Uint8Array> {
  return body instanceof Uint8Array || (typeof body === 'object' && body !== null && Symbol.asyncIterator in body)
}
