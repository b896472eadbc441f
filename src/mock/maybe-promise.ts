/** What may be there at once: most requests need nothing that is not, and promises cost them more than the rest of their way. */
export type MaybePromise<T> = T | Promise<T>

/** Goes on with what is there, or once it is. */
export function chain<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return isPromise(value) ? value.then(next) : next(value)
}

/** Does something that may fail, at once or later; `mend` is told why, and gives another result or throws. */
export function tryChain<T>(work: () => MaybePromise<T>, mend: (error: unknown) => MaybePromise<T>): MaybePromise<T> {
  try {
    const value = work()
    return isPromise(value) ? value.catch(mend) : value
  } catch (error) {
    return mend(error)
  }
}

/** Not `instanceof`: in a context of `node:vm` the promises of Node's own modules are another realm's. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}
