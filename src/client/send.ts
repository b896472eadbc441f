import { pauseAfter, readRetryAfter } from './backoff.ts'
import type { Clock } from './clock.ts'
import { askCredential, type CredentialHeader, type OptionalCredential } from './credential.ts'
import { type ApiError, ConnectionError, RedirectError, TimeoutError } from './errors.ts'

/** All that sending one call takes. */
export interface Sending {
  operation: string
  /** Milliseconds for one try. */
  timeout: number
  retries: number
  /** Whether it may be made again after this status, or after no answer. */
  repeats(status: number | undefined): boolean
  credential: OptionalCredential
  header: CredentialHeader | undefined
  scopes: readonly string[]
  /** Whether the body is left to the caller, to be read as it comes. */
  streams: boolean
  fetch: (request: Request) => Promise<Response>
  clock: Clock
  random: () => number
}

/**
 * Sends a request until it is answered for good: again after a pause where that is allowed, and once more with a new credential after 401.
 *
 * @throws {TimeoutError} {ConnectionError} {RedirectError} when no answer came
 */
export async function send(request: Request, sending: Sending): Promise<Response> {
  const { credential, header, scopes, clock, random, retries } = sending
  const askFor = (rejected: string | undefined) => heed(askCredential(credential, { rejected, scopes }), request.signal)
  let authorized = await askFor(undefined)
  let isRenewed = typeof credential !== 'function'
  for (let tries = 1; ; ) {
    const attempt = request.clone()
    if (authorized !== undefined && header) attempt.headers.set(header.name, header.format(authorized))
    const outcome = await tryOnce(attempt, sending)
    if (outcome instanceof Response && outcome.status === 401 && !isRenewed) {
      isRenewed = true
      const renewed = await askFor(authorized)
      if (renewed === authorized) return outcome
      await outcome.body?.cancel()
      authorized = renewed
      continue
    }
    const isAnswer = outcome instanceof Response
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

/** @returns an answer, or the error that one is missing */
async function tryOnce(request: Request, sending: Sending): Promise<Response | ApiError> {
  const { operation, timeout, clock, streams, fetch } = sending
  const isRetryable = sending.repeats(undefined)
  const overdue = new AbortController()
  const answered = new AbortController()
  clock.wait(timeout, answered.signal).then(
    () => overdue.abort(new TimeoutError(operation, timeout, isRetryable)),
    () => {},
  )
  try {
    const response = await fetch(
      // Followed, a redirect would take headers such as `X-API-Token` to whatever host it names.
      new Request(request, { signal: AbortSignal.any([request.signal, overdue.signal]), redirect: 'manual' }),
    )
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel()
      return new RedirectError(operation, response.status || undefined)
    }
    // Read here, so that an answer that stalls or breaks off counts as none.
    return streams && response.ok ? response : await keep(response)
  } catch (error) {
    request.signal.throwIfAborted()
    return overdue.signal.aborted ? overdue.signal.reason : new ConnectionError(operation, error, isRetryable)
  } finally {
    answered.abort()
  }
}

async function keep(response: Response): Promise<Response> {
  const bytes = await response.arrayBuffer()
  const { status, statusText, headers } = response
  const kept = new Response(bytes.byteLength === 0 ? null : bytes, { status, statusText, headers })
  // A response that a program makes has no address.
  return Object.defineProperty(kept, 'url', { value: response.url })
}

/** The promise, unless the signal is aborted first. */
function heed<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
