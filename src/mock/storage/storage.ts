import type { Store } from '../../behaviour/store.ts'
import type { MemoryStore } from './memory-store.ts'

/**
 * All records of a mock. They lie in spaces (a session, or a snapshot of one), and within a space belong to an owner (an
 * interface, or the session itself). What changes several records does so at once: a process that dies has changed all of
 * them or none.
 */
export interface Vault {
  /** A view of the records of one owner in one space: empty before the first is written, and never out of date. */
  store(space: string, owner: string): Store
  /** Owners whose first records are in. */
  settled(space: string): Promise<string[]>
  /** Makes these the owner's records, in place of those that it had. */
  settle(space: string, owner: string, records: MemoryStore): Promise<void>
  /** Makes a space what another one is. */
  copy(from: string, to: string): Promise<void>
  /** Drops the records of a space, or of one owner in it. */
  empty(space: string, owner?: string): Promise<void>
  /** Spaces that hold anything. */
  spaces(): Promise<string[]>
  close(): void
}
