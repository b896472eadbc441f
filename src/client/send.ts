import { ApiError, ConnectionError, RedirectError, TimeoutError } from './errors.ts'
import type { Clock } from './options.ts'

/** Values of credentials; null for one that the caller does not send. */
export type CredentialValues = readonly (string | null | undefined)[]

/** The credentials of a call. */
export interface Authorization {
  /** Asks a function, so that another value may come after a refusal. */
  canRenew: boolean
  /** @param rejected the values that the server has just answered 401 to */
  ask(rejected: CredentialValues | undefined): Promise<CredentialValues>
  /** A request with these values. It may be the same one. */
  apply(request: Request, values: CredentialValues): Request
}

/** Everything that sending one call needs. */
export interface SendOptions {
  operation: string
  /** Address of the call, with the path template. */
  url: string
  /** The base URL names no scheme, so the call uses https. */
  isHttpsTaken: boolean
  /** Milliseconds for one try. */
  timeout: number
  retries: number
  /** Whether the call may be repeated after this status, or after no answer. */
  repeats(status: number | undefined): boolean
  authorization: Authorization | undefined
  /** Whether the caller reads the body, as a stream. */
  streams: boolean
  fetch: (request: Request) => Promise<Response>
  clock: Clock
  random: () => number
}

/**
 * Sends a request until it has a final answer. Repeats it after a pause where that is allowed, and once with a new credential after 401.
 *
 * @throws {TimeoutError} {ConnectionError} {RedirectError} when no answer came
 */
export async function send(request: Request, sending: SendOptions): Promise<Response> {
  const { authorization, clock, random, retries } = sending
  const askFor = async (rejected: CredentialValues | undefined) => {
    const ask = async () => (await authorization?.ask(rejected)) ?? []
    return authorization?.canRenew ? inTime(sending, request.signal, ask) : ask()
  }
  let values = await askFor(undefined)
  let isRenewed = !authorization?.canRenew
  for (let tries = 1; ; ) {
    const attempt = authorization?.apply(request.clone(), values) ?? request.clone()
    const outcome = await tryOnce(attempt, sending)
    // A framework may have replaced the global Response, so an answer is known by not being an error.
    const isAnswer = !(outcome instanceof ApiError)
    if (isAnswer && outcome.status === 401 && !isRenewed) {
      isRenewed = true
      const renewed = await askFor(values)
      if (renewed.every((value, index) => value === values[index])) return outcome
      await outcome.body?.cancel()
      values = renewed
      continue
    }
    const pause =
      tries <= retries && (isAnswer ? sending.repeats(outcome.status) : outcome.retryable)
        ? pauseAfter(tries, isAnswer ? readRetryAfter(outcome.headers, clock.now()) : undefined, random)
        : undefined
    if (pause === undefined) {
      if (isAnswer) return outcome
      throw outcome
    }
    if (isAnswer) await outcome.body?.cancel()
    tries += 1
    await clock.wait(pause, request.signal)
  }
}

/** @returns the answer, or the error if there is no answer */
async function tryOnce(request: Request, sending: SendOptions): Promise<Response | ApiError> {
  const { operation, url, streams, fetch } = sending
  try {
    return await inTime(sending, request.signal, async (signal) => {
      // Following a redirect would send headers such as `X-API-Token` to any host that it names.
      const response = await fetch(new Request(request, { signal, redirect: 'manual' }))
      if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
        await response.body?.cancel()
        throw new RedirectError(operation, response.status || undefined)
      }
      // The body is read here, so that an answer that stalls or breaks off counts as no answer.
      return streams && response.ok ? response : keep(response)
    })
  } catch (error) {
    request.signal.throwIfAborted()
    if (error instanceof ApiError) return error
    return new ConnectionError({
      operation,
      url,
      cause: error,
      retryable: sending.repeats(undefined),
      isHttpsTaken: sending.isHttpsTaken,
    })
  }
}

/** The result of the work. Rejects with the reason of the signal or a TimeoutError, even if the work ignores its signal. */
async function inTime<T>(
  { operation, timeout, repeats, clock }: SendOptions,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const overdue = new AbortController()
  const done = new AbortController()
  clock.wait(timeout, done.signal).then(
    () => overdue.abort(new TimeoutError(operation, timeout, repeats(undefined))),
    () => {},
  )
  const either = AbortSignal.any([signal, overdue.signal])
  try {
    return await new Promise<T>((resolve, reject) => {
      const stop = () => reject(either.reason)
      if (either.aborted) return stop()
      either.addEventListener('abort', stop, { once: true })
      work(either)
        .then(resolve, reject)
        .finally(() => either.removeEventListener('abort', stop))
    })
  } finally {
    done.abort()
  }
}

async function keep(response: Response): Promise<Response> {
  const bytes = await response.arrayBuffer()
  const { status, statusText, headers } = response
  const kept = new Response(bytes.byteLength === 0 ? null : bytes, { status, statusText, headers })
  // A response made with the constructor has no URL.
  return Object.defineProperty(kept, 'url', { value: response.url })
}

const base = 250
const maxDelay = 8000
/** The client does not wait for a server that asks for more time than this. */
const maxWait = 60_000

/**
 * Milliseconds to wait before another try; undefined if the server asks for more than the longest wait. The pause is random, and its upper
 * bound doubles with each try, so that many callers do not come back at once.
 *
 * @param tries number of tries so far
 */
function pauseAfter(tries: number, retryAfter: number | undefined, random: () => number): number | undefined {
  if (retryAfter !== undefined) return retryAfter > maxWait ? undefined : retryAfter
  return Math.round(random() * Math.min(maxDelay, base * 2 ** (tries - 1)))
}

/** Reads `Retry-After`, seconds or a date, as milliseconds from now. */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after')?.trim()
  if (!text) return undefined
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

const idempotent = ['GET', 'HEAD', 'LIST', 'PUT', 'DELETE']
const passing = [408, 429, 500, 502, 503, 504]

/** Repeats the methods that RFC 9110 lets a client repeat by itself, after no answer or after a temporary error status. */
export function repeatsIdempotent({ method }: { method: string }, status: number | undefined): boolean {
  return idempotent.includes(method) && (status === undefined || passing.includes(status))
}
