/** The limit of requests for one user, and the seconds to which it applies. */
export interface RateLimit {
  requests: number
  seconds: number
}

interface Count {
  /** Times of the served requests that count from now on, oldest first; milliseconds since the epoch. */
  served: number[]
  /** Seconds until a further request is served; undefined if this one is. */
  retryAfter: number | undefined
}

/** Counts one more request against a limit, in a sliding window. A refused request does not count. */
export function countRequest(
  earlier: readonly number[] | undefined,
  now: number,
  { requests, seconds }: RateLimit,
): Count {
  const window = seconds * 1000
  // After the clock was set back, some times are in the future. Clocks of several machines differ by less than a window.
  const served = earlier?.filter((time) => Math.abs(now - time) < window) ?? []
  if (served.length < requests) return { served: [...served, now], retryAfter: undefined }
  // A request is served again when at most `requests - 1` of these are left in the window; never if the limit is zero.
  const last = served[served.length - requests]
  return { served, retryAfter: last === undefined ? seconds : Math.ceil((last + window - now) / 1000) }
}
