import { setTimeout as sleep } from 'node:timers/promises'
import type { SharedStorage, StoredChange } from '../storage/storage.ts'
import type { Change } from '../storage/unit-of-work.ts'
import type { Followed } from './follower.ts'
import {
  eventOf,
  type Journal,
  type JournalEntry,
  type JournalFilter,
  type JournalRecord,
  noteOf,
  select,
} from './journal.ts'

/** Milliseconds between two looks for what other processes have added. */
const pause = 100

/** A journal that several processes share. Most entries are added with the commit of their request, and not by `append`. */
export class SharedJournal implements Journal {
  readonly #session: string
  readonly #storage: SharedStorage
  readonly #ends = new Set<AbortController>()

  constructor(session: string, storage: SharedStorage) {
    this.#session = session
    this.#storage = storage
  }

  get followers(): Promise<number> {
    return this.#storage.session(this.#session).then((stored) => stored?.following ?? 0)
  }

  /** The storage notes the changes itself, since followers may be in any process. */
  readonly wantsChanges = false

  get isFollowedHere(): boolean {
    return this.#ends.size > 0
  }

  append(answered: JournalRecord): Promise<void> {
    return this.#storage.appendToJournal(this.#session, noteOf(answered))
  }

  async read(filter: JournalFilter = {}): Promise<JournalEntry[]> {
    return select((await this.#storage.journal(this.#session)).map(readNote), filter)
  }

  async follow(filter: JournalFilter, signal: AbortSignal): Promise<AsyncIterable<Followed>> {
    const end = new AbortController()
    this.#ends.add(end)
    const until = AbortSignal.any([signal, end.signal])
    const how = ['following' as const, ...(filter.changes ? ['comparing' as const] : [])]
    const leave = await Promise.all(how.map((each) => this.#storage.attend(this.#session, each)))
    const ended = () => {
      this.#ends.delete(end)
      for (const each of leave) each().catch(() => {})
    }
    if (until.aborted) ended()
    // Not at the end of the reading: a caller that leaves before its first read never starts it.
    else until.addEventListener('abort', ended, { once: true })
    return this.#follow(filter, until)
  }

  async clear(): Promise<void> {
    await this.#storage.clearJournal(this.#session)
  }

  close(): void {
    for (const end of this.#ends) end.abort()
  }

  async *#follow(filter: JournalFilter, until: AbortSignal): AsyncGenerator<Followed, void> {
    let last = '0-0'
    // The limit applies to past requests only.
    let { limit, ...each }: JournalFilter = filter
    for (let isPast = true; !until.aborted; isPast = false) {
      const notes = await this.#storage.journal(this.#session, last)
      const changes = filter.changes && notes.length > 0 ? await this.#storage.changes(this.#session, last) : undefined
      last = notes.at(-1)?.[0] ?? last
      const entries = notes.map((note) => withChanges(readNote(note), changes?.get(note[0]), isPast || !filter.changes))
      for (const { changes, ...entry } of select(entries, { ...each, limit })) yield { event: eventOf(entry, changes) }
      limit = undefined
      await sleep(pause, undefined, { signal: until }).catch(() => {})
    }
  }
}

/** Nothing is told of the changes of past requests; null of those that have been lost. */
function withChanges(entry: JournalEntry, noted: readonly StoredChange[] | undefined, isPast: boolean): JournalEntry {
  if (!noted) return isPast ? entry : { ...entry, changes: null }
  return { ...entry, changes: changesOf(noted.filter(({ owner }) => owner === entry.interface)) }
}

/** Each record once, from its first value to its last. */
function changesOf(noted: readonly StoredChange[]): Change[] {
  return [...Map.groupBy(noted, ({ collection, key }) => JSON.stringify([collection, key])).values()].map((same) => {
    const [first, last] = [same[0], same.at(-1)] as [StoredChange, StoredChange]
    return { kind: first.collection, key: first.key, before: first.before ?? null, after: last.after ?? null }
  })
}

function readNote([, note]: [string, string]): JournalEntry {
  return JSON.parse(note)
}
