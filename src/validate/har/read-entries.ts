import { isParsable, JsonValueSplitter, type ValueBytes } from '../../contract/json-values.ts'

/** A file is not a HAR, or is incomplete. */
export class UnusableHarError extends Error {
  override readonly name = 'UnusableHarError'
}

/** Bytes of one entry that are read; a larger entry is skipped. */
export const maxEntryBytes = 64 * 1024 * 1024

export interface HarEntry {
  /** Counted from 1. */
  number: number
  /** Bytes. */
  size: number
  /** Undefined when the entry is too large or nested too deeply to be parsed. */
  entry: unknown
}

/**
 * The entries of a HAR, in order, one in memory at a time.
 *
 * @param source bytes of the file, in pieces of any size
 * @throws {UnusableHarError} at the place where it turns out not to be a HAR, or not to be whole
 */
export async function* readHarEntries(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<HarEntry> {
  const envelope = new HarEnvelope()
  let number = 0
  for await (const chunk of source) {
    const found: ValueBytes[] = []
    envelope.read(chunk, (value) => void found.push(value))
    for (const value of found) {
      number++
      yield { number, size: value.length, entry: parseEntry(number, value) }
    }
  }
  envelope.end()
}

function parseEntry(number: number, value: ValueBytes): unknown {
  const { offset, bytes } = value
  if (bytes === undefined || !isParsable(value)) return undefined
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
  } catch {
    // The message of the parser quotes the entry, which may hold secrets.
    throw new UnusableHarError(`entry ${number}, which begins at byte ${offset}, is not JSON`)
  }
}

/** Levels of objects and arrays around the entries; a HAR has two. */
const maxDepth = 1000

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a]
const [openBrace, openBracket, closeBrace, closeBracket] = [0x7b, 0x5b, 0x7d, 0x5d]

/**
 * Reads a HAR as bytes come in, and passes on the entries of its log one by one. Of the rest, it keeps only what it needs to find the
 * entries.
 *
 * @throws {UnusableHarError} by `read` and `end`, when the bytes are not a HAR
 */
class HarEnvelope {
  readonly #entries = new JsonValueSplitter(maxEntryBytes)
  /** Names of the members that lead to the reader's position; undefined for an array. */
  readonly #path: (string | undefined)[] = []
  #place: 'start' | 'around' | 'entries' | 'after' = 'start'
  #found = false
  #position = 0
  #entriesBegin = 0
  #text: number[] = []
  #inString = false
  #escaped = false
  #name = ''
  #count = 0

  /** Entries given so far. */
  get count(): number {
    return this.#count
  }

  read(chunk: Uint8Array, tell: (entry: ValueBytes) => void): void {
    let index = 0
    while (index < chunk.length) {
      if (this.#place === 'entries') index = this.#readEntries(chunk, index, tell)
      else this.#readByte(chunk, index++)
    }
  }

  /** @returns where the array ends, or the chunk */
  #readEntries(chunk: Uint8Array, from: number, tell: (entry: ValueBytes) => void): number {
    const index = this.#entries.read(chunk, from, (value) => {
      this.#count++
      tell({ ...value, offset: value.offset + this.#entriesBegin })
    })
    this.#position = this.#entriesBegin + this.#entries.position
    if (from + index < chunk.length) this.#place = 'around'
    return from + index
  }

  end(): void {
    if (this.#position === 0) throw new UnusableHarError('it is empty')
    if (this.#place === 'start') throw new UnusableHarError('it is not JSON: it has only white space')
    if (this.#place !== 'after')
      throw new UnusableHarError(`it is cut off at byte ${this.#position}${this.#cutEntry()}`)
    if (!this.#found) throw new UnusableHarError('it is JSON, but not a HAR: it has no array `log.entries`')
  }

  #cutEntry(): string {
    if (this.#place !== 'entries') return ''
    const begin = this.#entriesBegin + this.#entries.start
    return this.#entries.isOpen
      ? `, within entry ${this.#count + 1}, which begins at byte ${begin}`
      : `, after entry ${this.#count}`
  }

  #readByte(chunk: Uint8Array, index: number): void {
    const byte = chunk[index] ?? 0
    this.#position++
    if (this.#inString) this.#readString(byte)
    else if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return
    else if (this.#place === 'start') this.#readFirst(byte, chunk.subarray(index))
    else if (this.#place === 'around') this.#readStructure(byte)
    else throw new UnusableHarError(`it is not JSON: text follows its end at byte ${this.#position - 1}`)
  }

  #readStructure(byte: number): void {
    if (byte === quote) {
      this.#inString = true
      this.#text = []
    } else if (byte === colon) this.#name = Buffer.from(this.#text).toString()
    else if (byte === openBrace) this.#enter()
    else if (byte === openBracket) this.#openArray()
    else if (byte === closeBrace || byte === closeBracket) {
      this.#path.pop()
      if (this.#path.length === 0) this.#place = 'after'
    }
  }

  #readString(byte: number): void {
    if (this.#escaped) this.#escaped = false
    else if (byte === backslash) this.#escaped = true
    else if (byte === quote) this.#inString = false
    // The names that the reader looks for are short.
    if (this.#inString && this.#path.length <= 2 && this.#text.length < 16) this.#text.push(byte)
  }

  #enter(): void {
    if (this.#path.length === maxDepth) {
      throw new UnusableHarError(`it is not a HAR: byte ${this.#position - 1} begins level ${maxDepth + 1} of nesting`)
    }
    this.#path.push(this.#name)
  }

  #openArray(): void {
    this.#enter()
    if (this.#path.length !== 3 || this.#path[1] !== 'log' || this.#name !== 'entries') return
    this.#found = true
    this.#place = 'entries'
    this.#entriesBegin = this.#position
  }

  #readFirst(byte: number, rest: Uint8Array): void {
    const isByteOrderMark = [0xef, 0xbb, 0xbf][this.#position - 1] === byte
    if (isByteOrderMark) return
    if (byte !== openBrace) throw new UnusableHarError(whatElse(rest))
    this.#place = 'around'
    this.#path.push('')
  }
}

function whatElse(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.subarray(0, 60)).toString().trimStart()
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'it is packed with gzip; unpack it first'
  if (/^<(!doctype html|html)/i.test(text)) return 'it is HTML, not JSON'
  if (text.startsWith('<')) return 'it is markup, not JSON'
  if (text.startsWith('[')) return 'it is JSON, but not a HAR: a HAR is an object with `log`'
  return `it is not JSON: it begins with ${JSON.stringify(text.slice(0, 20))}`
}
