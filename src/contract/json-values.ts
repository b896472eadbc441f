const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const openBracket = 0x5b
const closeBrace = 0x7d
const closeBracket = 0x5d
const comma = 0x2c
const recordSeparator = 0x1e

/** The bytes of one JSON value. */
export interface ValueBytes {
  /** Of its first byte, counted from where the splitter began. */
  offset: number
  /** Undefined when the value is larger than the splitter keeps. */
  bytes: Uint8Array | undefined
  length: number
  /** Levels of objects and arrays in it. */
  depth: number
}

/**
 * Levels of objects and arrays that are parsed in a large text. `JSON.parse` takes about 50 bytes of memory for each level, so a
 * text of 200 MB could take 10 GB.
 */
const maxDepth = 10_000

/** Characters from which a text counts as large. */
const largeText = 1024 * 1024

/** @throws {RangeError} for a large text that is nested deeper than 10,000 levels */
export function assertParsable(text: string): void {
  if (text.length < largeText) return
  const splitter = new JsonValueSplitter(0)
  let reachedDepth = 0
  const bytes = new TextEncoder().encode(text)
  splitter.read(bytes, 0, ({ depth }) => {
    reachedDepth = Math.max(reachedDepth, depth)
  })
  if (Math.max(reachedDepth, splitter.depth) > maxDepth) throw new RangeError(`nested deeper than ${maxDepth} levels`)
}

/** Whether a value can be parsed in bounded memory. */
export function isParsable({ length, depth }: ValueBytes): boolean {
  return length < largeText || depth <= maxDepth
}

/**
 * Finds the ends of JSON values in a sequence: separated by commas as in an array, by line breaks, or by nothing. It reads bytes once and
 * parses nothing, so it does not notice an invalid value.
 */
export class JsonValueSplitter {
  readonly #max: number
  #depth = 0
  #reachedDepth = 0
  #inString = false
  #escaped = false
  #inScalar = false
  #isOpen = false
  #position = 0
  #start = 0
  #pieces: Uint8Array[] = []
  #kept = 0

  /** @param max bytes of a value that are kept; a larger value comes without its bytes */
  constructor(max: number) {
    this.#max = max
  }

  /** Levels of the open value so far. */
  get depth(): number {
    return this.#reachedDepth
  }

  /** True when a value has begun and not ended. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Where the open value began. */
  get start(): number {
    return this.#start
  }

  /**
   * Reads bytes, and calls `tell` with each value that ends in them. The bytes of a value share memory with the chunk if the chunk holds
   * them all.
   *
   * @returns the number of bytes read: all, unless a closing bracket came that no value has opened
   */
  read(chunk: Uint8Array, from: number, tell: (value: ValueBytes) => void): number {
    const base = this.#position - from
    let begun = this.#isOpen ? from : -1
    let index = from
    const end = (after: number) => {
      this.#keep(chunk.subarray(begun, after))
      this.#position = base + after
      tell(this.#take())
      begun = -1
    }
    for (; index < chunk.length; index++) {
      const byte = chunk[index]
      if (this.#inString) {
        index = this.#skipString(chunk, index)
        if (this.#inString) break
        if (this.#depth === 0) end(index + 1)
        continue
      }
      if (byte === quote) {
        if (begun === -1) begun = this.#open(base + index, index)
        this.#inString = true
      } else if (byte === openBrace || byte === openBracket) {
        if (this.#inScalar) end(index)
        if (begun === -1) begun = this.#open(base + index, index)
        this.#reachedDepth = Math.max(this.#reachedDepth, ++this.#depth)
      } else if (byte === closeBrace || byte === closeBracket) {
        if (this.#inScalar && this.#depth === 0) end(index)
        if (this.#depth === 0) break
        this.#depth--
        if (this.#depth === 0) end(index + 1)
      } else if (this.#depth === 0) {
        const separates = byte === comma || byte === recordSeparator || isSpace(byte)
        if (separates && this.#inScalar) end(index)
        else if (!separates && begun === -1) {
          begun = this.#open(base + index, index)
          this.#inScalar = true
        }
      }
    }
    if (begun !== -1) this.#keep(chunk.subarray(begun, index))
    this.#position = base + index
    return index - from
  }

  /** Reports a number or a word at the very end: only the end of the bytes shows that it is complete. */
  end(tell: (value: ValueBytes) => void): void {
    if (this.#inScalar && this.#depth === 0) tell(this.#take())
  }

  #skipString(chunk: Uint8Array, from: number): number {
    let escaped = this.#escaped
    let index = from
    for (; index < chunk.length; index++) {
      const byte = chunk[index]
      if (escaped) escaped = false
      else if (byte === backslash) escaped = true
      else if (byte === quote) {
        this.#escaped = false
        this.#inString = false
        return index
      }
    }
    this.#escaped = escaped
    return index
  }

  #open(position: number, index: number): number {
    this.#isOpen = true
    this.#start = position
    return index
  }

  #keep(bytes: Uint8Array): void {
    this.#kept += bytes.length
    if (this.#kept > this.#max) this.#pieces = []
    else if (bytes.length > 0) this.#pieces.push(bytes)
  }

  #take(): ValueBytes {
    const [first, ...more] = this.#pieces
    const whole = first && (more.length === 0 ? first : Buffer.concat(this.#pieces))
    const bytes = this.#kept > this.#max ? undefined : whole
    const value = { offset: this.#start, bytes, length: this.#kept, depth: this.#reachedDepth }
    this.#pieces = []
    this.#kept = 0
    this.#reachedDepth = 0
    this.#isOpen = false
    this.#inScalar = false
    return value
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}
