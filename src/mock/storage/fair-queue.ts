/** Milliseconds after which the next turn begins even if the last one has not ended, because work may wait for something. */
const maxTurn = 50

/** Runs work on one subject in sequence. */
export class FairQueue {
  readonly #last = new Map<string, Promise<void>>()

  /** Resolves when it is the caller's turn. The returned function ends the turn. */
  async take(name: string): Promise<() => void> {
    const before = this.#last.get(name)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last.set(name, promise)
    await before
    const timer = setTimeout(resolve, maxTurn)
    return () => {
      clearTimeout(timer)
      if (this.#last.get(name) === promise) this.#last.delete(name)
      resolve()
    }
  }
}
