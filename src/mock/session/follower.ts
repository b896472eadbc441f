/** An item, or how many items a follower has missed because it read too slowly. */
export type Followed<Item> = { item: Item } | { missed: number }

/** Items that wait for a slow reader. When one more comes, the oldest is dropped and counted (CTL-065). */
const maxWaiting = 1000

/** One reader of a list that grows. */
export class Follower<Item> implements AsyncIterable<Followed<Item>> {
  #waiting: Item[]
  #missed = 0
  #hasEnded = false
  #wake = (): void => {}

  /** @param first the items that the reader gets at once */
  constructor(first: Item[]) {
    this.#waiting = first
  }

  push(item: Item): void {
    this.#waiting.push(item)
    if (this.#waiting.length > maxWaiting) {
      this.#waiting.shift()
      this.#missed++
    }
    this.#wake()
  }

  /** Ends the list; waiting items are still read. */
  end(): void {
    this.#hasEnded = true
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Followed<Item>> {
    while (true) {
      if (this.#missed > 0) {
        const missed = this.#missed
        this.#missed = 0
        yield { missed }
      }
      const item = this.#waiting.shift()
      if (item) yield { item }
      else if (this.#hasEnded) return
      else await new Promise<void>((resolve) => this.#onWake(resolve))
    }
  }

  #onWake(resolve: () => void): void {
    this.#wake = resolve
  }
}
