import { openSync, writeSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { product } from '../../product.ts'
import { maskHeader, maskUrl } from '../../redaction/mask.ts'
import { createRedactor, type Redactor } from '../../redaction/redactor.ts'
import { soundsSecret } from '../../redaction/secret-names.ts'
import { credentialsIn, findCookies, findHandedOut } from '../../redaction/secret-values.ts'
import { utf8Text } from '../../text-file.ts'
import { contentCodingOf } from '../content-coding.ts'
import type { LocatedRequest } from '../locate.ts'
import { flatHeaders, pairsOf } from './end-to-end.ts'

/** Bytes of a body that are recorded, before and after decoding. A larger body is left out. */
const maxRecorded = 1024 * 1024

/** Secrets that are remembered from earlier exchanges. */
const maxSecrets = 1000

/** Keeps the body of a message as it passes. */
export interface BodyRecording {
  write(chunk: Uint8Array): void
  readonly size: number
  /** Undefined for a body that is too large, or not text. */
  text(contentEncoding: string | undefined): string | undefined
}

export function recordBody(): BodyRecording {
  let chunks: Uint8Array[] = []
  let size = 0
  return {
    write(chunk) {
      size += chunk.length
      if (size <= maxRecorded) chunks.push(chunk)
      else chunks = []
    },
    get size() {
      return size
    },
    text(contentEncoding) {
      if (size > maxRecorded) return undefined
      try {
        return utf8Text(decode(Buffer.concat(chunks), contentEncoding))
      } catch {
        return undefined
      }
    },
  }
}

/** @throws {Error} for an unknown coding, and for bytes that are not in it or unpack to too many */
function decode(bytes: Buffer, contentEncoding?: string): Buffer {
  const coding = contentCodingOf(contentEncoding)
  if (coding === undefined || bytes.length === 0) return bytes
  if (coding === 'unknown') throw new Error('an unknown content coding')
  return coding.decode(bytes, { maxOutputLength: maxRecorded })
}

export interface ReceivedRequest {
  method: string
  /** The URL to which it is forwarded. */
  url: URL
  incoming: IncomingMessage
}

export interface PassedExchange {
  request: ReceivedRequest
  located: LocatedRequest
  requestBody: BodyRecording
  message: IncomingMessage
  responseBody: BodyRecording
  started: Date
  /** Milliseconds. */
  duration: number
}

const tail = '\n]}}\n'

/**
 * Creates a HAR that grows by one entry at a time. The file is valid JSON after each entry, even if the process is killed.
 *
 * @returns a function that adds an exchange
 * @throws {NodeJS.ErrnoException} when the file cannot be written
 */
export function createHarFile(path: string): (exchange: PassedExchange) => void {
  const file = openSync(path, 'w')
  const head = `{"log":{"version":"1.2","creator":{"name":"${product} proxy","version":""},"entries":[`
  writeSync(file, head + tail)
  let end = Buffer.byteLength(head)
  let separator = '\n'
  const { entryOf } = createRecorder()
  return (exchange) => {
    const text = `${separator}${JSON.stringify(entryOf(exchange))}`
    writeSync(file, text + tail, end)
    end += Buffer.byteLength(text)
    separator = ',\n'
  }
}

/** Makes entries of a HAR in which no secret of these or earlier exchanges appears. */
function createRecorder() {
  let redactor = createRedactor()
  return { entryOf }

  function entryOf({ request, located, requestBody, message, responseBody, started, duration }: PassedExchange) {
    const { method, url, incoming } = request
    const sent = flatHeaders(incoming)
    const received = flatHeaders(message)
    const sentText = requestBody.text(sent['content-encoding'])
    const receivedText = responseBody.text(received['content-encoding'])
    remember([
      ...credentialsIn(sent),
      ...findCookies(received).map(([value]) => value),
      ...[url.search, sentText ?? '', receivedText ?? ''].flatMap((text) => [...findHandedOut(text).keys()]),
    ])
    const operation = located.kind === 'operation' ? located.operation : undefined
    const shownUrl = redactor.text(maskUrl(url, operation))
    const postData = { mimeType: sent['content-type'] ?? '', text: redactor.text(sentText ?? '') }
    return {
      startedDateTime: started.toISOString(),
      time: duration,
      request: {
        method,
        url: shownUrl,
        httpVersion: `HTTP/${incoming.httpVersion}`,
        cookies: [],
        headers: headersOf(incoming, redactor),
        queryString: [...new URL(shownUrl).searchParams].map(([name, value]) => ({ name, value })),
        ...(requestBody.size > 0 && sentText !== undefined ? { postData } : {}),
        headersSize: -1,
        bodySize: requestBody.size,
      },
      response: {
        status: message.statusCode ?? 0,
        statusText: redactor.text(message.statusMessage ?? ''),
        httpVersion: `HTTP/${message.httpVersion}`,
        cookies: [],
        headers: headersOf(message, redactor),
        content: {
          size: receivedText === undefined ? responseBody.size : Buffer.byteLength(redactor.text(receivedText)),
          mimeType: received['content-type'] ?? '',
          ...(receivedText === undefined ? {} : { text: redactor.text(receivedText) }),
        },
        redirectURL: redactor.text(received.location ?? ''),
        headersSize: -1,
        bodySize: responseBody.size,
      },
      cache: {},
      timings: { send: 0, wait: duration, receive: 0 },
    }
  }

  function remember(values: readonly string[]): void {
    for (const value of values) redactor.add(value)
    if (redactor.known.size > maxSecrets) redactor = createRedactor([...redactor.known].slice(-maxSecrets / 2))
  }
}

function headersOf({ rawHeaders }: IncomingMessage, redactor: Redactor): { name: string; value: string }[] {
  return pairsOf(rawHeaders).map(([name, value]) => ({
    name,
    value: soundsSecret(name) ? maskHeader(name.toLowerCase(), value, () => undefined) : redactor.text(value),
  }))
}
