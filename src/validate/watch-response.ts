import type { Transform } from 'node:stream'
import zlib from 'node:zlib'
import type { ContractOperation } from '../contract/contract.ts'
import { JsonValueSplitter, type ValueBytes } from '../contract/json-values.ts'
import type { BodyRule, ResponseCheck, SeenHead } from '../contract/response-validator.ts'
import type { Violation } from '../contract/violation.ts'

/** Of a larger body, only status, headers and media type are checked. Bytes, after decoding. */
export const maxBodyBytes = 10 * 1024 * 1024

/** Violations that are kept of one response: a stream may go on for ever and repeat the same fault. */
const maxViolations = 1000

/** The result of watching a response. */
export interface WatchedResponse {
  violations: Violation[]
  /** Why the body was not looked at, or not all of it. */
  unread?: string
}

/** Checks a response as it passes, and keeps no more of it in memory than the check needs. */
export interface ResponseWatch {
  /** What is wrong with status, headers and media type. */
  readonly headViolations: readonly Violation[]
  /** How the document says to read the body; undefined when the body is not checked. */
  readonly kind: BodyRule['kind'] | undefined
  write(chunk: Uint8Array): void
  /** What is wrong with the part that has come so far. */
  violations(): Violation[]
  /** @param complete the body came to its end */
  end(complete: boolean): Promise<WatchedResponse>
}

export interface WatchOptions {
  check: ResponseCheck
  operation: ContractOperation
  method: string
  head: SeenHead
  /** The bytes have been decoded as `content-encoding` says, as `fetch` does. */
  decoded?: boolean
}

export function watchResponse({ check, operation, method, head, decoded = false }: WatchOptions): ResponseWatch {
  const mayHaveBody = method !== 'HEAD' && head.status !== 204 && head.status !== 304
  const hasBody = mayHaveBody && head.headers['content-length'] !== '0'
  const { violations, body } = check.checkHead(operation, head, hasBody)
  const reader = body && mayHaveBody ? guarded(readerOf(check, body)) : undefined
  const decoder = reader && !decoded ? decoderOf(head.headers['content-encoding']) : undefined
  const decoding = reader && decoder instanceof Object ? decode(decoder, reader) : undefined

  return {
    headViolations: violations,
    kind: decoder === 'unknown' ? undefined : body?.kind,
    write(chunk) {
      if (decoder === 'unknown') return
      if (decoding) decoding.write(chunk)
      else reader?.write(chunk)
    },
    violations: () => [...violations, ...(reader?.found ?? [])],
    async end(complete) {
      if (!reader) return { violations }
      if (decoder === 'unknown') return { violations, unread: 'in an unknown content encoding, not checked' }
      const isWhole = decoding ? await decoding.end(complete) : complete
      const read = reader.end(isWhole)
      return { ...read, violations: [...violations, ...read.violations] }
    },
  }
}

interface BodyReader {
  /** Violations that are known before the end of the body. */
  readonly found: readonly Violation[]
  /** @returns whether it needs more of the body */
  write(chunk: Uint8Array): boolean
  end(complete: boolean): WatchedResponse
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

function readerOf(check: ResponseCheck, rule: BodyRule): BodyReader {
  return rule.kind === 'json-sequence' ? readSequence(check, rule) : readWhole(check, rule)
}

function readWhole(check: ResponseCheck, rule: BodyRule): BodyReader {
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
      return { violations: check.checkBody(rule, Buffer.concat(chunks).toString()) }
    },
  }
}

/** Checks each value when it has come, and then drops it. The place of a value is given as that of an element of an array. */
function readSequence(check: ResponseCheck, rule: BodyRule): BodyReader {
  const splitter = new JsonValueSplitter(maxBodyBytes)
  const violations: Violation[] = []
  let index = 0
  let isText = true
  const judge = ({ bytes }: ValueBytes) => {
    const found = bytes ? check.checkBody({ ...rule, kind: 'json' }, Buffer.from(bytes).toString()) : []
    const room = Math.max(0, maxViolations - violations.length)
    violations.push(...found.slice(0, room).map((violation) => ({ ...violation, at: `/${index}${violation.at}` })))
    index++
  }
  return {
    found: violations,
    write(chunk) {
      if (isText) isText = splitter.read(chunk, 0, judge) === chunk.length
      return isText
    },
    end(complete) {
      splitter.end(judge)
      // For bytes that are not a whole value, the check of a whole body has the words.
      if (!isText || (complete && splitter.isOpen)) violations.push(...check.checkBody(rule, ']').slice(0, 1))
      return complete ? { violations } : { violations, unread: 'stream cut off, checked as far as it came' }
    },
  }
}

function decoderOf(contentEncoding: string | undefined): Transform | 'unknown' | undefined {
  switch (contentEncoding?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return undefined
    case 'gzip':
    case 'x-gzip':
      return zlib.createUnzip()
    case 'deflate':
      return zlib.createInflate()
    case 'br':
      return zlib.createBrotliDecompress()
    case 'zstd':
      // Older versions of Node that this package supports do not have it.
      return zlib.createZstdDecompress?.() ?? 'unknown'
    default:
      return 'unknown'
  }
}

/** Bytes that may wait for a decoder that is slower than the response. */
const maxWaiting = 64 * 1024 * 1024

/** Gives the decoded bytes to the reader. It ends early when the reader needs no more, so that small responses cannot unpack to gigabytes. */
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
