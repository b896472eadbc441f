const base = 250
const maxDelay = 8000
/** A server that asks for more time than this is not waited for. */
const maxWait = 60_000

/**
 * Milliseconds to wait before another try, at random up to twice as long each time, so that many callers do not come back at once;
 * undefined when the server asks for longer than anybody waits.
 *
 * @param tries how many there have been
 */
export function pauseAfter(tries: number, retryAfter: number | undefined, random: () => number): number | undefined {
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
