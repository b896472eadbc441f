import type { Transform } from 'node:stream'
import type { BodyRule, CheckedHead, ItemCheck } from '../contract/body-check.ts'
import type { MessageCheck } from '../contract/message-check.ts'
import { limitViolations, type Violation } from '../contract/violation.ts'
import { contentCodingOf } from './content-coding.ts'

/** Of a larger body, only status, headers and media type are checked. Bytes, after decoding. */
export const maxBodyBytes = 10 * 1024 * 1024

export interface WatchedMessage {
  violations: Violation[]
  /** Why the body was not checked, or not all of it. */
  unread?: string
}

/** Checks a message while it passes, and keeps only the memory that the check needs. */
export interface MessageWatch {
  /** What is wrong with the head, media type included. */
  readonly headViolations: readonly Violation[]
  /** How the document says to read the body; undefined when the body is not checked. */
  readonly kind: BodyRule['kind'] | undefined
  write(chunk: Uint8Array): void
  /** What is wrong with the part that has come so far. */
  violations(): Violation[]
  /** @param complete the body came to its end */
  end(complete: boolean): Promise<WatchedMessage>
}

export interface BodyOptions {
  check: MessageCheck
  /** No body can come, whatever is documented. */
  isBodyless: boolean
  /** Value of `Content-Encoding`; undefined when the bytes have been decoded. */
  encoding: string | undefined
}

/** Watches the body that follows a head. */
export function watchBody({ violations, body }: CheckedHead, options: BodyOptions): MessageWatch {
  const { check, isBodyless, encoding } = options
  const reader = body && !isBodyless ? guarded(readerOf(check, body)) : undefined
  const coding = reader ? contentCodingOf(encoding) : undefined
  const isUnknown = coding === 'unknown'
  const decoding = reader && coding instanceof Object ? decode(coding.createDecoder(), reader) : undefined

  return {
    headViolations: violations,
    kind: isUnknown ? undefined : body?.kind,
    write(chunk) {
      if (isUnknown) return
      if (decoding) decoding.write(chunk)
      else reader?.write(chunk)
    },
    violations: () => limitViolations([...violations, ...(reader?.found ?? [])]),
    async end(complete) {
      if (!reader) return { violations: limitViolations(violations) }
      if (isUnknown) return { violations, unread: 'in an unknown content encoding, not checked' }
      const isWhole = decoding ? await decoding.end(complete) : complete
      const read = reader.end(isWhole)
      return { ...read, violations: limitViolations([...violations, ...read.violations]) }
    },
  }
}

interface BodyReader {
  /** Violations that are known before the end of the body. */
  readonly found: readonly Violation[]
  /** @returns whether it needs more of the body */
  write(chunk: Uint8Array): boolean
  end(complete: boolean): WatchedMessage
}

/** A check that fails, such as on values nested deeper than the stack, must not harm the exchange that it watches. */
function guarded(reader: BodyReader): BodyReader {
  let fault: string | undefined
  const guard = <Result>(run: () => Result, otherwise: Result): Result => {
    if (fault !== undefined) return otherwise
    try {
      return run()
    } catch (error) {
      fault = `not checked: ${(error as Error).message}`
      return otherwise
    }
  }
  return {
    found: reader.found,
    write: (chunk) => guard(() => reader.write(chunk), false),
    end(complete) {
      const read = guard(() => reader.end(complete), { violations: [...reader.found] })
      return fault === undefined ? read : { ...read, unread: fault }
    },
  }
}

function readerOf(check: MessageCheck, rule: BodyRule): BodyReader {
  const items = check.checkItems(rule)
  return items ? readItems(items) : readWhole(check, rule)
}

function readWhole(check: MessageCheck, rule: BodyRule): BodyReader {
  let chunks: Uint8Array[] = []
  let size = 0
  return {
    found: [],
    write(chunk) {
      size += chunk.length
      if (size > maxBodyBytes) chunks = []
      else chunks.push(chunk)
      return size <= maxBodyBytes
    },
    end(complete) {
      if (size > maxBodyBytes) {
        return { violations: [], unread: `larger than ${maxBodyBytes / 1024 / 1024} MB, not checked` }
      }
      if (!complete) return { violations: [], unread: 'cut off, not checked' }
      return { violations: check.checkBody(rule, Buffer.concat(chunks)) }
    },
  }
}

function readItems(items: ItemCheck): BodyReader {
  return {
    found: items.found,
    write: items.write,
    end(complete) {
      items.end(complete)
      const violations = [...items.found]
      return complete ? { violations } : { violations, unread: 'stream cut off, checked as far as it came' }
    },
  }
}

/** Bytes that may wait for a decoder that is slower than the message. */
const maxWaiting = 64 * 1024 * 1024

/** Gives the decoded bytes to the reader. It ends early when the reader needs no more, so that a small message cannot unpack to gigabytes. */
function decode(decoder: Transform, reader: BodyReader) {
  const ended = new Promise<boolean>((resolve) => {
    decoder.on('data', (chunk: Uint8Array) => {
      if (!reader.write(chunk)) decoder.destroy()
    })
    decoder.once('end', () => resolve(true))
    decoder.once('error', () => resolve(false))
    decoder.once('close', () => resolve(false))
  })
  return {
    write(chunk: Uint8Array): void {
      if (decoder.writableLength > maxWaiting) decoder.destroy()
      if (!decoder.destroyed) decoder.write(chunk)
    },
    end(complete: boolean): Promise<boolean> {
      if (complete && !decoder.destroyed) decoder.end()
      else decoder.destroy()
      return ended
    },
  }
}
