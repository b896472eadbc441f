import type { ValueBytes } from '../../contract/json-values.ts'
import { HarEnvelope, UnusableHarError } from './envelope.ts'

/** An entry of a HAR, as it was parsed; undefined when it was too large to be. */
export interface HarEntry {
  /** Counted from 1. */
  number: number
  /** Bytes. */
  size: number
  entry: unknown
}

/**
 * The entries of a HAR, in order, one in memory at a time.
 *
 * @param source bytes of the file, in pieces of any size
 * @throws {UnusableHarError} at the place where it turns out to be no HAR, or not a whole one
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

function parseEntry(number: number, { offset, bytes }: ValueBytes): unknown {
  if (bytes === undefined) return undefined
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
  } catch {
    // The parser's own message quotes what it read.
    throw new UnusableHarError(`entry ${number}, which begins at byte ${offset}, is not JSON`)
  }
}
