/// <reference lib="dom.asynciterable" />

import { pastLimit } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { Parameter } from '../parameter.ts'
import { asciiOf, fromBytes } from './bytes.ts'
import { readPairs } from './form.ts'
import { joined } from './joined.ts'
import { readMembers } from './json.ts'

type ReadBody = (body: Uint8Array, limits: Limits) => readonly Parameter[] | Promise<readonly Parameter[]>

/** The function that reads a body of this media type; undefined if such a body holds no parameters (PRM-G13). */
export function bodyReader(contentType: string): ReadBody | undefined {
  const mediaType = contentType.replace(/;.*/s, '').trim().toLowerCase()
  if (mediaType === 'application/x-www-form-urlencoded')
    return (body, limits) => readPairs(asciiOf(fromBytes(body)), limits)
  if (mediaType === 'application/json' || mediaType.endsWith('+json')) return readMembers
  // The parser is loaded when it is needed, because most requests are not uploads.
  if (mediaType === 'multipart/form-data') {
    return async (body, limits) => (await import('./multipart.ts')).readFormParts(body, contentType, limits)
  }
  return undefined
}

/** The query of a URL or of a request target, with its question mark. */
export function queryOf(url: string): string {
  return url.replace(/^[^?#]*|#.*/gs, '')
}

/**
 * Reads a whole body.
 *
 * @throws {RequestCouldNotBeReadError} as soon as the body is past the limit
 */
export async function drain(chunks: AsyncIterable<Uint8Array>, limits: Limits): Promise<Uint8Array> {
  const kept: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > limits.bodyBytes) throw pastLimit('bodyBytes', limits)
    kept.push(chunk)
  }
  return joined(kept)
}
