import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { getOrAdd } from '../../../memoize.ts'
import type { Storage, StorageTransaction, Write } from '../storage.ts'
import type { Connection } from './connection.ts'
import { collectionName, Keys, parseName, partitionStart, sessionOf } from './keys.ts'
import type { ScriptName } from './scripts.ts'
import {
  decodeChanges,
  encodeWrites,
  type Fetched,
  type StoredChange,
  ValkeyTransaction,
} from './valkey-transaction.ts'

/** Milliseconds for which a request still counts as waiting or following when its process has stopped reporting it. */
const lease = 30_000

/** Milliseconds between two looks at the clock of a session with waiting requests, which another process may move. */
const pause = 100

export interface ValkeyStorageOptions {
  prefix: string
  /** Milliseconds without use after which a session expires; 0 for never. */
  idleOf(session: string): number
}

export interface Registration {
  /** False when the session has been deleted. */
  isCurrent(): Promise<boolean>
  leave(): Promise<void>
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

/** Keeps records in Valkey or Redis, where any number of processes use them. Nothing that is read is kept in the process. */
export class ValkeyStorage implements Storage {
  readonly #connection: Connection
  readonly #keys: Keys
  readonly #idleOf: (session: string) => number
  /** Versions begin with it, so that none is ever used twice: not by another process, and not after a failover that has lost the last writes. */
  readonly #epoch = randomBytes(9).toString('base64url')
  #versions = 0
  readonly #renewals = new Set<NodeJS.Timeout>()
  readonly #waiters = new Map<string, { count: number; wake: () => Promise<void> }>()

  constructor(connection: Connection, { prefix, idleOf }: ValkeyStorageOptions) {
    this.#connection = connection
    this.#keys = new Keys(prefix)
    this.#idleOf = idleOf
  }

  begin(partition: string): StorageTransaction {
    const session = sessionOf(partition)
    const calls = {
      fetch: (args: readonly string[]) => this.#run('fetch', session, args) as Promise<Fetched[]>,
      commit: async (args: readonly string[], journalLine: string) =>
        (await this.#run('commit', session, [...this.#use(session), this.#nextVersion(), journalLine, ...args])) === 1,
    }
    return new ValkeyTransaction(calls, partitionStart(partition))
  }

  async copy(from: string, to: string, writes: readonly Write[] = []): Promise<void> {
    const start = partitionStart(to)
    const args = [this.#nextVersion(), partitionStart(from), start, ...encodeWrites(start, writes)]
    await this.#run('copy', sessionOf(to), args)
  }

  async empty(partition: string): Promise<void> {
    await this.#run('clear', sessionOf(partition), [partitionStart(partition)])
  }

  async forget(partition: string, interfaceName: string): Promise<void> {
    await this.#run('clear', sessionOf(partition), [
      partitionStart(partition) + collectionName(interfaceName, '').slice(0, -1),
    ])
  }

  async deleteSession(session: string): Promise<void> {
    await this.#run('remove', session, [])
  }

