import { getOrAdd } from '../../memoize.ts'
import type { Change, SqliteLog } from './sqlite-log.ts'
import type { Storage, StorageTransaction, Write } from './storage.ts'

/** Values never change in place, so partitions can share them; a change replaces the value. */
interface Records {
  byKey: Map<string, unknown>
  /** Number of the last change of these records. */
  version: number
}

/** Collections by interface. */
type Interfaces = Map<string, Map<string, Records>>

/** Keeps records in this process, for as long as it runs. */
export class MemoryStorage implements Storage {
  readonly #partitions = new Map<string, Interfaces>()
  /** Number of the last change of the storage that wrote records. */
  #changes = 0
  #log: SqliteLog | undefined

  /** Has the log note each change before it is made, from now on. A change that it refuses is not made. */
  keepLog(log: SqliteLog): void {
    this.#log = log
  }

  begin(partition: string): StorageTransaction {
    return new MemoryTransaction(this, partition)
  }

  copy(from: string, to: string, writes: readonly Write[] = []): void {
    this.#change([[to, [...this.#removals(to), ...this.#records(from), ...writes]]])
  }

  empty(partition: string): void {
    this.#change([[partition, this.#removals(partition)]])
  }

  forget(partition: string, interfaceName: string): void {
    this.#change([[partition, this.#removals(partition).filter((write) => write.interfaceName === interfaceName)]])
  }

  deleteSession(session: string): void {
    const own = [session, ...this.partitions(`${session}/`)]
    this.#change(own.map((partition) => [partition, this.#removals(partition)]))
  }

  partitions(prefix: string): string[] {
    return [...this.#partitions.keys()].filter((partition) => partition.startsWith(prefix))
  }

  interfaces(partition: string): string[] {
    return [...(this.#partitions.get(partition)?.keys() ?? [])]
  }

  /** Only this process moves its clocks, and it wakes who waits. */
  registerWaiter(): () => void {
    return () => {}
  }

  close(): void {
    this.#log?.close()
  }

  find(partition: string, interfaceName: string, collection: string): Records | undefined {
    return this.#partitions.get(partition)?.get(interfaceName)?.get(collection)
  }

  apply(partition: string, writes: readonly Write[]): void {
    if (writes.length > 0) this.#change([[partition, writes]])
  }

  /** Makes all changes, or none if the log refuses them. */
  #change(changes: readonly Change[]): void {
    this.#log?.write(changes)
    const version = ++this.#changes
    for (const [partition, writes] of changes) {
      for (const { interfaceName, collection, key, value } of writes) {
        const interfaces = getOrAdd(this.#partitions, partition, () => new Map())
        const collections = getOrAdd(interfaces, interfaceName, () => new Map())
        const records = getOrAdd(collections, collection, (): Records => ({ byKey: new Map(), version }))
        if (value === undefined) records.byKey.delete(key)
        else records.byKey.set(key, value)
        records.version = version
        // Nothing is left of a session without records.
        if (records.byKey.size === 0) collections.delete(collection)
        if (collections.size === 0) interfaces.delete(interfaceName)
        if (interfaces.size === 0) this.#partitions.delete(partition)
      }
    }
  }

  #records(partition: string): Write[] {
    return [...(this.#partitions.get(partition) ?? [])].flatMap(([interfaceName, collections]) =>
      [...collections].flatMap(([collection, { byKey }]) =>
        Array.from(byKey, ([key, value]) => ({ interfaceName, collection, key, value })),
      ),
    )
  }

  #removals(partition: string): Write[] {
    return this.#records(partition).map((record) => ({ ...record, value: undefined }))
  }
}

interface NotedRead {
  interfaceName: string
  collection: string
  /** Undefined when the whole collection was read. */
  key: string | undefined
  /** The value of a record, or the version of a collection. */
  found: unknown
}

class MemoryTransaction implements StorageTransaction {
  readonly #storage: MemoryStorage
  readonly #partition: string
  readonly #reads: NotedRead[] = []

  constructor(storage: MemoryStorage, partition: string) {
    this.#storage = storage
    this.#partition = partition
  }

  read(interfaceName: string, collection: string, key: string): unknown {
    const found = this.#storage.find(this.#partition, interfaceName, collection)?.byKey.get(key)
    this.#reads.push({ interfaceName, collection, key, found })
    return found
  }

  list(interfaceName: string, collection: string): [string, unknown][] {
    const records = this.#storage.find(this.#partition, interfaceName, collection)
    this.#reads.push({ interfaceName, collection, key: undefined, found: records?.version })
    return records ? [...records.byKey] : []
  }

  commit(writes: readonly Write[]): boolean {
    if (this.#reads.some((read) => this.#isStale(read))) return false
    this.#storage.apply(this.#partition, writes)
    return true
  }

  #isStale({ interfaceName, collection, key, found }: NotedRead): boolean {
    const records = this.#storage.find(this.#partition, interfaceName, collection)
    return !Object.is(key === undefined ? records?.version : records?.byKey.get(key), found)
  }
}
