import { type DecodedText, readBytes } from './decode-escapes.ts'
import { hidden } from './secret-names.ts'
import type { Span } from './spans.ts'

interface Pattern {
  readonly bytes: Uint8Array
  readonly shown: string
  /** Base64 is removed with the run around it, because the characters beside a value encode its ends. */
  readonly hasRun: boolean
}

/** A node of the tree of patterns. Most nodes have one child, which is found faster than in a map. */
interface Node {
  /** The first pattern that leads through this node. */
  readonly sample: Pattern | undefined
  /** Patterns whose first bytes end here. */
  ends: readonly Pattern[]
  byte: number
  child: Node | undefined
  further: Map<number, Node> | undefined
}

/** Bytes of a pattern that lead to it. A text that has so many of them in a row repeats the value, or a part of it. */
const depth = 32

/** Patterns with the same first bytes that a text is compared with. */
const maxEnds = 8

/** A shorter pattern is found only in its own case. Other words equal it by chance. */
const minCaseless = 8

/** Bytes of a value that a text repeats before an ellipsis. */
const minCut = 4

const cut = /["']?(?:…|\.{3})/y

/** A byte as it is compared: control characters as their JSON escapes, and both alphabets of Base64 as one. */
const alike = Uint8Array.from({ length: 256 }, (_, byte) => byte)
for (const pair of ['\bb', '\tt', '\nn', '\ff', '\rr', ' +', '-+', '_/']) alike[pair.charCodeAt(0)] = pair.charCodeAt(1)

/** The same without the difference of upper and lower case. */
const folded = alike.map((byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte))

/**
 * Finds values in texts in time that grows with the length of the text alone, however many values there are: each as it is, in lower or
 * upper case, percent-encoded, escaped for JSON or HTML, any of these several times, and in hexadecimal or Base64.
 */
export class SecretFinder {
  readonly #root = createNode(undefined)

  /** @param shown what to show for the value */
  add(value: string, shown: string): void {
    const bytes = Buffer.from(value)
    this.#insert({ bytes, shown, hasRun: false })
    for (const marks of readingsOf(value)) {
      // A backslash at the end would be the escape of what follows it in a text.
      const decoded = readBytes(marks.includes('\\') ? value.replace(/\\+$/, '') : value, marks).bytes
      if (decoded.length > 1) this.#insert({ bytes: decoded, shown, hasRun: false })
    }
    this.#insert({ bytes: Buffer.from(bytes.toString('hex')), shown: hidden, hasRun: false })
    for (const core of coresInBase64(bytes)) this.#insert({ bytes: core, shown: hidden, hasRun: true })
  }

  find(text: string): Span[] {
    if (this.#root.child === undefined) return []
    return readingsOf(text).flatMap((marks) => this.#search(text, readBytes(text, marks)))
  }

  #insert(pattern: Pattern): void {
    let node = this.#root
    for (const byte of pattern.bytes.subarray(0, depth))
      node = childOf(node, folded[byte] ?? 0) ?? addChild(node, byte, pattern)
    const isKnown = node.ends.some(({ bytes }) => Buffer.compare(bytes, pattern.bytes) === 0)
    if (!isKnown) node.ends = [...node.ends.slice(1 - maxEnds), pattern]
  }

  #search(text: string, decoded: DecodedText): Span[] {
    const { bytes, starts, stops } = decoded
    const spans: Span[] = []
    let covered = 0
    for (let at = 0; at < bytes.length; at++) {
      const found = this.#matchAt(text, decoded, at, covered)
      if (found === undefined) continue
      const [from, to] = found.hasRun ? runAround(bytes, starts, at, found.to, covered) : [at, found.to]
      if (to <= covered) continue
      covered = to
      spans.push([starts[from] ?? 0, stops[to - 1] ?? 0, found.shown])
    }
    return spans
  }

  /** The longest match that begins at a byte. */
  #matchAt(text: string, { bytes, stops }: DecodedText, at: number, covered: number) {
    let node = this.#root
    let length = 0
    let best: { to: number; shown: string; hasRun: boolean } | undefined
    while (length < depth && at + length < bytes.length) {
      const next = childOf(node, folded[bytes[at + length] ?? 0] ?? 0)
      if (next === undefined) break
      node = next
      length++
      for (const pattern of node.ends) {
        // Inside of a match, only one that leaves it is of interest. The test bounds the work for values that repeat themselves.
        if (at + length <= covered) break
        const to = at + equalBytes(pattern.bytes, bytes, at, length, folded)
        const isExact = equalBytes(pattern.bytes, bytes, at, 0, alike) === to - at
        if (!isExact && pattern.bytes.length < minCaseless) continue
        // A part may belong to a value that is no longer known, so it is removed with the run around it.
        const isPart = to - at < pattern.bytes.length
        const found = { to, shown: isExact && !isPart ? pattern.shown : hidden, hasRun: pattern.hasRun || isPart }
        if (best === undefined || to > best.to) best = found
      }
    }
    const { sample } = node
    if (best !== undefined || length < minCut || sample === undefined) return best
    cut.lastIndex = stops[at + length - 1] ?? 0
    const isCut = cut.test(text) && equalBytes(sample.bytes, bytes, at, 0, alike) >= length
    return isCut ? { ...sample, to: at + length } : undefined
  }
}

function createNode(sample: Pattern | undefined): Node {
  return { sample, ends: [], byte: -1, child: undefined, further: undefined }
}

function childOf(node: Node, byte: number): Node | undefined {
  return node.byte === byte ? node.child : node.further?.get(byte)
}

function addChild(node: Node, byte: number, pattern: Pattern): Node {
  const child = createNode(pattern)
  const key = folded[byte] ?? 0
  if (node.child) node.further = (node.further ?? new Map<number, Node>()).set(key, child)
  else Object.assign(node, { byte: key, child })
  return child
}

/** The kinds of escapes to remove, alone and together: the end of a secret and what follows it may look like an escape of another kind. */
function readingsOf(text: string): string[] {
  const readings = ['', '\\', '%&', '\\%&'].map((marks) => [...marks].filter((mark) => text.includes(mark)).join(''))
  return [...new Set(readings)]
}

/** The number of bytes that are equal, of which the first ones are known to be. */
function equalBytes(pattern: Uint8Array, bytes: Uint8Array, at: number, known: number, as: Uint8Array): number {
  let length = known
  while (length < pattern.length && at + length < bytes.length) {
    if (as[pattern[length] ?? 0] !== as[bytes[at + length] ?? 0]) break
    length++
  }
  return length
}

/** The whole run of Base64 around a match, with its padding. */
function runAround(bytes: Uint8Array, starts: Int32Array, at: number, end: number, covered: number) {
  let from = at
  let to = end
  while (from > covered && isBase64(bytes[from - 1]) && at - from < 4096) from--
  while (isBase64(bytes[to]) && to - end < 4096) to++
  while (bytes[to] === 0x3d) to++
  return [from, Math.min(to, starts.length)] as const
}

function isBase64(byte = 0): boolean {
  return /[\w+/-]/.test(String.fromCharCode(byte))
}

/** The Base64 characters that depend only on a value, wherever the value is in the encoded bytes. */
function coresInBase64(value: Uint8Array): Uint8Array[] {
  return [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), value])
    return Buffer.from(bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6)))
  })
}
