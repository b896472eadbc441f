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
