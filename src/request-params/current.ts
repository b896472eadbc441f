import { AsyncLocalStorage } from 'node:async_hooks'
import type { Params } from './params.ts'

const storage = new AsyncLocalStorage<Params>()

/** An operation was called where no request is being served: neither in `runAction` nor behind an adapter. */
export class OutsideActionError extends Error {
  override readonly name = 'OutsideActionError'
}

/**
 * Runs an action that serves a request: in the action, and in everything that it calls and awaits, `param` and the other operations
 * read these parameters, even while other requests are served (PRM-004).
 *
 * @returns what the action returns; a promise stays one
 * @example
 * ```ts
 * const response = await runAction(await readParams(request), () => new Response(`page ${param('page', int)}`))
 * ```
 */
export function runAction<T>(params: Params, action: () => T): T {
  return storage.run(params, action)
}

/**
 * The parameters of the request that the running action is serving.
 *
 * @throws {OutsideActionError} when no action is running
 */
export function currentParams(): Params {
  const params = storage.getStore()
  if (!params) throw new OutsideActionError('no action is running: call this in runAction, or behind an adapter')
  return params
}
