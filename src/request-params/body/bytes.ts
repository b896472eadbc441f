import { joined } from './joined.ts'

/**
 * Matches, in bytes as characters, a UTF-8 sequence beyond ASCII, or a byte that is not UTF-8. The lookahead excludes overlong forms,
 * surrogates, and code points beyond U+10FFFF, which are not UTF-8.
 */
const sequences =
  /(?:(?!\xe0[\x80-\x9f]|\xed[\xa0-\xbf]|\xf0[\x80-\x8f]|\xf4[\x90-\xbf])(?:[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{2})[\x80-\xbf])+|[\x80-\xff]/g

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * The string for bytes from outside: UTF-8 becomes its text, and each byte that is not UTF-8 becomes a lone surrogate, U+DC80 to
 * U+DCFF, so that nothing is lost and a name or a raw value stays a string (PRM-006, PRM-007).
 * {@link toBytes} is its inverse.
 *
 * @param bytes of any length and content, a byte order mark included
 * @example
 * ```ts
 * fromBytes(new Uint8Array([0x61, 0xff])) // 'a\udcff', of which isWellFormed() is false
 * ```
 */
export function fromBytes(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return decodeEach(bytes)
  }
}

/**
 * The bytes as which a name or a raw value was sent: the inverse of {@link fromBytes}.
 *
 * @param text any string; a lone surrogate that no byte stands for becomes EF BF BD, as it does in `TextEncoder`
 */
export function toBytes(text: string): Uint8Array {
  // With the flag `u`, half of a surrogate pair does not match as a byte.
  const parts = text.split(/([\udc80-\udcff]+)/u)
  return joined(parts.map((part, index) => (index % 2 ? lowerBytes(part) : new TextEncoder().encode(part))))
}

/** The lower byte of each character. */
function lowerBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/** The same query in ASCII: each character beyond ASCII is percent-encoded, as the bytes that it stands for. */
export function asciiOf(query: string): string {
  const encode = (part: string) => [...toBytes(part)].map((byte) => `%${byte.toString(16)}`).join('')
  return query.replace(/[\u0080-\uffff]+/g, encode)
}

/** Decodes percent-encoded ASCII. A `%` without two hex digits after it stays a `%`. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    // A stray percent sign, or bytes that are not UTF-8.
    return unescapeBytes(text, /%([\da-f]{2})/gi)
  }
}

/**
 * @param text bytes, one per character, and escaped bytes
 * @param pattern matches an escaped byte; its first group is the byte in hex digits
 */
export function unescapeBytes(text: string, pattern: RegExp): string {
  const bytes = text.replace(pattern, (_, hex) => String.fromCharCode(Number(`0x${hex}`)))
  return fromBytes(lowerBytes(bytes))
}

/** Throws no exception for an invalid byte, because a megabyte of exceptions would take seconds. */
function decodeEach(bytes: Uint8Array): string {
  const decode = (sequence: string) =>
    sequence.length > 1 ? utf8.decode(lowerBytes(sequence)) : String.fromCharCode(0xdc00 | sequence.charCodeAt(0))
  return bytes.reduce((text, byte) => text + String.fromCharCode(byte), '').replace(sequences, decode)
}
