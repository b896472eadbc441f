import type { Transform } from 'node:stream'
import zlib from 'node:zlib'
import type { ContractOperation } from '../contract/contract.ts'
import { JsonValueSplitter, type ValueBytes } from '../contract/json-values.ts'
import type { BodyRule, ResponseCheck, SeenHead } from '../contract/response-validator.ts'
import type { Violation } from '../contract/violation.ts'

/** A body beyond is checked by status, headers and media type alone. Bytes, after decoding. */
export const maxBodyBytes = 10 * 1024 * 1024

/** Faults that are kept of one response; a stream may go on for ever, and repeat itself. */
const maxViolations = 1000

/** What was found of a response. */
export interface WatchedResponse {
  violations: Violation[]
  /** Why the body was not looked at, or not all of it. */
  unread?: string
}

/** Looks at a response as it passes, and holds no more of it than it must. */
export interface ResponseWatch {
  /** What is wrong with what came before the body. */
  readonly headViolations: readonly Violation[]
  /** How the body is documented to be read; undefined when it is not looked at. */
  readonly kind: BodyRule['kind'] | undefined
  write(chunk: Uint8Array): void
  /** What is wrong with what has come so far. */
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
  const reader = body && mayHaveBody ? readerOf(check, body) : undefined
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
  /** Faults of a body that is not read to its end before it is judged. */
  readonly found: readonly Violation[]
  write(chunk: Uint8Array): void
  end(complete: boolean): WatchedResponse
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

/** Each value is checked when it has come, and then forgotten; its place is told as that of an element of an array. */
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
    },
    end(complete) {
      splitter.end(judge)
      // What is no value, or no whole one, is told in the words for a body that is read at once.
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
      // Not in every version of Node that this package runs on.
      return zlib.createZstdDecompress?.() ?? 'unknown'
    default:
      return 'unknown'
  }
}

/** Hands the decoded bytes on. Whole when they decode to their end. */
function decode(decoder: Transform, { write }: BodyReader) {
  const ended = new Promise<boolean>((resolve) => {
    decoder.on('data', write)
    decoder.once('end', () => resolve(true))
    decoder.once('error', () => resolve(false))
    decoder.once('close', () => resolve(false))
  })
  return {
    write(chunk: Uint8Array): void {
      if (!decoder.destroyed) decoder.write(chunk)
    },
    end(complete: boolean): Promise<boolean> {
      if (complete) decoder.end()
      else decoder.destroy()
      return ended
    },
  }
}
