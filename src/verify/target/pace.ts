import { monotonicTimers, sleep, type Timers } from '../../timers.ts'

/** Resolves at most so many times in a second, in the order of the calls. */
export function createPace(rate: number, timers: Timers = monotonicTimers): () => Promise<void> {
  let next = 0
  return async () => {
    const now = timers.now()
    const turn = Math.max(now, next)
    next = turn + 1000 / rate
    if (turn > now) await sleep(timers, turn - now)
  }
}
