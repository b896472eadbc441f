/** At most so many requests of one user within so many seconds. */
export interface RateLimit {
  requests: number
  seconds: number
}

interface Count {
  /** When the requests were served that count from now on, oldest first; milliseconds of the epoch. */
  served: number[]
  /** Seconds until another would be served; undefined when this one is. */
  retryAfter: number | undefined
}

/** Counts one more request against a limit, in a window that slides; a request that is refused does not count. */
export function countRequest(earlier: readonly number[], now: number, { requests, seconds }: RateLimit): Count {
  const window = seconds * 1000
  // A clock that was set back has left times behind that have not come yet. Clocks of several machines differ by less than a window.
  const served = earlier.filter((time) => Math.abs(now - time) < window)
  if (served.length < requests) return { served: [...served, now], retryAfter: undefined }
  // One is served again once no more than `requests - 1` of these are left in the window; never, where none is allowed.
  const last = served[served.length - requests]
  return { served, retryAfter: last === undefined ? seconds : Math.ceil((last + window - now) / 1000) }
}
