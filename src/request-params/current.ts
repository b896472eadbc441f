import type { Params } from './params.ts'

/** A page has no such module, and bundlers for pages refuse an import of it. */
const hooks = globalThis.process?.getBuiltinModule?.('node:async_hooks')
const storage = hooks && new hooks.AsyncLocalStorage<Params>()
/** The parameters of the running action, where there is no storage. */
let current: Params | undefined

/** An operation was called where no request is being served: neither in `runAction` nor behind an adapter. */
export class OutsideActionError extends Error {
  override readonly name = 'OutsideActionError'
}

/**
 * Runs an action that serves a request: in the action, and in everything that it calls and awaits, `param` and the other operations
 * read these parameters, even while other requests are served (PRM-004). In a page, which has nothing to carry them through an `await`,
 * only what runs before the action returns reads them.
 *
 * @returns what the action returns; a promise stays one
 * @example
 * ```ts
 * const response = await runAction(await readParams(request), () => new Response(`page ${param('page', int)}`))
 * ```
 */
export function runAction<T>(params: Params, action: () => T): T {
  if (storage) return storage.run(params, action)
  const outer = current
  current = params
  try {
    return action()
  } finally {
    current = outer
  }
}

/**
 * The parameters of the request that the running action is serving.
 *
 * @throws {OutsideActionError} when no action is running
 */
export function currentParams(): Params {
  const params = storage?.getStore() ?? current
  if (!params) throw new OutsideActionError('no action is running: call this in runAction, or behind an adapter')
  return params
}
