import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Collection, Store } from '../../behaviour/store.ts'
import { chain, type MaybePromise, tryChain } from '../maybe-promise.ts'
import { freezeRecord, thawRecord } from './freeze-record.ts'
import { type Place, type Storage, StorageError, type Transaction, type Write } from './storage.ts'
import { Turns } from './turns.ts'

/** A record before and after a request; null where there is none. */
export interface Change {
  kind: string
  key: string
  before: unknown
  after: unknown
}

/** So many times at most a unit of work runs again because others have changed what it had read. */
const maxReruns = 5

/** The same where other processes may change it, and where what a process believes may be old. */
const maxSharedReruns = 100

/** Others kept changing what a unit of work had read. Nothing of it was stored. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError'
}

/** Of units that run again, by partition. */
const turns = new Turns()

interface Ending<Result> {
  /** False drops the changes; default: all are kept. */
  isKept?(result: Result): boolean
  /** For the journal of the session, where the storage keeps that. */
  note?(result: Result): string | undefined
}

/**
 * Does work in one unit, and commits that when it is done and `isKept` says so. The work runs again, in a unit of its own, when something
 * that it has read was changed meanwhile. What it throws leaves nothing behind.
 *
 * @throws {ConflictError} when the work has run six times, or in a shared storage 101 times
 */
export function inOneUnit<Result>(
  begin: () => MaybePromise<UnitOfWork>,
  work: (unit: UnitOfWork) => MaybePromise<Result>,
  ending: Ending<Result> = {},
  reruns = 0,
): MaybePromise<Result> {
  let unit: UnitOfWork | undefined
  const rerun = async (): Promise<Result> => {
    if (reruns === (unit?.isShared ? maxSharedReruns : maxReruns)) {
      throw new ConflictError('others keep changing the same records')
    }
    const again = () => inOneUnit(begin, work, ending, reruns + 1)
    if (!unit?.isShared) {
      // Work that started together goes on apart, each in a turn of the event loop.
      await nextTurn()
      return again()
    }
    // The first rerun takes a turn among those of this process; later ones have it, and only meet other processes.
    if (reruns > 0) {
      await sleep(Math.random() * Math.min(reruns, 20))
      return again()
    }
    const endTurn = await turns.take(unit.partition)
    try {
      return await again()
    } finally {
      endTurn()
    }
  }
  return tryChain(
    () =>
      chain(begin(), (begun) => {
        unit = begun
        return chain(work(begun), (result) => {
          if (ending.isKept?.(result) === false) begun.drop()
          const note = begun.isShared ? ending.note?.(result) : undefined
          return chain(begun.end(note), (isCommitted) => (isCommitted ? result : rerun()))
        })
      }),
    (error) => {
      if (error instanceof StepConflict) return rerun()
      if (!unit?.isShared || error instanceof StorageError || error instanceof ConflictError) throw error
      // The work may have failed because what it had read was old.
      unit.drop()
      return chain(unit.end(), (isTrue) => {
        if (isTrue) throw error
        return rerun()
      })
    },
  )
}

/**
 * The records of one owner, for those who do no unit of work: each change is stored at once.
 *
 * @param before is awaited before each call
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
 * One request's view of a partition: it reads what is stored, sees its own changes, and nobody else sees these before its commit. After its
 * end, as in a stream that goes on when its answer is known, each change is a unit of its own.
 */
export class UnitOfWork {
  readonly partition: string
  readonly #storage: Storage
  #transaction: Transaction | undefined
  #writes: Write[] = []
  #hasEnded: boolean
  readonly #before: (() => MaybePromise<unknown>) | undefined
  #afterwards: (() => void)[] | undefined

  /** @param before is awaited before each call of a unit that has ended from the beginning */
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

  /** Fetches in one call what is going to be read, where each call takes time. */
  prefetch(places: readonly Place[]): MaybePromise<void> {
    return this.#open().prefetch?.(places)
  }

  /** Asks that `action` is called when the changes have been stored. */
  afterwards(action: () => void): void {
    this.#afterwards = [...(this.#afterwards ?? []), action]
  }

  /** Forgets the changes that are not stored yet. In a shared storage the commit still looks whether what was read was true. */
  drop(): void {
    this.#writes = []
    this.#afterwards = undefined
    if (!this.isShared) this.#transaction = undefined
  }

  /**
   * Stores what has changed so far; whatever is read from now on is read anew. To be called before a wait, so that nothing is held meanwhile.
   *
   * @throws {StepConflict} when something that was read has changed
   */
  async step(): Promise<void> {
    if (!(await this.#commit())) throw new StepConflict()
  }

  /**
   * Looks whether what was read so far is true, where it may be old: before something that is not to be done twice.
   *
   * @throws {StepConflict} when it is not
   */
  async confirm(): Promise<void> {
    if (!this.isShared || this.#hasEnded || !this.#transaction) return
    if (!(await this.#transaction.commit([]))) throw new StepConflict()
  }

  /** Stores the changes; false when something that was read has changed, and nothing is stored. */
  end(note?: string): MaybePromise<boolean> {
    this.#hasEnded = true
    return this.#commit(note)
  }

  /** Does work in this unit, or in one of its own when this one has ended. */
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
      if (isCommitted) for (const action of afterwards ?? []) action()
      return isCommitted
    })
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
