import type { MaybePromise } from '../maybe-promise.ts'

/**
 * All records of a mock, in partitions. A partition is a session, or a snapshot of one. In a partition each record belongs to an owner (an
 * interface, or the session itself) and to a collection of that owner.
 *
 * An engine may run in this process or answer over a network, so every method may return a promise. Each method is atomic, even if the
 * process dies.
 */
export interface Storage {
  /** Present when other processes use the same records. */
  readonly shared?: SharedStorage
  /**
   * Starts a transaction on one partition. This takes no lock and needs no cleanup.
   *
   * @param isValidated the caller uses nothing of the reads before a commit has returned true, so reads may come from a cache
   */
  begin(partition: string, isValidated?: boolean): Transaction
  /** Replaces the records of `to` by those of `from`, another partition of the same session, and then applies `writes` to `to`. */
  copy(from: string, to: string, writes?: readonly Write[]): MaybePromise<void>
  /** Removes the records of all these partitions. */
  empty(...partitions: readonly string[]): MaybePromise<void>
  /** Removes the records of one owner in a partition. */
  forget(partition: string, owner: string): MaybePromise<void>
  /** Partitions that have records, and whose names start with `prefix`. */
  partitions(prefix: string): MaybePromise<string[]>
  /** Owners that have records in a partition. */
  owners(partition: string): MaybePromise<string[]>
  close(): MaybePromise<void>
}

/** Messages about sessions between the processes that share a storage. A session is named by its partition. */
export interface SharedStorage {
  /** The last 200 notes of commits, oldest first; with an ID, those after it. */
  journal(session: string, after?: string): Promise<[id: string, note: string][]>
  /** Changes of the commits whose notes come after an ID, by the ID of the note. They are known while somebody attends to them. */
  changes(session: string, after: string): Promise<Map<string, StoredChange[]>>
  appendToJournal(session: string, note: string): Promise<void>
  clearJournal(session: string): Promise<void>
  /** Stored sessions; the one that was used last is at the end. */
  sessions(): Promise<StoredSession[]>
  session(name: string): Promise<StoredSession | undefined>
  countSessions(): Promise<number>
  /** Removes the records of these partitions, all of one session, and the session itself. */
  remove(session: string, partitions: readonly string[]): Promise<void>
  /** Returns a number that no snapshot of the session has had. */
  nextSnapshot(session: string): Promise<string>
  /**
   * Notes that a request waits for the clock, or follows the journal or the changes of the session, until the returned function is called. Meanwhile the
   * session is not removed.
   */
  attend(session: string, how: Attendance): Promise<() => Promise<void>>
  /** Calls `listener` when any process has changed the clock of a session, or when a message may have been lost. */
  onClockChange(listener: (session: string | undefined) => void): void
}

export type Attendance = 'waiting' | 'following' | 'comparing'

/** A record before and after a commit; undefined where there is none. */
export interface StoredChange extends Place {
  key: string
  before: unknown
  after: unknown
}

export interface StoredSession {
  name: string
  /** Milliseconds since a process last used it. */
  idle: number
  /** Requests that wait for the clock, in all processes. */
  waiting: number
  /** Requests that follow the journal, in all processes. */
  following: number
}

/** Records the version of each record that it reads, so that its commit can tell whether one of them has changed. */
export interface Transaction {
  /** The value of a record; undefined when there is none. */
  read(owner: string, collection: string, key: string): MaybePromise<unknown>
  /** Records of a collection, in the order in which their keys were first set. */
  list(owner: string, collection: string): MaybePromise<[key: string, value: unknown][]>
  /** Fetches records that will be read, in one call; absent where reading is cheap. */
  prefetch?(places: readonly Place[]): MaybePromise<void>
  /**
   * Applies all writes at once, in their order. Returns false, and changes nothing, if a record that was read has changed.
   *
   * @param note entry for the journal of the session, when the storage is shared
   */
  commit(writes: readonly Write[], note?: string): MaybePromise<boolean>
}

/** A record; without a key, all records of a collection. */
export interface Place {
  owner: string
  collection: string
  key?: string
}

/** A change of one record. A value of `undefined` removes it. */
export interface Write {
  owner: string
  collection: string
  key: string
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
