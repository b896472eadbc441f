import type { components } from '../../../generated/mock-control/types.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import type { Change } from '../storage/transaction.ts'
import type { HandledRequest, MockAnswer } from '../types.ts'
import { type Followed, Follower } from './follower.ts'

export type JournalEntry = components['schemas']['JournalEntry']

/** An answered request as the journal keeps it. It becomes an entry when somebody reads it. */
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

/** Selects requests that match all given members. */
export interface JournalFilter {
  interface?: string | undefined
  /** `operationId` */
  operation?: string | undefined
  method?: string | undefined
  /** A status, the class of a status (`4xx`), or `none` for a connection that was dropped. */
  status?: string | undefined
  /** ID of a rule that decided. */
  rule?: string | undefined
  /** Requests that came at this moment or later, on the clock of the session. */
  since?: Date | undefined
  /** Most requests to select, the newest ones. */
  limit?: number | undefined
  /** Followers also get the changes of each request. */
  changes?: boolean | undefined
}

/** Most requests in a journal (CTL-050). */
const maxEntries = 200

/** Callers that may follow one journal at the same time (CTL-064). */
export const maxFollowers = 20

/** The last requests of one session. */
export interface Journal {
  /** Callers that follow it. */
  readonly followers: MaybePromise<number>
  /** True when the changes of requests are to be appended, because a follower wants them. */
  readonly wantsChanges: boolean
  append(record: JournalRecord): MaybePromise<void>
  read(filter?: JournalFilter): MaybePromise<JournalEntry[]>
  /** The selected requests so far, and then each new one, until the signal is aborted or the session ends. */
  follow(filter: JournalFilter, signal: AbortSignal): MaybePromise<AsyncIterable<Followed>>
  clear(): MaybePromise<void>
  /** Ends the streams of all followers: the session is gone. */
  close(): void
}

/** A journal that ends with the process. */
export class LocalJournal implements Journal {
  /**
   * The objects are reused. New objects for each request would be promoted to V8's old generation, together with everything that they
   * refer to, and would stay in memory until a full collection.
   */
  #records: JournalRecord[] = []
  #added = 0
  readonly #followers = new Map<Follower, JournalFilter>()

  append(record: JournalRecord): void {
    const at = this.#added++ % maxEntries
    const kept = Object.assign(this.#records[at] ?? {}, record)
    // Changes hold values that callers sent, so followers get them and the journal does not keep them (CTL-052).
    if (record.changes) delete kept.changes
    this.#records[at] = kept
    for (const [follower, filter] of this.#followers) {
      if (isSelected(record, filter)) {
        follower.push(eventOf(entryOf(record), filter.changes ? (record.changes ?? []) : undefined))
      }
    }
  }

  /** The selected requests, oldest first. */
  read(filter: JournalFilter = {}): JournalEntry[] {
    const oldest = this.#added % maxEntries
    const ordered = [...this.#records.slice(oldest), ...this.#records.slice(0, oldest)]
    return select(ordered, filter).map(entryOf)
  }

  follow(filter: JournalFilter, signal: AbortSignal): AsyncIterable<Followed> {
    const follower = new Follower(this.read(filter).map((entry) => eventOf(entry)))
    this.#followers.set(follower, filter)
    const end = () => {
      this.#followers.delete(follower)
      follower.end()
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
    return follower
  }

  get followers(): number {
    return this.#followers.size
  }

  get wantsChanges(): boolean {
    return [...this.#followers.values()].some(({ changes }) => changes)
  }

  clear(): void {
    this.#records = []
    this.#added = 0
  }

  close(): void {
    for (const follower of this.#followers.keys()) follower.end()
    this.#followers.clear()
  }
}

/** Characters of the changes in an event. */
const maxChanges = 1 << 20

/**
 * An entry as a follower gets it.
 *
 * @param changes null if they are lost; changes that are too large are left out in the same way
 */
export function eventOf(entry: JournalEntry, changes?: readonly Change[] | null): string {
  const event = JSON.stringify({ ...entry, changes })
  return event.length > maxChanges ? JSON.stringify({ ...entry, changes: null }) : event
}

/** The requests that match a filter, up to its limit. */
export function select<Selected extends Selectable>(records: readonly Selected[], filter: JournalFilter): Selected[] {
  const selected = records.filter((record) => isSelected(record, filter))
  const { limit = selected.length } = filter
  return limit === 0 ? [] : selected.slice(-limit)
}

type Selectable = Pick<JournalRecord, 'interface' | 'method' | 'status' | 'rules'> & {
  operation?: string | null | undefined
  when: Date | string
}

function isSelected(record: Selectable, filter: JournalFilter): boolean {
  return (
    (filter.interface === undefined || record.interface === filter.interface) &&
    (filter.operation === undefined || record.operation === filter.operation) &&
    (filter.method === undefined || record.method === filter.method) &&
    (filter.status === undefined || hasStatus(record, filter.status)) &&
    (filter.rule === undefined || record.rules.includes(filter.rule)) &&
    (filter.since === undefined || new Date(record.when) >= filter.since)
  )
}

function hasStatus({ status }: Selectable, wanted: string): boolean {
  if (status === null) return wanted === 'none'
  return wanted.endsWith('xx') ? wanted[0] === String(status)[0] : wanted === String(status)
}

/** An answered request as the journal keeps it. */
export function recordOf(
  { status, delivery }: MockAnswer,
  handled: HandledRequest,
  request: Pick<JournalRecord, 'interface' | 'method' | 'when' | 'duration'>,
): JournalRecord {
  return { ...request, status: delivery === 'dropped' ? null : status, ...handled }
}

/** A record as text, for a storage that keeps the journal. */
export function journalLine(record: JournalRecord): string {
  return JSON.stringify(entryOf(record))
}

export function entryOf({ describe, when, duration, ...record }: JournalRecord): JournalEntry {
  const { path, query } = describe()
  return {
    when: when.toISOString(),
    interface: record.interface,
    operation: record.operation ?? null,
    method: record.method,
    path,
    query,
    status: record.status,
    milliseconds: Math.round(duration * 1000) / 1000,
    reason: record.reason ?? null,
    rules: [...new Set(record.rules)],
    faults: record.faults,
    warnings: [...record.warnings],
  }
}
