import { setTimeout as sleep } from 'node:timers/promises'
import type { Change } from '../storage/transaction.ts'
import type { Registration, ValkeyStorage } from '../storage/valkey/valkey-storage.ts'
import type { StoredChange } from '../storage/valkey/valkey-transaction.ts'
import type { Followed } from './follower.ts'
import {
  eventOf,
  type Journal,
  type JournalEntry,
  type JournalFilter,
  type JournalRecord,
  journalLine,
  select,
} from './journal.ts'

/** Milliseconds between two looks for what other processes have added. */
const pause = 100

/** A journal that several processes share. Most entries are added with the commit of their request, and not by `append`. */
export class SharedJournal implements Journal {
  readonly #session: string
  readonly #storage: ValkeyStorage

  constructor(session: string, storage: ValkeyStorage) {
    this.#session = session
    this.#storage = storage
  }

  get followers(): Promise<number> {
    return this.#storage.session(this.#session).then((stored) => stored?.following ?? 0)
  }

  /** The storage notes the changes itself, since followers may be in any process. */
  readonly wantsChanges = false

  append(record: JournalRecord): Promise<void> {
    return this.#storage.appendToJournal(this.#session, journalLine(record))
  }

  async read(filter: JournalFilter = {}): Promise<JournalEntry[]> {
    return select((await this.#storage.journal(this.#session)).map(readLine), filter)
  }

  async follow(filter: JournalFilter, signal: AbortSignal): Promise<AsyncIterable<Followed>> {
    const registration = await this.#storage.registerFollower(this.#session)
    const leave = () => void registration.leave()
    if (signal.aborted) leave()
    // Not at the end of the reading: a caller that leaves before its first read never starts it.
    else signal.addEventListener('abort', leave, { once: true })
    return this.#follow(filter, signal, registration)
  }

  async clear(): Promise<void> {
    await this.#storage.clearJournal(this.#session)
  }

  /** Followers look for themselves whether their session is still there. */
  close(): void {}

  async *#follow(
    { limit, ...filter }: JournalFilter,
    signal: AbortSignal,
    registration: Registration,
  ): AsyncGenerator<Followed, void> {
    let last = '0-0'
    for (let isPast = true; !signal.aborted && (await registration.isCurrent()); isPast = false) {
      const lines = await this.#storage.journal(this.#session, last)
      const changes = filter.changes && lines.length > 0 ? await this.#storage.changes(this.#session, last) : undefined
      last = lines.at(-1)?.[0] ?? last
      const entries = lines.map((line) => withChanges(readLine(line), changes?.get(line[0]), isPast || !filter.changes))
      // The limit applies to past requests only.
      for (const { changes, ...entry } of select(entries, isPast ? { ...filter, limit } : filter)) {
        yield { event: eventOf(entry, changes) }
      }
      await sleep(pause, undefined, { signal }).catch(() => {})
    }
  }
}

/** The entry with its changes. They are left out for past requests, and null if they are lost. */
function withChanges(entry: JournalEntry, stored: readonly StoredChange[] | undefined, isPast: boolean): JournalEntry {
  if (!stored) return isPast ? entry : { ...entry, changes: null }
  return { ...entry, changes: changesOf(stored.filter(({ interfaceName }) => interfaceName === entry.interface)) }
}

/** Each record once, from its first value to its last. */
function changesOf(stored: readonly StoredChange[]): Change[] {
  return [...Map.groupBy(stored, ({ collection, key }) => JSON.stringify([collection, key])).values()].map((same) => {
    const [first, last] = [same[0], same.at(-1)] as [StoredChange, StoredChange]
    return { kind: first.collection, key: first.key, before: first.before ?? null, after: last.after ?? null }
  })
}

function readLine([, line]: [string, string]): JournalEntry {
  return JSON.parse(line)
}
