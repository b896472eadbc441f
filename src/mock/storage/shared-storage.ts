import type { RecordKey, Storage } from './storage.ts'

/** A storage that several processes use, and what they tell each other of its sessions. */
export interface SharedStorage extends Storage {
  /** The last 200 lines of a journal, oldest first; with an ID, those after it. */
  journal(session: string, after?: string): Promise<[id: string, line: string][]>
  /** Changes of the commits whose lines come after an ID, by the ID of the line. They are known while somebody follows the journal. */
  changes(session: string, after: string): Promise<Map<string, StoredChange[]>>
  appendToJournal(session: string, line: string): Promise<void>
  clearJournal(session: string): Promise<void>
  /** Registers a follower of a journal, until it leaves. Meanwhile the session is not removed. */
  registerFollower(session: string): Promise<Registration>
  /** Stored sessions; the one that was used last is at the end. */
  sessions(): Promise<StoredSession[]>
  session(name: string): Promise<StoredSession | undefined>
  countSessions(): Promise<number>
}

export interface Registration {
  /** False when the session has been deleted. */
  isCurrent(): Promise<boolean>
  leave(): Promise<void>
}

/** A record before and after a commit; undefined where there is none. */
export interface StoredChange extends RecordKey {
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
