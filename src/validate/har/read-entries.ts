import { isParsable, JsonValueSplitter, type ValueBytes } from '../../contract/json-values.ts'
import { parseJson } from '../../json-text.ts'

/** A file is not a HAR, or is incomplete. */
export class UnusableHarError extends Error {
  override readonly name = 'UnusableHarError'
}

/** Bytes of one entry that are read; a larger entry is skipped. */
export const maxEntryBytes = 64 * 1024 * 1024

/** Bytes in which the array of the entries must begin: before it stand the creator, the browser and the pages. */
const maxHead = 4 * 1024 * 1024

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
  const splitter = new JsonValueSplitter(maxEntryBytes)
  let [head, tail, size, number] = ['', '', 0, 0]
  let begin: number | undefined
  for await (const chunk of source) {
    let from = 0
    if (begin === undefined) {
      head += textOf(chunk)
      begin = findEntries(head)
      from = (begin ?? head.length) - size
    }
    size += chunk.length
    if (begin === undefined && size > maxHead) throw new UnusableHarError(noEntries)
    if (begin !== undefined && tail === '') {
      const found: ValueBytes[] = []
      const position = begin
      from += splitter.read(chunk, from, (value) => void found.push(value))
      for (const value of found) {
        number++
        yield { number, size: value.length, entry: parseEntry(number, position, value) }
      }
    }
    tail += textOf(chunk.subarray(from))
  }
  if (begin === undefined) throw new UnusableHarError(whatElse(head))
  if (tail === '') {
    const within = `within entry ${number + 1}, which begins at byte ${begin + splitter.start}`
    throw new UnusableHarError(`it is cut off at byte ${size}, ${splitter.isOpen ? within : `after entry ${number}`}`)
  }
  if (!isJson(`{"log":{"entries":[${tail}`))
    throw new UnusableHarError(`it is cut off or damaged after entry ${number}`)
}

/** One character for each byte, so that the end of a chunk splits none. */
function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

/** Where the first entry may begin; undefined when the text has not come to `log.entries`. */
function findEntries(text: string): number | undefined {
  const path: string[] = []
  let name = ''
  for (const { 0: token, 1: quoted, index } of text.matchAll(/"((?:[^"\\]|\\.)*)"|[{}[\]]/gs)) {
    if (quoted !== undefined) name = quoted
    else if (token === '}' || token === ']') path.pop()
    else {
      path.push(name)
      if (token === '[' && path.length === 3 && path[1] === 'log' && name === 'entries') return index + 1
      name = ''
    }
  }
  return undefined
}

function parseEntry(number: number, begin: number, value: ValueBytes): unknown {
  const { offset, bytes } = value
  if (bytes === undefined || !isParsable(value)) return undefined
  const entry = parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
  if (entry !== undefined) return entry
  throw new UnusableHarError(`entry ${number}, which begins at byte ${begin + offset}, is not JSON`)
}

const noEntries = 'it is JSON, but not a HAR: it has no array `log.entries`'

/** What a text is that has no entries. */
function whatElse(text: string): string {
  const start = text.slice(0, 60).trimStart()
  if (text === '') return 'it is empty'
  if (start === '') return 'it is not JSON: it has only white space'
  if (text.startsWith('\x1f\x8b')) return 'it is packed with gzip; unpack it first'
  if (/^<(!doctype html|html)/i.test(start)) return 'it is HTML, not JSON'
  if (start.startsWith('<')) return 'it is markup, not JSON'
  if (/^(openapi|swagger):/m.test(text)) return 'it is an OpenAPI document, and a HAR is named first'
  if (start.startsWith('[')) return 'it is JSON, but not a HAR: a HAR is an object with `log`'
  if (!/^(ï»¿)?\s*\{/.test(text)) return `it is not JSON: it begins with ${JSON.stringify(start.slice(0, 20))}`
  return isJson(text) ? noEntries : `it is cut off or damaged before byte ${text.length}`
}

function isJson(text: string): boolean {
  return parseJson(text.replace(/^ï»¿/, '')) !== undefined
}
