/** A value, or a promise of one. Most requests never wait, and awaiting a value that is ready costs more than the rest of the request. */
export type MaybePromise<T> = T | Promise<T>

/** Continues with a value, at once or when its promise resolves. */
export function chain<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return isPromise(value) ? value.then(next) : next(value)
}

/** Does work that may throw or reject; `mend` gets the error, and returns another result or throws. */
export function tryChain<T>(work: () => MaybePromise<T>, mend: (error: unknown) => MaybePromise<T>): MaybePromise<T> {
  try {
    const value = work()
    return isPromise(value) ? value.catch(mend) : value
  } catch (error) {
    return mend(error)
  }
}

/** Not `instanceof`, because in a context of `node:vm` the promises of Node's own modules come from another realm. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}
