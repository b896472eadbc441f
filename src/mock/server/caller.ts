/** Whether whoever asked is still there. Few requests want to know, and a signal costs more than the rest of their way. */
export class Caller {
  #controller: AbortController | undefined
  #gone: Error | undefined

  /** Aborted when the caller has gone. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.#gone) this.#controller.abort(this.#gone)
    }
    return this.#controller.signal
  }

  leave(reason: string): void {
    if (this.#gone) return
    this.#gone = new Error(reason)
    this.#controller?.abort(this.#gone)
  }
}
