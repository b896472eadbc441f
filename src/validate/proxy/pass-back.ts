import type { IncomingMessage, ServerResponse } from 'node:http'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ResponseWatch } from '../watch-response.ts'
import { endToEnd } from './upstream.ts'

/** Gives the answer to the client as it comes. False when it did not come to its end. */
export async function passBack(
  message: IncomingMessage,
  response: ServerResponse,
  watch: ResponseWatch | undefined,
): Promise<boolean> {
  response.sendDate = false
  response.writeHead(message.statusCode ?? 502, message.statusMessage, endToEnd(message.rawHeaders).flat())
  response.flushHeaders()
  const tap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, chunk)
      watch?.write(chunk)
    },
    flush(done) {
      if (Object.keys(message.trailers).length > 0) response.addTrailers(endToEnd(message.rawTrailers))
      done()
    },
  })
  return pipeline(message, tap, response).then(
    () => message.complete,
    () => false,
  )
}
