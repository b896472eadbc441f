import type { Collection, Store } from '../../behaviour/store.ts'
import { chain, type MaybePromise } from '../maybe-promise.ts'
import { freezeRecord, thawRecord } from './freeze-record.ts'
import { inOneUnit, StepConflict } from './in-one-unit.ts'
import type { Place, Storage, Transaction, Write } from './storage.ts'

/** A record before and after a request; null where there is none. */
export interface Change {
  kind: string
  key: string
  before: unknown
  after: unknown
}

/**
 * The records of one owner, without a unit of work: each change is stored at once.
 *
 * @param before called and awaited before each call
 */
export function openStore(
  storage: Storage,
  partition: string,
  owner: string,
  before?: () => MaybePromise<unknown>,
): Store {
  return new UnitOfWork(storage, partition, before ?? (() => undefined)).store(owner)
}

/**
 * One request's view of a partition. It reads stored records and sees its own changes, which nobody else sees before its commit. After its
 * end, for example in a stream that continues after its answer, each change is a unit of its own.
 */
export class UnitOfWork {
  readonly partition: string
  readonly #storage: Storage
  #transaction: Transaction | undefined
  #writes: Write[] = []
  #hasEnded: boolean
  readonly #before: (() => MaybePromise<unknown>) | undefined
  #afterwards: (() => void)[] = []

  /** @param before makes a unit that has ended from the start, and is called and awaited before each call */
  constructor(storage: Storage, partition: string, before?: () => MaybePromise<unknown>) {
    this.#storage = storage
    this.partition = partition
    this.#hasEnded = before !== undefined
    this.#before = before
  }

  /** Other processes use the same records. */
  get isShared(): boolean {
    return this.#storage.shared !== undefined
  }

  store(owner: string): Store {
    return { collection: <T>(name: string) => new UnitCollection<T>(this, owner, name) }
  }

  /** Changes that are not stored yet, in their order. */
  get writes(): readonly Write[] {
    return this.#writes
  }

  /** The changes of one owner that are not stored yet, each record once, with the value that is stored until then. */
  async changes(owner: string): Promise<Change[]> {
    const own = this.#writes.filter((write) => write.owner === owner)
    const last = new Map(own.map((write) => [JSON.stringify([write.collection, write.key]), write]))
    return Promise.all(
      [...last.values()].map(async ({ collection, key, value }) => ({
        kind: collection,
        key,
        before: (await this.#open().read(owner, collection, key)) ?? null,
        after: thawRecord(value) ?? null,
      })),
    )
  }

  read(owner: string, collection: string, key: string): MaybePromise<unknown> {
    const written = this.#writes.findLast(
      (write) => write.key === key && write.collection === collection && write.owner === owner,
    )
    return written ? thawRecord(written.value) : this.#open().read(owner, collection, key)
  }

  list(owner: string, collection: string): MaybePromise<[string, unknown][]> {
    const stored = this.#open().list(owner, collection)
    if (this.#writes.length === 0) return stored
    return chain(stored, (entries) => {
      const present = new Map(entries)
      for (const write of this.#writes) {
        if (write.owner !== owner || write.collection !== collection) continue
        if (write.value === undefined) present.delete(write.key)
        else present.set(write.key, thawRecord(write.value))
      }
      return [...present]
    })
  }

  write(owner: string, collection: string, key: string, value: unknown): void {
    this.#writes.push({ owner, collection, key, value: freezeRecord(value) })
  }

  /** Repeats a change of another unit. */
  add(write: Write): void {
    this.#writes.push(write)
  }

  /** Fetches, in one call, records that will be read, where each call takes time. */
  prefetch(places: readonly Place[]): MaybePromise<void> {
    return this.#open().prefetch?.(places)
  }

  /** Calls `action` when the changes have been stored. */
  afterwards(action: () => void): void {
    this.#afterwards.push(action)
  }

  /** Forgets the changes that are not stored yet. In a shared storage, the commit still checks that the reads are current. */
  drop(): void {
    this.#writes = []
    this.#afterwards = []
    if (!this.isShared) this.#transaction = undefined
  }

  /**
   * Stores the changes so far; later reads see the storage as it is then. Call it before a wait, so that nothing is held meanwhile.
   *
   * @throws {StepConflict} when a record that was read has changed
   */
  async step(): Promise<void> {
    if (!(await this.#commit())) throw new StepConflict()
  }

  /**
   * Checks that the reads so far are current, where they may be stale. Call it before an action that must not be done twice.
   *
   * @throws {StepConflict} when they are not
   */
  async confirm(): Promise<void> {
    if (!this.isShared || this.#hasEnded || !this.#transaction) return
    if (!(await this.#transaction.commit([]))) throw new StepConflict()
  }

  /** Stores the changes; false when a record that was read has changed, and nothing is stored. */
  end(note?: string): MaybePromise<boolean> {
    this.#hasEnded = true
    return this.#commit(note)
  }

  /** Does work in this unit, or in a new unit when this one has ended. */
  within<Result>(work: (unit: UnitOfWork) => MaybePromise<Result>): MaybePromise<Result> {
    if (!this.#hasEnded) return work(this)
    return chain(this.#before?.(), () => inOneUnit(() => new UnitOfWork(this.#storage, this.partition), work))
  }

  #open(): Transaction {
    this.#transaction ??= this.#storage.begin(this.partition, true)
    return this.#transaction
  }

  #commit(note?: string): MaybePromise<boolean> {
    const writes = this.#writes
    // A shared session is in use as long as somebody commits, even nothing.
    if (!this.#transaction && writes.length === 0 && !this.isShared) return true
    const transaction = this.#open()
    const afterwards = this.#afterwards
    this.drop()
    this.#transaction = undefined
    return chain(transaction.commit(writes, note), (isCommitted) => {
      if (isCommitted) for (const action of afterwards) action()
      return isCommitted
    })
  }
}

class UnitCollection<T> implements Collection<T> {
  readonly #unit: UnitOfWork
  readonly #owner: string
  readonly #name: string

  constructor(unit: UnitOfWork, owner: string, name: string) {
    this.#unit = unit
    this.#owner = owner
    this.#name = name
  }

  async get(key: string): Promise<T | undefined> {
    return this.#unit.within((unit) => unit.read(this.#owner, this.#name, key) as MaybePromise<T | undefined>)
  }

  async set(key: string, value: T): Promise<void> {
    return this.#unit.within((unit) => unit.write(this.#owner, this.#name, key, value))
  }

  async update(key: string, change: (current: T | undefined) => T | undefined): Promise<T | undefined> {
    return this.#unit.within((unit) =>
      chain(unit.read(this.#owner, this.#name, key), (current) => {
        const next = change(current as T | undefined)
        if (next !== undefined) unit.write(this.#owner, this.#name, key, next)
        return next
      }),
    )
  }

  async delete(key: string): Promise<boolean> {
    return this.#unit.within((unit) =>
      chain(unit.read(this.#owner, this.#name, key), (current) => {
        if (current !== undefined) unit.write(this.#owner, this.#name, key, undefined)
        return current !== undefined
      }),
    )
  }

  async entries(): Promise<[string, T][]> {
    return this.#unit.within((unit) => unit.list(this.#owner, this.#name) as MaybePromise<[string, T][]>)
  }
}
