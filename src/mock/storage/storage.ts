import type { MaybePromise } from '../maybe-promise.ts'

/**
 * All records of a mock, in partitions. A partition is a session, or a snapshot of one. In a partition each record belongs to an interface,
 * or to the session itself, and to a collection of that one.
 *
 * An engine may run in this process or answer over a network, so every method may return a promise. Each method is atomic, even if the
 * process dies.
 */
export interface Storage {
  /** Starts a transaction on one partition. This takes no lock and needs no cleanup. */
  begin(partition: string): StorageTransaction
  /** Replaces the records of `to` by those of `from`, another partition of the same session, and then applies `writes` to `to`. */
  copy(from: string, to: string, writes?: readonly Write[]): MaybePromise<void>
  /** Removes the records of a partition. */
  empty(partition: string): MaybePromise<void>
  /** Removes the records of one interface in a partition. */
  forget(partition: string, interfaceName: string): MaybePromise<void>
  /** Removes a session with its snapshots. */
  deleteSession(session: string): MaybePromise<void>
  /** Partitions that have records, and whose names start with `prefix`. */
  partitions(prefix: string): MaybePromise<string[]>
  /** Interfaces that have records in a partition. */
  interfaces(partition: string): MaybePromise<string[]>
  /**
   * Registers a request that waits for the clock of a session, until the returned function is called.
   *
   * @param wake called when the stored clock may have changed
   */
  registerWaiter(session: string, wake: () => Promise<void>): MaybePromise<() => MaybePromise<void>>
  close(): MaybePromise<void>
}

/** The reads of one request, and the commit that checks whether they are still current. */
export interface StorageTransaction {
  /** The value of a record; undefined when there is none. */
  read(interfaceName: string, collection: string, key: string): MaybePromise<unknown>
  /** Records of a collection, in the order in which their keys were first set. */
  list(interfaceName: string, collection: string): MaybePromise<[key: string, value: unknown][]>
  /** Fetches records that will be read, in one call; absent where reading is cheap. */
  prefetch?(ranges: readonly RecordRange[]): MaybePromise<void>
  /**
   * Applies all writes at once, in their order. Returns false, and changes nothing, if a record that was read has changed.
   *
   * @param journalLine called by a storage that keeps the journal of the session, for the entry that it stores with the writes
   */
  commit(writes: readonly Write[], journalLine?: () => string | undefined): MaybePromise<boolean>
}

/** All records of a collection, or the one with a key. */
export interface RecordRange {
  interfaceName: string
  collection: string
  key?: string
}

/** The name of one record in its partition. */
export interface RecordKey extends RecordRange {
  key: string
}

/** A change of one record. A value of `undefined` removes it. */
export interface Write extends RecordKey {
  value: unknown
}

/** The storage cannot be used now: its disk is full, it cannot be reached, or other requests keep changing the same records. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  /** Seconds after which a caller may try again; undefined when somebody has to repair something first. */
  readonly retryAfter: number | undefined

  constructor(message: string, retryAfter?: number) {
    super(message)
    this.retryAfter = retryAfter
  }
}
