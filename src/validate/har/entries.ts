import { isParsable, type ValueBytes } from '../../contract/json-values.ts'
import { HarEnvelope, UnusableHarError } from './envelope.ts'

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
