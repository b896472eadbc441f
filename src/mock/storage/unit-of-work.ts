import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Collection, Store } from '../../behaviour/store.ts'
import { chain, type MaybePromise, tryChain } from '../maybe-promise.ts'
import { freezeRecord, thawRecord } from './freeze-record.ts'
import type { Storage, Transaction, Write } from './storage.ts'

/** So many times at most a unit of work runs again because others have changed what it had read. */
const maxReruns = 5

/** Others kept changing what a unit of work had read. Nothing of it was stored. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError'
}

/**
 * Does work in one unit, and commits that when it is done and `isKept` says so. The work runs again, in a unit of its own, when something
 * that it has read was changed meanwhile. What it throws leaves nothing behind.
 *
 * @throws {ConflictError} when the work has run six times
 */
export function inOneUnit<Result>(
  begin: () => MaybePromise<UnitOfWork>,
  work: (unit: UnitOfWork) => MaybePromise<Result>,
  isKept: (result: Result) => boolean = () => true,
  reruns = 0,
): MaybePromise<Result> {
  const rerun = async (): Promise<Result> => {
    if (reruns === maxReruns) throw new ConflictError('others keep changing the same records')
    // Work that started together goes on apart, each in a turn of the event loop.
    await nextTurn()
    return inOneUnit(begin, work, isKept, reruns + 1)
  }
  return tryChain(
    () =>
      chain(begin(), (unit) =>
        chain(work(unit), (result) => {
          if (!isKept(result)) unit.drop()
          return chain(unit.end(), (isCommitted) => (isCommitted ? result : rerun()))
        }),
      ),
    (error) => {
      if (error instanceof StepConflict) return rerun()
      throw error
    },
  )
}

/** The records of one owner, for those who do no unit of work: each change is stored at once. */
export function openStore(storage: Storage, partition: string, owner: string): Store {
  const unit = new UnitOfWork(storage, partition)
  void unit.end()
  return unit.store(owner)
}

/**
 * One request's view of a partition: it reads what is stored, sees its own changes, and nobody else sees these before its commit. After its
 * end, as in a stream that goes on when its answer is known, each change is a unit of its own.
 */
export class UnitOfWork {
  readonly #storage: Storage
  readonly #partition: string
  #transaction: Transaction | undefined
  #writes: Write[] = []
  #hasEnded = false

  constructor(storage: Storage, partition: string) {
    this.#storage = storage
    this.#partition = partition
  }

  store(owner: string): Store {
    return { collection: <T>(name: string) => new UnitCollection<T>(this, owner, name) }
  }

  /** Changes that are not stored yet, in their order. */
  get writes(): readonly Write[] {
    return this.#writes
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

  /** Forgets the changes that are not stored yet. */
  drop(): void {
    this.#writes = []
    this.#transaction = undefined
  }

  /**
   * Stores what has changed so far; whatever is read from now on is read anew. To be called before a wait, so that nothing is held meanwhile.
   *
   * @throws {StepConflict} when something that was read has changed
   */
  async step(): Promise<void> {
    if (!(await this.#commit())) throw new StepConflict()
  }

  /** Stores the changes; false when something that was read has changed, and nothing is stored. */
  end(): MaybePromise<boolean> {
    this.#hasEnded = true
    return this.#commit()
  }

  /** Does work in this unit, or in one of its own when this one has ended. */
  within<Result>(work: (unit: UnitOfWork) => MaybePromise<Result>): MaybePromise<Result> {
    return this.#hasEnded ? inOneUnit(() => new UnitOfWork(this.#storage, this.#partition), work) : work(this)
  }

  #open(): Transaction {
    this.#transaction ??= this.#storage.begin(this.#partition)
    return this.#transaction
  }

  #commit(): MaybePromise<boolean> {
    const [transaction, writes] = [this.#transaction, this.#writes]
    if (!transaction && writes.length === 0) return true
    this.drop()
    return (transaction ?? this.#storage.begin(this.#partition)).commit(writes)
  }
}

/** Something that a step had read was changed before the step was stored. */
class StepConflict extends Error {}

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
