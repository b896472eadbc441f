import { randomUUID } from 'node:crypto'
import { memoizeByCost } from '../../memoize.ts'
import type { Attendance, SharedStorage, Storage, StoredChange, StoredSession, Transaction, Write } from '../storage.ts'
import type { Connection } from './connection.ts'
import { collectionName, decodeName, Keys, ownerOf, sessionOf } from './keys.ts'
import { CachedPartition, RecordCache } from './record-cache.ts'
import type { ScriptName } from './scripts.ts'
import {
  type CommitReply,
  decodeChanges,
  encodeWrites,
  type FetchReply,
  type PartitionCalls,
  ValkeyTransaction,
} from './valkey-transaction.ts'

/** Approximate limit in bytes of the records that a process caches. */
const maxCacheBytes = 8_000_000

/** Their names in scripts. */
const attendances: Readonly<Record<Attendance, string>> = { waiting: 'w', following: 'f', comparing: 'g' }

/** Milliseconds for which a request still counts as waiting when its process has stopped reporting it. */
const lease = 30_000

export interface ValkeyStorageOptions {
  prefix: string
  /** Milliseconds without use after which a session expires; 0 for never. */
  idleOf(session: string): number
}

/** Keeps records in Valkey or Redis, where any number of processes use them. */
export class ValkeyStorage implements Storage, SharedStorage {
  readonly shared = this
  readonly #connection: Connection
  readonly #keys: Keys
  readonly #idleOf: (session: string) => number
  readonly #cache = new RecordCache(maxCacheBytes)
  readonly #renewals = new Set<NodeJS.Timeout>()
  readonly #listeners: ((session: string | undefined) => void)[] = []

  constructor(connection: Connection, { prefix, idleOf }: ValkeyStorageOptions) {
    this.#connection = connection
    this.#keys = new Keys(prefix)
    this.#idleOf = idleOf
    const start = `${prefix}{`
    connection.onMessage(this.#keys.channel, (message) => {
      // Undefined if messages may have been lost: writes of that time may have been lost, too.
      if (message === undefined) this.#cache.clear()
      const session = message === undefined ? undefined : this.#keys.sessionOfIndex(`${message}:i`)
      if (message === undefined || message.startsWith(start)) for (const listener of this.#listeners) listener(session)
    })
  }

