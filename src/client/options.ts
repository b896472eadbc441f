import type { Clock } from './clock.ts'

/** What every client takes beside its credential. */
export interface ClientOptions {
  /** Address of the server as the interface's document gives it, with its path; without a scheme it is taken for `https`. */
  baseUrl: string
  /** Milliseconds that one try of a call may take, 30,000 unless told otherwise; a call may set its own. */
  timeout?: number
  /** How many times a call is made again at most, 2 unless told otherwise; only calls that do no harm are. */
  retries?: number
  /** Headers to send with every call, such as `X-Mock-Session`. */
  headers?: Readonly<Record<string, string>>
  /** In place of the global `fetch`; the signal of the request tells it when its answer is not awaited any more. */
  fetch?: (request: Request) => Promise<Response>
  /** In place of the system's clock and timers. */
  clock?: Clock
  /** In place of `Math.random`, from which pauses get their jitter. */
  random?: () => number
}

/** What a single call takes beside its parameters and body. */
export interface CallOptions {
  /** Ends the call, with all of its tries and pauses; the call rejects with the signal's reason. */
  signal?: AbortSignal
  /** Milliseconds that one try may take, instead of the client's. */
  timeout?: number
  /** How many times it is made again at most, instead of the client's; 0 for never. */
  retries?: number
  /** Headers to send with this call. */
  headers?: Readonly<Record<string, string>>
}
