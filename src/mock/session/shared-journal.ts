import { setTimeout as sleep } from 'node:timers/promises'
import type { SharedStorage } from '../storage/storage.ts'
import type { Followed } from './follower.ts'
import { type Journal, type JournalEntry, type JournalFilter, type JournalRecord, noteOf, select } from './journal.ts'

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

  async follow(filter: JournalFilter, signal: AbortSignal): Promise<AsyncIterable<Followed<JournalEntry>>> {
    const end = new AbortController()
    this.#ends.add(end)
    const until = AbortSignal.any([signal, end.signal])
    const leave = await this.#storage.attend(this.#session, 'following')
    const ended = () => {
      this.#ends.delete(end)
      leave().catch(() => {})
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

  async *#follow(filter: JournalFilter, until: AbortSignal): AsyncGenerator<Followed<JournalEntry>, void> {
    let last = '0-0'
    // The limit applies to past requests only.
    let { limit, ...each }: JournalFilter = filter
    while (!until.aborted) {
      const notes = await this.#storage.journal(this.#session, last)
      last = notes.at(-1)?.[0] ?? last
      for (const item of select(notes.map(readNote), { ...each, limit })) {
        // This process does not know the changes of other processes.
        yield { item: filter.changes ? { ...item, changes: null } : item }
      }
      limit = undefined
      await sleep(pause, undefined, { signal: until }).catch(() => {})
    }
  }
}

function readNote([, note]: [string, string]): JournalEntry {
  return JSON.parse(note)
}
