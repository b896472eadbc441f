import type { Clock } from '../../behaviour/clock.ts'
import { systemTimers, type Timers } from '../../timers.ts'

/** A clock that runs with the system's clock and can be moved. */
export interface MovableClock extends Clock {
  /**
   * Milliseconds that it is ahead of the system's clock. A change wakes work that waits for a moment which has passed by
   * then.
   */
  ahead: number
}

export function createClock(timers: Timers = systemTimers): MovableClock {
  let offset = 0
  const sleepers = new Set<() => void>()
  const now = () => timers.now() + offset

  return {
    get ahead() {
      return offset
    },
    set ahead(milliseconds) {
      offset = milliseconds
      for (const check of [...sleepers]) check()
    },
    now: () => new Date(now()),
    wait(milliseconds, signal) {
      const due = now() + milliseconds
      return new Promise((resolve, reject) => {
        let stopTimer = () => {}
        const finish = (settle: () => void) => {
          stopTimer()
          sleepers.delete(check)
          signal?.removeEventListener('abort', abort)
          settle()
        }
        const abort = () => finish(() => reject(signal?.reason))
        const check = () => {
          stopTimer()
          const left = due - now()
          if (left <= 0) finish(resolve)
          // A timer can wait at most 2^31−1 ms; a longer wait checks again.
          else stopTimer = timers.after(Math.min(left, 2 ** 31 - 1), check)
        }
        if (signal?.aborted) return abort()
        signal?.addEventListener('abort', abort)
        sleepers.add(check)
        check()
      })
    },
  }
}
