import type { IncomingMessage } from 'node:http'
import { runAction } from '../current.ts'
import type { Limits } from '../limits.ts'
import { readNodeParams } from './node-http.ts'

/**
 * Makes a middleware for Koa: the middleware after it read parameters with `param` and the other operations. Use it in place of a
 * body parser.
 *
 * An error of reading the request goes up through the middleware before it, like an error of an action.
 *
 * @param limits the limits that differ from `defaultLimits`
 * @example
 * ```ts
 * app.use(requestParams())
 * app.use((context) => {
 *   context.body = `page ${paramInt('page')}`
 * })
 * ```
 */
export function requestParams(
  limits: Partial<Limits> = {},
): (context: { readonly req: IncomingMessage }, next: () => Promise<unknown>) => Promise<unknown> {
  return async ({ req }, next) => runAction(await readNodeParams(req, limits), next)
}