  async partitions(prefix: string): Promise<string[]> {
    const sessions = prefix.includes('/') ? [sessionOf(prefix)] : await this.#storedSessions()
    const found = (await Promise.all(sessions.map((session) => this.#collections(session)))).flat()
    return [...new Set(found.map(({ partition }) => partition))].filter((partition) => partition.startsWith(prefix))
  }

  async interfaces(partition: string): Promise<string[]> {
    const collections = (await this.#collections(sessionOf(partition))).filter((found) => found.partition === partition)
    return [...new Set(collections.map(({ interfaceName }) => interfaceName))].sort()
  }

  async registerWaiter(session: string, wake: () => Promise<void>): Promise<() => Promise<void>> {
    const { leave } = await this.#register(session, ':w')
    if (this.#waiters.size === 0) setImmediate(() => this.#wakeWaiters())
    const waiter = getOrAdd(this.#waiters, session, () => ({ count: 0, wake }))
    waiter.count++
    return async () => {
      waiter.count--
      if (waiter.count === 0) this.#waiters.delete(session)
      await leave()
    }
  }

  /** The last 200 lines of a journal, oldest first; with an ID, those after it. */
  journal(session: string, after?: string): Promise<[id: string, line: string][]> {
    return this.#connection.entries(`${this.#keys.session(session)}:j`, 200, after)
  }

  /** Changes of the commits whose lines come after an ID, by the ID of the line. They are known while somebody follows the journal. */
  async changes(session: string, after: string): Promise<Map<string, StoredChange[]>> {
    const stored = await this.#connection.entries(`${this.#keys.session(session)}:d`, 200, after)
    return new Map(stored.map(([id, changes]) => [id, decodeChanges(session, changes)]))
  }

  async appendToJournal(session: string, line: string): Promise<void> {
    await this.#run('commit', session, [...this.#use(session), '', line, '0'])
  }

  async clearJournal(session: string): Promise<void> {
    const key = `${this.#keys.session(session)}:j`
    await this.#connection.command((client) => client.unlink(key))
  }

  /** Registers a follower of a journal, until it leaves. Meanwhile the session is not removed. */
  registerFollower(session: string): Promise<Registration> {
    return this.#register(session, ':f')
  }

  /** Stored sessions; the one that was used last is at the end. */
  async sessions(): Promise<StoredSession[]> {
    const described = await Promise.all((await this.#storedSessions()).map((name) => this.session(name)))
    return described.filter((one) => one !== undefined).sort((one, other) => other.idle - one.idle)
  }

  /** Looks at every key of the engine. */
  async countSessions(): Promise<number> {
    return (await this.#storedSessions()).length
  }

  async session(name: string): Promise<StoredSession | undefined> {
    const index = this.#keys.index(name)
    const start = this.#keys.session(name)
    const now = Date.now()
    const [used, waiting, following] = await this.#connection.command((client) =>
      Promise.all([
        client.hget(index, 'u'),
        client.zcount(`${start}:w`, now, '+inf'),
        client.zcount(`${start}:f`, now, '+inf'),
      ]),
    )
    return used === null ? undefined : { name, idle: Math.max(0, now - Number(used)), waiting, following }
  }

  async close(): Promise<void> {
    for (const renewal of this.#renewals) clearInterval(renewal)
    this.#waiters.clear()
    await this.#connection.close()
  }

  /** Reports it every ten seconds, until it leaves. */
  async #register(session: string, kind: ':w' | ':f'): Promise<Registration> {
    const id = randomUUID()
    const key = this.#keys.session(session) + kind
    const report = (isNew: boolean) =>
      this.#run('register', session, [...this.#use(session), kind, id, String(Date.now() + lease), isNew ? 'new' : ''])
    const renewal = setInterval(() => report(false).catch(() => {}), lease / 3).unref()
    this.#renewals.add(renewal)
    const stop = () => {
      clearInterval(renewal)
      this.#renewals.delete(renewal)
    }
    await report(true).catch((error) => {
      stop()
      throw error
    })
    return {
      isCurrent: async () => (await this.#connection.command((client) => client.zscore(key, id))) !== null,
      leave: async () => {
        stop()
        await this.#connection.command((client) => client.zrem(key, id)).catch(() => {})
      },
    }
  }

  async #wakeWaiters(): Promise<void> {
    while (this.#waiters.size > 0) {
      // While the engine is lost, nobody moves a clock.
      await Promise.all([...this.#waiters.values()].map(({ wake }) => wake().catch(() => {})))
      await sleep(pause, undefined, { ref: false })
    }
  }

  /** The time of use, and the milliseconds after which the session expires, as scripts take them. */
  #use(session: string): [now: string, idle: string] {
    return [String(Date.now()), String(this.#idleOf(session))]
  }

  #nextVersion(): string {
    return `${this.#epoch}${(this.#versions++).toString(36)}`
  }

  /** The collections that have records, in all partitions of a session. */
  async #collections(session: string) {
    const index = this.#keys.index(session)
    const names = await this.#connection.command((client) => client.hkeys(index))
    return names.filter((name) => name.length > 1).map((name) => parseName(session, name))
  }

  async #storedSessions(): Promise<string[]> {
    return (await this.#connection.scan(this.#keys.indexes)).map((key) => this.#keys.sessionOfIndex(key))
  }

  #run(script: ScriptName, session: string, args: readonly string[]): Promise<unknown> {
    return this.#connection.run(script, this.#keys.index(session), args)
  }
}
