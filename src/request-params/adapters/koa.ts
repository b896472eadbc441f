import type { IncomingMessage } from 'node:http'
import { runAction } from '../current.ts'
import type { Limits } from '../limits.ts'
import { readNodeParams } from './node-http.ts'

/**
 * Makes a middleware for Koa: the middleware behind it read parameters with `param` and its kin. It stands where a parser of
 * bodies would, and instead of one.
 *
 * What reading the request throws goes up through the middleware before it, as what an action throws does.
 *
 * @param limits those that are to differ from `defaultLimits`
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
