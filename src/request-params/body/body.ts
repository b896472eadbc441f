/// <reference lib="dom.asynciterable" />

import { pastLimit, RequestCouldNotBeReadError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { JsonValue, Parameter } from '../parameter.ts'
import { asciiOf, fromBytes } from './bytes.ts'
import { readPairs } from './form.ts'
import { joined } from './joined.ts'

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

/**
 * The members of a JSON object; any other JSON value holds no parameters (PRM-G13). Bytes that are not UTF-8 affect only the
 * string that holds them: they are an error of that value, not of the body.
 *
 * @throws {RequestCouldNotBeReadError} past a limit, and for a body that is not JSON
 */
function readMembers(body: Uint8Array, limits: Limits): Parameter[] {
  const text = fromBytes(body).replace(/^\ufeff/, '')
  if (nestsDeeperThan(limits.nesting, text)) throw pastLimit('nesting', limits)
  const json = parse(text)
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return []
  return Object.entries(json).map(([name, raw]) => ({ name, kind: 'json', raw }))
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new RequestCouldNotBeReadError(`its body is not JSON: ${(error as Error).message}`)
  }
}

/** Checks the text, because parsing a megabyte of brackets takes a quarter of a second. */
function nestsDeeperThan(limit: number, text: string): boolean {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length && depth <= limit; at++) {
    const code = text.charCodeAt(at)
    // A quote; the character after a backslash; then both kinds of brackets at once, because their codes differ in one bit.
    if (code === 0x22) quoted = !quoted
    else if (quoted) at += code === 0x5c ? 1 : 0
    else if ((code | 0x20) === 0x7b) depth++
    else if ((code | 0x20) === 0x7d) depth--
  }
  return depth > limit
}
