import type { IncomingMessage, ServerResponse } from 'node:http'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { endToEnd, endToEndTrailers } from './end-to-end.ts'
import { UpstreamError } from './upstream.ts'

/**
 * Passes an answer on to the client as it comes.
 *
 * @param onBody called with each piece of the body
 * @returns whether it came to its end
 * @throws {UpstreamError} when its head cannot be passed on; the client has got nothing then
 */
export async function passBack(
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
  return headers.filter((_, index) => headers[index - (index % 2)]?.toLowerCase() !== 'content-length')
}
