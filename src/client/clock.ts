/** The clock of a client. Tests can replace it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number
  /** Resolves after a number of milliseconds, or rejects with the reason of the signal as soon as the signal is aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const stop = () => {
        clearTimeout(timer)
        reject(signal.reason)
      }
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop)
        resolve()
      }, milliseconds)
      signal.addEventListener('abort', stop, { once: true })
    }),
}
