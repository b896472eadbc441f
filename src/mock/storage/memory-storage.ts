import type { Collection, Store } from '../../behaviour/store.ts'
import { MemoryStore } from './memory-store.ts'
import type { Storage } from './storage.ts'

interface Owner {
  store: MemoryStore
  settled: boolean
}

/** What is read where nothing has been written. */
const nothing = new MemoryStore()

/** Keeps everything in this process, and for as long as it runs. */
export class MemoryStorage implements Storage {
  readonly #partitions = new Map<string, Map<string, Owner>>()

  store(partition: string, owner: string): Store {
    const present = () => this.#partitions.get(partition)?.get(owner)?.store ?? nothing
    const made = () => this.#open(partition, owner).store
    return { collection: <T>(name: string) => new MemoryView<T>(name, present, made) }
  }

  async settled(partition: string): Promise<string[]> {
    return [...(this.#partitions.get(partition) ?? [])].filter(([, { settled }]) => settled).map(([name]) => name)
  }

  async settle(partition: string, owner: string, records: MemoryStore): Promise<void> {
    const entry = this.#open(partition, owner)
    entry.store.become(records)
    entry.settled = true
  }

  async copy(from: string, to: string): Promise<void> {
    await this.empty(to)
    for (const [name, { store, settled }] of this.#partitions.get(from) ?? []) {
      const entry = this.#open(to, name)
      entry.store.become(store)
      entry.settled = settled
    }
  }

  async empty(partition: string, owner?: string): Promise<void> {
    if (owner === undefined) this.#partitions.delete(partition)
    else this.#partitions.get(partition)?.delete(owner)
  }

  async partitions(): Promise<string[]> {
    return [...this.#partitions.keys()]
  }

  close(): void {}

  #open(partition: string, name: string): Owner {
    const owners = this.#partitions.get(partition) ?? new Map<string, Owner>()
    this.#partitions.set(partition, owners)
    const owner = owners.get(name) ?? { store: new MemoryStore(), settled: false }
    owners.set(name, owner)
    return owner
  }
}

/** One kind of record, looked up anew each time: its owner's records may have been replaced. Reading makes nothing. */
class MemoryView<T> implements Collection<T> {
  readonly #name: string
  readonly #present: () => Store
  readonly #made: () => Store

  constructor(name: string, present: () => Store, made: () => Store) {
    this.#name = name
    this.#present = present
    this.#made = made
  }

  get isEmpty(): boolean {
    return this.#present().collection<T>(this.#name).isEmpty === true
  }

  get(key: string): Promise<T | undefined> {
    return this.#present().collection<T>(this.#name).get(key)
  }

  set(key: string, value: T): Promise<void> {
    return this.#made().collection<T>(this.#name).set(key, value)
  }

  update(key: string, change: (current: T | undefined) => T | undefined): Promise<T | undefined> {
    return this.#made().collection<T>(this.#name).update(key, change)
  }

  delete(key: string): Promise<boolean> {
    return this.#present().collection<T>(this.#name).delete(key)
  }

  entries(): Promise<[string, T][]> {
    return this.#present().collection<T>(this.#name).entries()
  }
}
