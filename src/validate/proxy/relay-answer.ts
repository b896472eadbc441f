import type { IncomingMessage, InformationEvent, ServerResponse } from 'node:http'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { endToEnd, endToEndTrailers, pairsOf } from './end-to-end.ts'
import { UpstreamError } from './upstream.ts'

/**
 * Most of these answers for one request. Node buffers data that a slow client does not read, and an upstream may send them
 * without end.
 */
const maxAnswers = 20

/** The characters of a header field that Node writes into an early hint, which is ASCII. */
const plain = /^[\t -~]*$/

/**
 * Passes 100, 102 and 103 on to the client before the final answer (RFC 9110, 15.2). Node cannot write others of this class,
 * nor a 103 without a `Link` or with a `Link` that it cannot parse. These are left out, and the final answer stays the same.
 */
export function createInformationPasser(response: ServerResponse): (answer: InformationEvent) => void {
  let passed = 0
  return ({ statusCode, rawHeaders }) => {
    // HTTP/1.0 has no such answers (RFC 9110, 15.2).
    if (response.headersSent || response.destroyed || response.req.httpVersion !== '1.1') return
    if (passed++ >= maxAnswers) return
    if (statusCode === 100) response.writeContinue()
    else if (statusCode === 102) response.writeProcessing()
    else if (statusCode === 103) writeHints(response, endToEnd(rawHeaders))
  }
}

function writeHints(response: ServerResponse, headers: readonly string[]): void {
  const hints: Record<string, string[]> = Object.create(null)
  for (const [name, value] of pairsOf(headers)) {
    const key = name.toLowerCase()
    // An answer without a body has no framing.
    if (plain.test(value) && key !== 'content-length') hints[key] = [...(hints[key] ?? []), value]
  }
  try {
    response.writeEarlyHints(hints)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_INVALID_ARG_VALUE') throw error
  }
}

/**
 * Passes an answer on to the client as it comes.
 *
 * @param onBody called with each piece of the body
 * @returns whether it came to its end
 * @throws {UpstreamError} when its head cannot be passed on; the client has got nothing then
 */
export async function relayAnswer(
  message: IncomingMessage,
  response: ServerResponse,
  onBody: (chunk: Uint8Array) => void,
): Promise<boolean> {
  writeHead(message, response)
  const tap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, chunk)
      onBody(chunk)
    },
    flush(done) {
      if (message.rawTrailers.length > 0) response.addTrailers(endToEndTrailers(message.rawTrailers))
      done()
    },
  })
  return pipeline(message, tap, response).then(
    () => message.complete,
    () => false,
  )
}

function writeHead(message: IncomingMessage, response: ServerResponse): void {
  response.sendDate = false
  try {
    response.writeHead(statusOf(message), reasonOf(message), headersOf(message))
  } catch (error) {
    message.destroy()
    throw error instanceof UpstreamError
      ? error
      : new UpstreamError(`its answer cannot be passed on: ${(error as Error).message}`)
  }
  // Sends the head at once. `flushHeaders()` would write it as UTF-8 and change bytes above ASCII.
  response.write('', 'latin1')
}

function statusOf({ statusCode = 0 }: IncomingMessage): number {
  if (statusCode >= 200) return statusCode
  throw new UpstreamError(`its answer cannot be passed on: its status is ${statusCode}`)
}

/** Node writes no control character into a reason phrase; RFC 9112, 4 lets a recipient ignore the phrase. */
function reasonOf({ statusMessage = '' }: IncomingMessage): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
  return statusMessage.replace(/[\0-\x08\x0a-\x1f\x7f]/g, ' ')
}

/** A 204 has no body, so a length of one would frame the next answer (RFC 9110, 8.6). */
function headersOf({ statusCode, rawHeaders }: IncomingMessage): string[] {
  const headers = endToEnd(rawHeaders)
  if (statusCode !== 204) return headers
  return pairsOf(headers)
    .filter(([name]) => name.toLowerCase() !== 'content-length')
    .flat()
}
