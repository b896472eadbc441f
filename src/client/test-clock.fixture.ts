import type { Clock } from './clock.ts'

/** A clock whose pauses pass at once, and whose time-outs come when a test says so: what takes 30 seconds is one. */
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

  /** Ends the time of all calls under way. */
  timeOut(): void {
    for (const end of this.#overdue.splice(0)) end()
  }
}
