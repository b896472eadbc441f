/** Tells the time of one session; the control plane can move it. */
export interface Clock {
  now(): Date
  /** Resolves when this clock has moved on by this many milliseconds, by itself or because it was advanced. Rejects when aborted. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>
}
