import { Buffer, isUtf8 } from 'node:buffer'

/** By the size of a sequence; 0 is that of a byte which starts none. */
const smallestPoint = [0x110000, 0, 0x80, 0x800, 0x10000]

/**
 * The string that stands for bytes from outside: their text where they are UTF-8; each byte that is none becomes a lone
 * surrogate, U+DC80 to U+DCFF, so that nothing is lost and a name or a raw value stays a string (PRM-006, PRM-007).
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
 * The bytes that a name or a raw value was sent as: what {@link fromBytes} made a string of.
 *
 * @param text any string; a lone surrogate that no byte stands for becomes EF BF BD, as it does in `TextEncoder`
 */
export function toBytes(text: string): Uint8Array {
  // Spreads into code points: half of a pair is not taken for a byte.
  const points = [...text]
  return joined(
    points.map((point) => (/^[\udc80-\udcff]/.test(point) ? Buffer.of(point.charCodeAt(0)) : Buffer.from(point))),
  )
}

export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(chunks)
}

/** The same form in ASCII: what is beyond it is percent-encoded, each byte for itself. */
export function asciiOf(form: Uint8Array): string {
  const encode = (byte: string) => `%${byte.charCodeAt(0).toString(16)}`
  return Buffer.from(form)
    .toString('latin1')
    .replace(/[\x80-\xff]/g, encode)
}

/** The same query in ASCII: what is beyond it is percent-encoded as UTF-8. */
export function asciiOfText(query: string): string {
  return Buffer.byteLength(query) > query.length ? asciiOf(Buffer.from(query)) : query
}

/** Decodes what is percent-encoded in ASCII; a `%` that two hex digits do not follow is a `%`. */
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
 * @param text of bytes, one a character, and of what is escaped
 * @param pattern matches an escaped byte; its first group is the byte in hex digits
 */
export function unescapeBytes(text: string, pattern: RegExp): string {
  const bytes = text.replace(pattern, (_, hex) => String.fromCharCode(Number(`0x${hex}`)))
  return fromBytes(Buffer.from(bytes, 'latin1'))
}

/** Goes over the bytes without an exception for each that is wrong: a megabyte of those would take seconds. */
function decodeEach(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0
    const size = lead < 0x80 ? 1 : lead < 0xc2 || lead > 0xf4 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
    let point = size > 1 ? lead & (0x7f >> size) : lead
    for (let next = at + 1; next < at + size; next++) {
      const byte = bytes[next] ?? 0
      // Starting again at 0 leaves too few bits for the size.
      point = byte >> 6 === 2 ? (point << 6) | (byte & 0x3f) : 0
    }
    const isText = point >= (smallestPoint[size] ?? 0) && point <= 0x10ffff && point >> 11 !== 0x1b
    text += isText ? String.fromCodePoint(point) : String.fromCharCode(0xdc00 | lead)
    at += isText ? size : 1
  }
  return text
}
