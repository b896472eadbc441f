/** The options of every client, in addition to its credentials. */
export interface ClientOptions {
  /** Address of the server as the document gives it, with its path; without a scheme, `https` is used. */
  baseUrl: string
  /** Milliseconds that one try of a call may take, default 30,000. A call can set another value. */
  timeout?: number
  /** How many times a call is repeated at most, default 2. Only calls that are safe to repeat are repeated. */
  retries?: number
  /** Headers to send with every call, such as `X-Mock-Session`. */
  headers?: Readonly<Record<string, string>>
  /** Replaces the global `fetch`. The signal of the request is aborted when nothing waits for the answer any more. */
  fetch?: (request: Request) => Promise<Response>
  /** Replaces the system's clock and timers. */
  clock?: Clock
  /** Replaces `Math.random`, which gives the pauses their jitter. */
  random?: () => number
}

/** The options of a single call, in addition to its parameters and body. */
export interface CallOptions {
  /** Ends the call, with all of its tries and pauses; the call rejects with the signal's reason. */
  signal?: AbortSignal
  /** Milliseconds that one try may take, instead of the client's time-out. */
  timeout?: number
  /** How many times the call is repeated at most, instead of the client's number; 0 for never. */
  retries?: number
  /** Headers to send with this call. */
  headers?: Readonly<Record<string, string>>
}

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
