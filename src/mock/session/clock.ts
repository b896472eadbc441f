import type { Clock } from '../../behaviour/clock.ts'

/** A clock that runs with the system's clock and can be moved. */
export interface MovableClock extends Clock {
  /**
   * Milliseconds that it is ahead of the system's clock. A change wakes work that waits for a moment which has passed by
   * then.
   */
  ahead: number
}

export function createClock(): MovableClock {
  let offset = 0
  const sleepers = new Set<() => void>()
  const now = () => Date.now() + offset

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
        let timer: NodeJS.Timeout | undefined
        const finish = (settle: () => void) => {
          clearTimeout(timer)
          sleepers.delete(check)
          signal?.removeEventListener('abort', abort)
          settle()
        }
        const abort = () => finish(() => reject(signal?.reason))
        const check = () => {
          clearTimeout(timer)
          const left = due - now()
          if (left <= 0) finish(resolve)
          // A timer can wait at most 2^31−1 ms; a longer wait checks again.
          else timer = setTimeout(check, Math.min(left, 2 ** 31 - 1))
        }
        if (signal?.aborted) return abort()
        signal?.addEventListener('abort', abort)
        sleepers.add(check)
        check()
      })
    },
  }
}
