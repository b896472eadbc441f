import type { Collection, Store } from '../../behaviour/store.ts'
import { freezeRecord, thawRecord } from './freeze-record.ts'

/** Keeps records in memory; no caller holds a record that it could change. */
export class MemoryStore implements Store {
  readonly #collections = new Map<string, MemoryCollection<unknown>>()

  collection<T>(name: string): Collection<T> {
    const existing = this.#collections.get(name)
    if (existing) return existing as MemoryCollection<T>
    const created = new MemoryCollection<T>()
    this.#collections.set(name, created as MemoryCollection<unknown>)
    return created
  }

  /** Every record, in order. */
  *records(): Generator<[collection: string, key: string, value: unknown]> {
    for (const [name, collection] of this.#collections) {
      for (const [key, value] of collection.records) yield [name, key, value]
    }
  }

  /** Takes the records of another store in place of its own. They are shared and not copied, since neither changes one in place. */
  become(other: MemoryStore): void {
    for (const { records } of this.#collections.values()) records.clear()
    for (const [name, { records }] of other.#collections) {
      const own = this.#collections.get(name) ?? new MemoryCollection<unknown>()
      this.#collections.set(name, own)
      for (const [key, value] of records) own.records.set(key, value)
    }
  }
}

/** One kind of record. */
class MemoryCollection<T> implements Collection<T> {
  readonly records = new Map<string, T>()

  get isEmpty(): boolean {
    return this.records.size === 0
  }

  async get(key: string): Promise<T | undefined> {
    return thawRecord(this.records.get(key))
  }

  async set(key: string, value: T): Promise<void> {
    this.records.set(key, freezeRecord(value))
  }

  async update(key: string, change: (current: T | undefined) => T | undefined): Promise<T | undefined> {
    const next = change(thawRecord(this.records.get(key)))
    if (next !== undefined) this.records.set(key, freezeRecord(next))
    return next
  }

  async delete(key: string): Promise<boolean> {
    return this.records.delete(key)
  }

  async entries(): Promise<[string, T][]> {
    return this.isEmpty ? [] : Array.from(this.records, ([key, value]) => [key, thawRecord(value)])
  }
}
