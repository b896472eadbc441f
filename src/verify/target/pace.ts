import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves at most so many times in a second, in the order of the calls. */
export function createPace(rate: number): () => Promise<void> {
  let next = 0
  return async () => {
    const now = performance.now()
    const turn = Math.max(now, next)
    next = turn + 1000 / rate
    if (turn > now) await sleep(turn - now)
  }
}
