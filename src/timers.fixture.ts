import type { Timers } from './timers.ts'

/** Timers whose time passes only when a test says so. */
export function manualTimers(start = 0) {
  let time = start
  const pending = new Set<{ due: number; callback: () => void }>()
  const timers: Timers = {
    now: () => time,
    after(milliseconds, callback) {
      const timer = { due: time + milliseconds, callback }
      pending.add(timer)
      return () => pending.delete(timer)
    },
  }
  return {
    ...timers,
    /** Timers that are running. */
    count: () => pending.size,
    /** Lets time pass. Calls back each timer at its time; between them, the event loop turns a few times. */
    async pass(milliseconds: number): Promise<void> {
      const end = time + milliseconds
      for (;;) {
        for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
        const [next] = [...pending].filter(({ due }) => due <= end).sort((one, other) => one.due - other.due)
        if (!next) break
        pending.delete(next)
        time = Math.max(time, next.due)
        next.callback()
      }
      time = end
    },
  }
}
