import type { Answer } from '../../behaviour/definition.ts'
import { printJson } from '../../json-text.ts'
import { isFrozenRecord } from '../storage/record.ts'

/** A body as it is sent. Text stays text, because Node writes text in one piece with the head. */
export type Payload = string | Uint8Array | AsyncIterable<Uint8Array>

/**
 * JSON for JSON media types and for objects, with all digits of bigints; text and bytes unchanged; a stream stays a stream. Text of
 * `application/octet-stream` is bytes, one for each character, because a document cannot write an example of bytes in another way.
 */
export function serialize({ headers, body, status }: Answer): Payload {
  if (body === undefined || status === 204 || status === 304) return ''
  // No text, number or null is a key of a weak map.
  const known = knownTexts.get(body as object)
  if (known) return known
  if (isRaw(body)) return body
  const mediaType = headers['content-type'] ?? ''
  const isJson = /^application\/(.*\+)?json\b/.test(mediaType)
  if (body === null && !isJson) return ''
  if (typeof body === 'string' && !isJson)
    return mediaType.startsWith('application/octet-stream') ? Buffer.from(body, 'latin1') : body
  const text = printJson(body)
  // A stored record never changes and may be answered many times.
  if (isFrozenRecord(body as object)) knownTexts.set(body as object, text)
  return text
}

const knownTexts = new WeakMap<object, string>()

/** True for bytes or a stream of bytes. They are sent unchanged, and not validated against a schema. */
export function isRaw(body: unknown): body is Uint8Array | AsyncIterable<Uint8Array> {
  return body instanceof Uint8Array || (typeof body === 'object' && body !== null && Symbol.asyncIterator in body)
}

/** True for a body that is complete, and false for a stream. */
export function isWhole(payload: Payload): payload is string | Uint8Array {
  return typeof payload === 'string' || payload instanceof Uint8Array
}

/** Adds headers by lower-case name, without those that have no value. */
export function addHeaders(
  lower: Record<string, string>,
  headers: Readonly<Record<string, unknown>>,
): Record<string, string> {
  for (const name in headers) {
    const value = headers[name]
    if (value !== null && value !== undefined) lower[name.toLowerCase()] = String(value)
  }
  return lower
}
