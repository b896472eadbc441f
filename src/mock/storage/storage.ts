import type { MaybePromise } from '../maybe-promise.ts'

/**
 * All records of a mock, in partitions: a partition is a session, or a snapshot of one. In a partition each record belongs to an owner (an
 * interface, or the session itself) and to a collection of that owner.
 *
 * An engine may run in this process or answer over a network, so every method may return a promise. A process that dies amid a method has
 * done all of it or nothing.
 */
export interface Storage {
  /** Starts a transaction on one partition. Starting it takes no lock and needs no cleaning up. */
  begin(partition: string): Transaction
  /** Replaces the records of `to` by those of `from`, another partition, and then applies `writes` to `to`. */
  copy(from: string, to: string, writes?: readonly Write[]): MaybePromise<void>
  /** Removes the records of all these partitions. */
  empty(...partitions: readonly string[]): MaybePromise<void>
  /** Removes the records of one owner in a partition. */
  forget(partition: string, owner: string): MaybePromise<void>
  /** Partitions that have records, and whose names start with `prefix`. */
  partitions(prefix: string): MaybePromise<string[]>
  /** Owners that have records in a partition. */
  owners(partition: string): MaybePromise<string[]>
  close(): void
}

/** Notes the version of everything that is read through it, so that its commit can tell whether any of that has changed since. */
export interface Transaction {
  /** The value of a record; undefined when there is none. */
  read(owner: string, collection: string, key: string): MaybePromise<unknown>
  /** Records of a collection, in the order in which their keys were first set. */
  list(owner: string, collection: string): MaybePromise<[key: string, value: unknown][]>
  /** Applies the writes in their order, all at once. Returns false, and changes nothing, when something that was read has changed. */
  commit(writes: readonly Write[]): MaybePromise<boolean>
}

/** A change of one record. A value of `undefined` removes it. */
export interface Write {
  owner: string
  collection: string
  key: string
  value: unknown
}

/** The medium of the storage refuses writes, for instance because its disk is full. Nothing of the unit of work was stored. */
export class StorageWriteError extends Error {
  override readonly name = 'StorageWriteError'
}
