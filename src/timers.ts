/** A clock, and timers that run by it: who waits takes both from one hand, so that a test can give its own. */
export interface Timers {
  /** Milliseconds. */
  now(): number
  /**
   * Calls back once, after at least so many milliseconds: at most 2^31−1.
   *
   * @returns a function that takes the call back
   */
  after(milliseconds: number, callback: () => void): () => void
}

function after(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds)
  return () => clearTimeout(timer)
}

/** The time of the system: milliseconds since 1970, which may be set back. */
export const systemTimers: Timers = { now: () => Date.now(), after }

/** Milliseconds since the process began, which only grow. */
export const monotonicTimers: Timers = { now: () => performance.now(), after }

export function sleep({ after }: Timers, milliseconds: number): Promise<void> {
  return new Promise((resolve) => after(milliseconds, resolve))
}
