import type { InformationEvent, ServerResponse } from 'node:http'
import { endToEnd } from './end-to-end.ts'

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
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2)
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
