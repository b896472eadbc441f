import { on } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { bodyReader, drain, queryOf } from '../body/body.ts'
import { runAction } from '../current.ts'
import { defaultLimits, type Limits } from '../limits.ts'
import type { Params } from '../params.ts'
import { readParts } from '../read-params.ts'

/**
 * Reads the parameters of a request of `node:http`, as `readParams` does of a `Request`.
 *
 * @param limits the limits that differ from `defaultLimits`; the part of a body past its limit is discarded, so that the
 *   client can be answered
 * @throws {RequestCouldNotBeReadError} past a limit, and when a body does not match its media type
 * @throws {TypeError} when the body has been read already
 */
export async function readNodeParams(request: IncomingMessage, limits: Partial<Limits> = {}): Promise<Params> {
  const contentType = request.headers['content-type'] ?? ''
  const isRead = bodyReader(contentType) !== undefined
  if (isRead && request.readableDidRead) throw new TypeError('the body has been read already, by another parser')
  const body = isRead ? await drain(chunksOf(request), { ...defaultLimits, ...limits }) : undefined
  return readParts({ query: queryOf(request.url ?? ''), contentType, body }, limits)
}

/**
 * Makes a listener for `node:http` that reads the parameters of each request and then runs the action, in which `param` and the
 * other operations read them.
 *
 * @param action answers the request; it may be asynchronous
 * @param onError receives every error of the action, including the errors of `param`, and every error of reading the request
 * @param limits the limits that differ from `defaultLimits`
 * @example
 * ```ts
 * createServer(
 *   requestParams(
 *     (request, response) => response.end(`page ${paramInt('page')}`),
 *     (error, request, response) => response.writeHead(error instanceof ParamError ? 400 : 500).end(),
 *   ),
 * )
 * ```
 */
export function requestParams(
  action: (request: IncomingMessage, response: ServerResponse) => unknown,
  onError: (error: unknown, request: IncomingMessage, response: ServerResponse) => unknown,
  limits: Partial<Limits> = {},
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    readNodeParams(request, limits)
      .then((params) => runAction(params, () => action(request, response)))
      .catch((error: unknown) => onError(error, request, response))
  }
}

/** Iterating over the stream itself would destroy the socket when the loop ends early, so no answer could be sent. */
export async function* chunksOf(stream: Readable): AsyncIterable<Uint8Array> {
  for await (const [chunk] of on(stream, 'data', { close: ['end'] })) yield chunk
}
