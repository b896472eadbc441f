import type { Collection, Store } from '../../behaviour/store.ts'
import { chain, type MaybePromise } from '../maybe-promise.ts'
import { freezeRecord } from './record.ts'
import { CheckpointConflict, runTransaction } from './run-transaction.ts'
import type { RecordRange, Storage, StorageTransaction, Write } from './storage.ts'

/** A record before and after a request; null where there is none. */
export interface Change {
  kind: string
  key: string
  before: unknown
  after: unknown
}

/** The records of one interface; each change is its own transaction. */
export function openStore(storage: Storage, partition: string, interfaceName: string): Store {
  return new Transaction(storage, partition, true).store(interfaceName)
}

/**
 * One request's view of a partition. It reads stored records and sees its own changes, which nobody else sees before its commit. After its
 * end, for example in a stream that continues after its answer, each change is its own transaction.
 */
export class Transaction {
  readonly partition: string
  readonly storage: Storage
  #stored: StorageTransaction | undefined
  #writes: Write[] = []
  #hasEnded: boolean
  #afterwards: (() => void)[] = []

  constructor(storage: Storage, partition: string, hasEnded = false) {
    this.storage = storage
    this.partition = partition
    this.#hasEnded = hasEnded
  }

  store(interfaceName: string): Store {
    return { collection: <T>(name: string) => openCollection<T>(this, interfaceName, name) }
  }

  /** Changes that are not stored yet, in their order. */
  get writes(): readonly Write[] {
    return this.#writes
  }

  /** The changes of one interface that are not stored yet, each record once, with the value that is stored until then. */
  async changes(interfaceName: string): Promise<Change[]> {
    const own = this.#writes.filter((write) => write.interfaceName === interfaceName)
    const last = new Map(own.map((write) => [JSON.stringify([write.collection, write.key]), write]))
    return Promise.all(
      [...last.values()].map(async ({ collection, key, value }) => ({
        kind: collection,
        key,
        before: (await this.#open().read(interfaceName, collection, key)) ?? null,
        after: value ?? null,
      })),
    )
  }

  read(interfaceName: string, collection: string, key: string): MaybePromise<unknown> {
    if (typeof key !== 'string') throw wrongKey(collection, key)
    const written = this.#writes.findLast(
      (write) => write.key === key && write.collection === collection && write.interfaceName === interfaceName,
    )
    return written ? written.value : this.#open().read(interfaceName, collection, key)
  }

  list(interfaceName: string, collection: string): MaybePromise<[string, unknown][]> {
    const stored = this.#open().list(interfaceName, collection)
    if (this.#writes.length === 0) return stored
    return chain(stored, (entries) => {
      const present = new Map(entries)
      for (const write of this.#writes) {
        if (write.interfaceName !== interfaceName || write.collection !== collection) continue
        if (write.value === undefined) present.delete(write.key)
        else present.set(write.key, write.value)
      }
      return [...present]
    })
  }

  write(interfaceName: string, collection: string, key: string, value: unknown): void {
    if (typeof key !== 'string') throw wrongKey(collection, key)
    this.#writes.push({ interfaceName, collection, key, value: freezeRecord(value) })
  }

  /** Repeats a change of another transaction. */
  add(write: Write): void {
    this.#writes.push(write)
  }

  /** Fetches, in one call, records that will be read, where each call takes time. */
  prefetch(ranges: readonly RecordRange[]): MaybePromise<void> {
    return this.#open().prefetch?.(ranges)
  }

  /** Calls `action` when the changes have been stored. */
  afterwards(action: () => void): void {
    this.#afterwards.push(action)
  }

  /** Forgets the changes that are not stored yet. The commit still checks that the reads are current. */
  drop(): void {
    this.#writes = []
    this.#afterwards = []
  }

  /**
   * Stores the changes so far; later reads see the storage as it is then. Call it before a wait, so that nothing is held meanwhile.
   *
   * @throws {CheckpointConflict} when a record that was read has changed
   */
  async checkpoint(): Promise<void> {
    if (!(await this.#commit())) throw new CheckpointConflict()
  }

  /** Stores the changes; false when a record that was read has changed, and nothing is stored. */
  end(journalLine?: () => string | undefined): MaybePromise<boolean> {
    this.#hasEnded = true
    return this.#commit(journalLine)
  }

  /** Does work in this transaction, or in a new one when this one has ended. */
  within<Result>(work: (transaction: Transaction) => MaybePromise<Result>): MaybePromise<Result> {
    if (!this.#hasEnded) return work(this)
    return runTransaction(() => new Transaction(this.storage, this.partition), work)
  }

  #open(): StorageTransaction {
    this.#stored ??= this.storage.begin(this.partition)
    return this.#stored
  }

  #commit(journalLine?: () => string | undefined): MaybePromise<boolean> {
    const stored = this.#open()
    const writes = this.#writes
    const afterwards = this.#afterwards
    this.drop()
    this.#stored = undefined
    return chain(stored.commit(writes, journalLine), (isCommitted) => {
      if (isCommitted) for (const action of afterwards) action()
      return isCommitted
    })
  }
}

/** Behaviours may be written in JavaScript. */
function wrongKey(collection: string, key: unknown): TypeError {
  return new TypeError(`the key of a record of '${collection}' must be a text, seen ${String(key)}`)
}

function openCollection<T>(transaction: Transaction, interfaceName: string, name: string): Collection<T> {
  const read = (own: Transaction, key: string) => own.read(interfaceName, name, key) as MaybePromise<T | undefined>
  return {
    get: async (key) => transaction.within((own) => read(own, key)),
    set: async (key, value) => transaction.within((own) => own.write(interfaceName, name, key, value)),
    update: async (key, change) =>
      transaction.within((own) =>
        chain(read(own, key), (current) => {
          const next = change(current)
          if (next !== undefined) own.write(interfaceName, name, key, next)
          return next
        }),
      ),
    delete: async (key) =>
      transaction.within((own) =>
        chain(read(own, key), (current) => {
          if (current !== undefined) own.write(interfaceName, name, key, undefined)
          return current !== undefined
        }),
      ),
    entries: async () => transaction.within((own) => own.list(interfaceName, name) as MaybePromise<[string, T][]>),
  }
}
