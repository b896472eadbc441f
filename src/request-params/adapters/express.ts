import type { IncomingMessage, ServerResponse } from 'node:http'
import { runAction } from '../current.ts'
import type { Limits } from '../limits.ts'
import { readNodeParams } from './node-http.ts'

/**
 * Makes a middleware for Express 4 and 5, and for similar frameworks: the handlers after it read parameters with `param` and the other
 * operations. Use it in place of a body parser: `express.json()` cannot read the body again.
 *
 * An error of reading the request goes to `next`, like an error of a handler.
 *
 * @param limits the limits that differ from `defaultLimits`
 * @example
 * ```ts
 * app.use(requestParams())
 * app.get('/orders', (request, response) => response.send(`page ${paramInt('page')}`))
 * ```
 */
export function requestParams(
  limits: Partial<Limits> = {},
): (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void {
  return (request, _response, next) => {
    readNodeParams(request, limits).then((params) => runAction(params, next), next)
  }
}