  begin(partition: string, isValidated = false): Transaction {
    const known = isValidated ? this.#cache.of(partition) : new CachedPartition()
    known.index ??= this.#keys.index(partition)
    const { index } = known
    const session = sessionOf(partition)
    const idle = partition === session ? String(this.#idleOf(session)) : '-1'
    const calls: PartitionCalls = {
      fetch: (args) => this.#run('fetch', index, args) as Promise<FetchReply>,
      commit: (args, note, isClockChange) =>
        this.#run('commit', index, [
          idle,
          note,
          isClockChange ? this.#keys.channel : '',
          ...args,
        ]) as Promise<CommitReply>,
      settle: () => this.#cache.settle(partition),
    }
    return new ValkeyTransaction(calls, known)
  }

  async copy(from: string, to: string, writes: readonly Write[] = []): Promise<void> {
    const isSnapshot = to.includes('/')
    const index = this.#keys.index(to)
    await this.#run('copy', index, [
      isSnapshot ? '' : this.#keys.channel,
      isSnapshot ? index.slice(this.#keys.session(to).length + 1, -':i'.length) : '',
      this.#keys.index(from),
      ...encodeWrites(writes),
    ])
    this.#cache.forget(to)
  }

  async empty(...partitions: readonly string[]): Promise<void> {
    const bySession = Map.groupBy(partitions, sessionOf)
    for (const [session, own] of bySession) await this.#empty(session, '', own)
  }

  remove(session: string, partitions: readonly string[]): Promise<void> {
    return this.#empty(session, 'whole', partitions)
  }

  async nextSnapshot(session: string): Promise<string> {
    return String(await this.#run('number', this.#keys.index(session), []))
  }

  async forget(partition: string, owner: string): Promise<void> {
    await this.#run('forget', this.#keys.index(partition), [collectionName(owner, '').slice(0, -1)])
    this.#cache.forget(partition)
  }

  async partitions(prefix: string): Promise<string[]> {
    const session = sessionOf(prefix)
    const sessions = prefix.includes('/') ? [session] : await this.#storedSessions()
    const found: string[] = []
    for (const name of sessions) {
      const snapshots = await this.#connection.members(`${this.#keys.session(name)}:s`)
      found.push(name, ...snapshots.map((snapshot) => `${name}/${decodeName(snapshot)}`))
    }
    const held = await Promise.all(
      found.map(async (name) => name.startsWith(prefix) && (await this.owners(name)).length > 0),
    )
    return found.filter((_, index) => held[index])
  }

  async owners(partition: string): Promise<string[]> {
    const collections = (await this.#run('held', this.#keys.index(partition), [])) as string[]
    return [...new Set(collections.map(ownerOf))].sort()
  }

  journal(session: string, after?: string): Promise<[id: string, note: string][]> {
    return this.#connection.entries(`${this.#keys.session(session)}:j`, 200, after)
  }

  async changes(session: string, after: string): Promise<Map<string, StoredChange[]>> {
    const noted = await this.#connection.entries(`${this.#keys.session(session)}:d`, 200, after)
    return new Map(noted.map(([id, changes]) => [id, decodeChanges(changes)]))
  }

  async appendToJournal(session: string, note: string): Promise<void> {
    await this.#run('append', this.#keys.index(session), [note])
  }

  async clearJournal(session: string): Promise<void> {
    await this.#connection.remove(`${this.#keys.session(session)}:j`)
  }

  async sessions(): Promise<StoredSession[]> {
    const described = await Promise.all((await this.#storedSessions()).map((name) => this.session(name)))
    return described.filter((one) => one !== undefined).sort((one, other) => other.idle - one.idle)
  }

  /** Looks at every key of the engine, so a count of many sessions is kept for some seconds. */
  readonly countSessions = memoizeByCost(async () => (await this.#storedSessions()).length)

  async session(name: string): Promise<StoredSession | undefined> {
    const described = await this.#run('describe', this.#keys.index(name), [])
    if (described === null) return undefined
    const [idle, waiting, following] = described as [string, number, number]
    return { name, idle: Math.max(0, Number(idle)), waiting, following }
  }

  async attend(session: string, how: Attendance): Promise<() => Promise<void>> {
    const id = randomUUID()
    const tell = (span: number) =>
      this.#run('attend', this.#keys.index(session), [
        attendances[how],
        id,
        String(span),
        String(this.#idleOf(session)),
      ])
    const renew = setInterval(() => tell(lease).catch(() => {}), lease / 3).unref()
    this.#renewals.add(renew)
    await tell(lease)
    return async () => {
      clearInterval(renew)
      this.#renewals.delete(renew)
      await tell(0)
    }
  }

  onClockChange(listener: (session: string | undefined) => void): void {
    this.#listeners.push(listener)
  }

  async close(): Promise<void> {
    for (const renew of this.#renewals) clearInterval(renew)
    await this.#connection.close()
  }

  async #empty(session: string, extent: '' | 'whole', partitions: readonly string[]): Promise<void> {
    const indexes = partitions.map((partition) => this.#keys.index(partition))
    await this.#run('empty', this.#keys.index(session), [this.#keys.channel, extent, ...indexes])
    for (const partition of partitions) this.#cache.forget(partition)
  }

  async #storedSessions(): Promise<string[]> {
    const indexes = await this.#connection.scan(this.#keys.indexes)
    return indexes.map((key) => this.#keys.sessionOfIndex(key)).filter((name) => !name.includes('/'))
  }

  #run(script: ScriptName, index: string, args: readonly string[]): Promise<unknown> {
    return this.#connection.run(script, index, args)
  }
}
