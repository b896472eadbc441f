import type { Collection, Store } from '../../behaviour/store.ts'

/**
 * The updates that a request has stored at once. When the request runs again, it gets their results again, and they are not
 * stored twice.
 */
export class UpdatesOfRequest {
  readonly #done: { name: string; current: unknown }[] = []
  #next = 0

  /** Called when the request starts, and each time it runs again. */
  restart(): void {
    this.#next = 0
  }

  store(store: Store): Store {
    return { collection: <T>(name: string) => this.#collection(name, store.collection<T>(name)) }
  }

  #collection<T>(name: string, records: Collection<T>): Collection<T> {
    return {
      get: (key) => records.get(key),
      set: (key, value) => records.set(key, value),
      delete: (key) => records.delete(key),
      entries: () => records.entries(),
      update: async (key, change) => {
        const done = this.#done[this.#next]
        if (done?.name === `${name} ${key}`) {
          this.#next++
          return change(done.current as T | undefined)
        }
        let seen: T | undefined
        const result = await records.update(key, (current) => {
          seen = current
          return change(current)
        })
        this.#done.splice(this.#next++, Number.POSITIVE_INFINITY, { name: `${name} ${key}`, current: seen })
        return result
      },
    }
  }
}
