import type { IncomingMessage, ServerResponse } from 'node:http'
import { runAction } from '../current.ts'
import type { Limits } from '../limits.ts'
import { readNodeParams } from './node-http.ts'

/**
 * Makes a middleware for Express 4 and 5, and others of its kind: the handlers behind it read parameters with `param` and its kin.
 * It stands where a parser of bodies would, and instead of one: what it has read, `express.json()` cannot read again.
 *
 * What reading the request throws goes to `next`, as what a handler throws does.
 *
 * @param limits those that are to differ from `defaultLimits`
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
