import { Buffer, isUtf8 } from 'node:buffer'

/**
 * Matches, in bytes as characters, a UTF-8 sequence beyond ASCII, or a byte that is not UTF-8. The lookahead excludes overlong forms,
 * surrogates, and code points beyond U+10FFFF, which are not UTF-8.
 */
const sequences =
  /(?:(?!\xe0[\x80-\x9f]|\xed[\xa0-\xbf]|\xf0[\x80-\x8f]|\xf4[\x90-\xbf])(?:[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{2})[\x80-\xbf])+|[\x80-\xff]/g

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
  return isUtf8(bytes) ? Buffer.from(bytes).toString() : decodeEach(bytes)
}

/**
 * The bytes as which a name or a raw value was sent: the inverse of {@link fromBytes}.
 *
 * @param text any string; a lone surrogate that no byte stands for becomes EF BF BD, as it does in `TextEncoder`
 */
export function toBytes(text: string): Uint8Array {
  // With the flag `u`, half of a surrogate pair does not match as a byte.
  const parts = text.split(/([\udc80-\udcff]+)/u)
  // Latin 1 keeps the lower byte of each character.
  return joined(parts.map((part, index) => Buffer.from(part, index % 2 ? 'latin1' : 'utf8')))
}

export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(chunks)
}

/** The same form in ASCII: each byte beyond ASCII is percent-encoded. */
export function asciiOf(form: Uint8Array): string {
  const encode = (byte: string) => `%${byte.charCodeAt(0).toString(16)}`
  return Buffer.from(form)
    .toString('latin1')
    .replace(/[\x80-\xff]/g, encode)
}

/** The same query in ASCII: each character beyond ASCII is percent-encoded, as the bytes that it stands for. */
export function asciiOfText(query: string): string {
  return Buffer.byteLength(query) > query.length ? asciiOf(toBytes(query)) : query
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
  return fromBytes(Buffer.from(bytes, 'latin1'))
}

/** Throws no exception for an invalid byte, because a megabyte of exceptions would take seconds. */
function decodeEach(bytes: Uint8Array): string {
  const decode = (sequence: string) =>
    sequence.length > 1
      ? Buffer.from(sequence, 'latin1').toString()
      : String.fromCharCode(0xdc00 | sequence.charCodeAt(0))
  return Buffer.from(bytes).toString('latin1').replace(sequences, decode)
}
