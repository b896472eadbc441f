import type { components } from '../../../generated/mock-control/types.ts'
import type { HandledRequest } from '../types.ts'

export type JournalEntry = components['schemas']['JournalEntry']

/** An answered request as it is kept, before somebody reads the journal. */
export interface JournalRecord extends HandledRequest {
  interface: string
  method: string
  /** On the clock of the session. */
  when: Date
  /** Milliseconds. */
  duration: number
  /** Null when the caller got no answer. */
  status: number | null
}

/** Requests that the journal holds at most (CTL-050). */
const maxEntries = 200

/** The last requests of one session. They are kept in this process only, since they describe the process and not the servers. */
export class Journal {
  /**
   * Used again and again: records made for each request would soon be made where V8 keeps what lives long, since many of the first do,
   * and what such a record holds would stay with it until everything is collected.
   */
  #records: JournalRecord[] = []
  #added = 0

  /** Oldest first. Written when they are asked for: most never are. */
  get entries(): JournalEntry[] {
    const oldest = this.#added % maxEntries
    return [...this.#records.slice(oldest), ...this.#records.slice(0, oldest)].map(entryOf)
  }

  add(answered: JournalRecord): void {
    const record = this.#records[this.#added % maxEntries]
    if (record) Object.assign(record, answered)
    else this.#records.push({ ...answered })
    this.#added++
  }

  clear(): void {
    this.#records = []
    this.#added = 0
  }
}

function entryOf({ describe, when, duration, ...answered }: JournalRecord): JournalEntry {
  const { path, query } = describe()
  return {
    when: when.toISOString(),
    interface: answered.interface,
    operation: answered.operation ?? null,
    method: answered.method,
    path,
    query,
    status: answered.status,
    milliseconds: Math.round(duration * 1000) / 1000,
    reason: answered.reason ?? null,
    rules: [...new Set(answered.rules)],
    faults: answered.faults,
  }
}
