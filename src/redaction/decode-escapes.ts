/** UTF-8 of a text, and the place of each byte in the text. */
export interface DecodedText {
  readonly bytes: Uint8Array
  readonly starts: Int32Array
  readonly stops: Int32Array
}

const entities: Readonly<Record<string, number>> = { amp: 0x26, lt: 0x3c, gt: 0x3e, quot: 0x22, apos: 0x27 }

/** Bytes of the longest entity. */
const maxEntity = 12

/**
 * The bytes of a text without its escapes, however often it is escaped.
 *
 * @param marks first characters of the escapes to remove: `\\` for JSON, `%` for URLs and `&` for HTML
 */
export function readBytes(text: string, marks: string): DecodedText {
  const [hasJson, hasPercent, hasEntities] = ['\\', '%', '&'].map((mark) => marks.includes(mark))
  const bytes = new Uint8Array(text.length * 3)
  const starts = new Int32Array(text.length * 3)
  const stops = new Int32Array(text.length * 3)
  let count = 0
  let high = { unit: 0, count: -1 }
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0
    const next = code > 0xffff ? at + 2 : at + 1
    writeCode(code, at, next)
    if (marks !== '' && code < 0x80) decodeEnd(code, next)
    at = next
  }
  return { bytes: bytes.slice(0, count), starts, stops }

  function write(byte: number, start: number, stop: number): void {
    bytes[count] = byte
    starts[count] = start
    stops[count++] = stop
  }

  function writeCode(code: number, start: number, stop: number): void {
    if (code < 0x80) write(code, start, stop)
    else for (const byte of Buffer.from(String.fromCodePoint(code))) write(byte, start, stop)
  }

  /** Replaces the escape that the last byte completes. */
  function decodeEnd(byte: number, stop: number): void {
    const pair = hasPercent && bytes[count - 3] === 0x25 ? hexAt(count - 2, 2) : undefined
    const unit = hasJson && bytes[count - 5] === 0x75 && bytes[count - 6] === 0x5c ? hexAt(count - 4, 4) : undefined
    if (hasJson && bytes[count - 2] === 0x5c && byte !== 0x75) replace(2, byte, stop)
    else if (hasEntities && byte === 0x3b) replaceEntity(stop)
    else if (pair !== undefined) replace(3, pair, stop)
    else if (unit !== undefined) replaceUnit(unit, stop)
  }

  /** Replaces the last bytes by one byte. */
  function replace(length: number, byte: number, stop: number): void {
    count -= length
    write(byte, starts[count] ?? 0, stop)
  }

  /** Replaces `\uXXXX`. The halves of a surrogate pair become one character. */
  function replaceUnit(unit: number, stop: number): void {
    const isPair = high.count === count - 6 && unit >= 0xdc00 && unit <= 0xdfff
    count -= isPair ? 9 : 6
    writeCode(isPair ? 0x10000 + (high.unit - 0xd800) * 0x400 + unit - 0xdc00 : unit, starts[count] ?? 0, stop)
    if (unit >= 0xd800 && unit <= 0xdbff) high = { unit, count }
  }

  function replaceEntity(stop: number): void {
    const [whole, name = '', decimal, hex] =
      /&(#(\d+)|#x([\da-f]+)|[a-z]+);$/i.exec(latin1(Math.max(0, count - maxEntity))) ?? []
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : entities[name.toLowerCase()]
    if (whole === undefined || code === undefined || code > 0x10ffff) return
    count -= whole.length
    writeCode(code, starts[count] ?? 0, stop)
  }

  function latin1(from: number): string {
    return String.fromCharCode(...bytes.subarray(from, count))
  }

  /** The value of hexadecimal digits that stand in the text as they are. */
  function hexAt(first: number, digits: number): number | undefined {
    let value = 0
    for (let at = first; at < first + digits; at++) {
      const digit = Number.parseInt(String.fromCharCode(bytes[at] ?? 0), 16)
      if (Number.isNaN(digit) || (stops[at] ?? 0) - (starts[at] ?? 0) !== 1) return undefined
      value = value * 16 + digit
    }
    return value
  }
}
