import type { Store } from '../../behaviour/store.ts'
import type { MemoryStore } from './memory-store.ts'

/**
 * All records of a mock. They lie in partitions (a session, or a snapshot of one), and within a partition belong to an owner (an
 * interface, or the session itself). What changes several records does so at once: a process that dies has changed all of
 * them or none.
 */
export interface Storage {
  /** A view of the records of one owner in one partition: empty before the first is written, and never out of date. */
  store(partition: string, owner: string): Store
  /** Owners whose first records are in. */
  settled(partition: string): Promise<string[]>
  /** Makes these the owner's records, in place of those that it had. */
  settle(partition: string, owner: string, records: MemoryStore): Promise<void>
  /** Makes a partition what another one is. */
  copy(from: string, to: string): Promise<void>
  /** Drops the records of a partition, or of one owner in it. */
  empty(partition: string, owner?: string): Promise<void>
  /** Spaces that hold anything. */
  partitions(): Promise<string[]>
  close(): void
}
