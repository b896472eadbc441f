import type { components } from '../../generated/mock-control/types.ts'

export type JournalEntry = components['schemas']['JournalEntry']

/** Requests that the journal holds at most (CTL-050). */
const most = 200

/** The last requests of one session: kept in this process alone, for it tells of the process and not of the servers. */
export class Journal {
  #entries: JournalEntry[] = []

  /** Oldest first. */
  get entries(): readonly JournalEntry[] {
    return this.#entries
  }

  add(entry: JournalEntry): void {
    this.#entries.push(entry)
    if (this.#entries.length > most) this.#entries.shift()
  }

  clear(): void {
    this.#entries = []
  }
}
