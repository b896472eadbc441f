import { getOrAdd } from '../memoize.ts'
import { thawRecord } from './freeze-record.ts'
import type { Storage, Transaction, Write } from './storage.ts'

/** Values never change in place, so partitions can share them; a change replaces the value. */
interface Records {
  byKey: Map<string, unknown>
  /** Number of the last change of these records. */
  version: number
}

type Owners = Map<string, Map<string, Records>>

/** Keeps records in this process, for as long as it runs. */
export class MemoryStorage implements Storage {
  readonly #partitions = new Map<string, Owners>()
  /** Number of the last change of the storage that wrote records. */
  #changes = 0

  begin(partition: string): Transaction {
    return new MemoryTransaction(this, partition)
  }

  copy(from: string, to: string, writes: readonly Write[] = []): void {
    const version = ++this.#changes
    const copied: Owners = new Map()
    for (const [owner, collections] of this.#partitions.get(from) ?? []) {
      const entries = Array.from(
        collections,
        ([name, { byKey }]) => [name, { byKey: new Map(byKey), version }] as const,
      )
      copied.set(owner, new Map(entries))
    }
    this.#partitions.set(to, copied)
    this.apply(to, writes)
  }

  empty(...partitions: readonly string[]): void {
    for (const partition of partitions) this.#partitions.delete(partition)
  }

  forget(partition: string, owner: string): void {
    this.#partitions.get(partition)?.delete(owner)
  }

  partitions(prefix: string): string[] {
    const named = [...this.#partitions.keys()].filter((partition) => partition.startsWith(prefix))
    return named.filter((partition) => this.owners(partition).length > 0)
  }

  owners(partition: string): string[] {
    const owners = [...(this.#partitions.get(partition) ?? [])]
    const held = owners.filter(([, collections]) => [...collections.values()].some(({ byKey }) => byKey.size > 0))
    return held.map(([name]) => name)
  }

  close(): void {}

  find(partition: string, owner: string, collection: string): Records | undefined {
    return this.#partitions.get(partition)?.get(owner)?.get(collection)
  }

  apply(partition: string, writes: readonly Write[]): void {
    const version = ++this.#changes
    for (const { owner, collection, key, value } of writes) {
      const owners = getOrAdd(this.#partitions, partition, () => new Map())
      const collections = getOrAdd(owners, owner, () => new Map())
      const records = getOrAdd(collections, collection, (): Records => ({ byKey: new Map(), version }))
      if (value === undefined) records.byKey.delete(key)
      else records.byKey.set(key, value)
      records.version = version
    }
  }
}

interface NotedRead {
  owner: string
  collection: string
  /** Undefined when the whole collection was read. */
  key: string | undefined
  /** The value of a record, or the version of a collection. */
  found: unknown
}

class MemoryTransaction implements Transaction {
  readonly #storage: MemoryStorage
  readonly #partition: string
  readonly #reads: NotedRead[] = []

  constructor(storage: MemoryStorage, partition: string) {
    this.#storage = storage
    this.#partition = partition
  }

  read(owner: string, collection: string, key: string): unknown {
    const found = this.#storage.find(this.#partition, owner, collection)?.byKey.get(key)
    this.#reads.push({ owner, collection, key, found })
    return thawRecord(found)
  }

  list(owner: string, collection: string): [string, unknown][] {
    const records = this.#storage.find(this.#partition, owner, collection)
    this.#reads.push({ owner, collection, key: undefined, found: records?.version })
    return records ? Array.from(records.byKey, ([key, value]) => [key, thawRecord(value)]) : []
  }

  commit(writes: readonly Write[]): boolean {
    if (this.#reads.some((read) => this.#isStale(read))) return false
    this.#storage.apply(this.#partition, writes)
    return true
  }

  #isStale({ owner, collection, key, found }: NotedRead): boolean {
    const records = this.#storage.find(this.#partition, owner, collection)
    return !Object.is(key === undefined ? records?.version : records?.byKey.get(key), found)
  }
}
