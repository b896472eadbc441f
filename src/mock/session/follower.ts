/** An event as JSON, or how many events a follower has missed because it read too slowly. */
export type Followed = { event: string } | { missed: number }

/** Events that wait for a slow reader. When one more comes, the oldest is dropped and counted (CTL-065). */
const maxWaiting = 1000

/** Characters of the events that wait for a reader. An event with changes holds whole records. */
const maxLength = 1 << 22

/** One reader of a list of events that grows. */
export class Follower implements AsyncIterable<Followed> {
  readonly #waiting: string[] = []
  #length = 0
  #missed = 0
  #hasEnded = false
  #wake = (): void => {}

  /** @param first the events that the reader gets at once */
  constructor(first: readonly string[]) {
    for (const event of first) this.push(event)
  }

  push(event: string): void {
    this.#waiting.push(event)
    this.#length += event.length
    while (this.#waiting.length > maxWaiting || this.#length > maxLength) {
      this.#length -= this.#waiting.shift()?.length ?? 0
      this.#missed++
    }
    this.#wake()
  }

  /** Ends the list; waiting events are still read. */
  end(): void {
    this.#hasEnded = true
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Followed> {
    while (true) {
      if (this.#missed > 0) {
        const missed = this.#missed
        this.#missed = 0
        yield { missed }
      }
      const event = this.#waiting.shift()
      if (event !== undefined) {
        this.#length -= event.length
        yield { event }
      } else if (this.#hasEnded) return
      else await new Promise<void>((resolve) => this.#onWake(resolve))
    }
  }

  #onWake(resolve: () => void): void {
    this.#wake = resolve
  }
}
