import type { Clock } from './options.ts'

/** A clock whose pauses pass at once. A wait of 30 seconds is a time-out, and ends when a test says so. */
export class TestClock implements Clock {
  time = Date.parse('2026-03-09T12:00:00Z')
  readonly pauses: number[] = []
  #overdue: (() => void)[] = []

  now(): number {
    return this.time
  }

  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (milliseconds === 30_000) {
      await new Promise<void>((resolve) => {
        this.#overdue.push(resolve)
      })
      return
    }
    this.pauses.push(milliseconds)
    this.time += milliseconds
  }

  /** Makes all current calls time out. */
  timeOut(): void {
    for (const end of this.#overdue.splice(0)) end()
  }
}
