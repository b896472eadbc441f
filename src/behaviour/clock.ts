/** Tells the time of one session; the control plane can move it. */
export interface Clock {
  now(): Date
  /** Resolves once this clock has moved on by so many milliseconds, be it by itself or because it was advanced; rejects when aborted. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>
}
