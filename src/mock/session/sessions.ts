import type { StateEngineGauges } from '../control/metrics.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import { MemoryStorage } from '../storage/memory-storage.ts'
import { type Storage, StorageError } from '../storage/storage.ts'
import { Session } from './session.ts'

export interface Limits {
  /** Sessions at once. */
  maxSessions: number
  /** Milliseconds without use after which a session is removed. */
  idle: number
}

/** The session of callers that name no session; it is never removed. */
export const defaultSession = 'default'

/** A stored session, and its use. */
export interface FoundSession {
  session: Session
  /** Requests that are still being answered. */
  requestsUnderWay: number
  /** Milliseconds since its last use. */
  idle: number
}

/** The sessions of a mock. Each has its own records, conditions and time. */
export interface SessionRegistry {
  /**
   * Returns a session, creates it if it does not exist, and marks it as the last one used. It is not removed until the caller
   * leaves it.
   *
   * @throws {StorageError} when every session is in use (CTL-015)
   */
  enter(name: string): MaybePromise<Session>
  leave(session: Session): void
  /** Returns a session if it exists. Does not count as a use. */
  find(name: string): MaybePromise<FoundSession | undefined>
  /** All sessions; the one that was used last is at the end. */
  all(): MaybePromise<FoundSession[]>
  count(): MaybePromise<number>
  delete(name: string): Promise<void>
  /** Drops the records of an interface in every session; they are seeded again when next asked for. */
  forget(name: string): Promise<void>
}

/** Sessions, and the place that keeps them. */
export interface OpenSessions {
  sessions: SessionRegistry
  /** False while no part of the storage can be used. */
  isUp(): boolean
  /** Removes what {@link LocalSessions.removeExpired} removes, as happens each minute. A Valkey or Redis does so by itself. */
  sweep?(): Promise<string[]>
  /** Figures of a Valkey or Redis, for the metrics. */
  stateEngine?(): StateEngineGauges
  close(): Promise<void>
}

/** The sessions of one process. */
export class LocalSessions implements SessionRegistry {
  /** The session that was used last is at the end. */
  readonly #sessions = new Map<string, Session>()
  readonly #storage: Storage
  readonly #max: number
  readonly #idle: number
  readonly #now: () => number
  #last: Promise<unknown> = Promise.resolve()

  constructor(
    storage: Storage = new MemoryStorage(),
    limits: Limits = { maxSessions: 2000, idle: 3_600_000 },
    now: () => number = Date.now,
  ) {
    this.#storage = storage
    this.#max = limits.maxSessions
    this.#idle = limits.idle
    this.#now = now
  }

  /** Continues with the sessions in the storage. */
  async resume(): Promise<void> {
    for (const partition of await this.#storage.partitions('')) {
      const [name = ''] = partition.split('/')
      // A session has a partition for each of its snapshots too.
      if (!this.#sessions.has(name)) await this.#create(name).resume()
    }
  }

  enter(name: string): MaybePromise<Session> {
    return this.#enterKnown(name) ?? this.#inTurn(async () => this.#enterKnown(name) ?? this.#enterNew(name))
  }

  leave(session: Session): void {
    session.requestsUnderWay--
    session.lastUsed = this.#now()
  }

  find(name: string): FoundSession | undefined {
    const session = this.#present(name)
    return session && this.#describe(session)
  }

  all(): FoundSession[] {
    const present = [...this.#sessions.values()].filter((session) => !this.#isExpired(session))
    return present.map((session) => this.#describe(session))
  }

  count(): number {
    return this.all().length
  }

  async delete(name: string): Promise<void> {
    await this.#inTurn(() => this.#remove(name))
  }

  async forget(name: string): Promise<void> {
    for (const session of this.#sessions.values()) await session.forget(name)
  }

  /**
   * Removes sessions that were not used for too long (CTL-013), and returns their names.
   *
   * @throws {StorageError} when the storage cannot remove one
   */
  removeExpired(): Promise<string[]> {
    return this.#inTurn(() => this.#removeExpired())
  }

  #present(name: string): Session | undefined {
    const known = this.#sessions.get(name)
    return known && !this.#isExpired(known) ? known : undefined
  }

  /** Synchronous, so that a session cannot be removed between being found and being entered. */
  #enterKnown(name: string): Session | undefined {
    const session = this.#present(name)
    if (!session) return undefined
    this.#sessions.delete(name)
    this.#sessions.set(name, session)
    session.requestsUnderWay++
    session.lastUsed = this.#now()
    return session
  }

  async #enterNew(name: string): Promise<Session> {
    await this.#removeExpired()
    if (this.#sessions.size >= this.#max) {
      const oldest = [...this.#sessions.values()].find(mayGo)
      if (!oldest)
        throw new StorageError(
          `The mock has ${this.#max} sessions, each with a request under way; end one, or start the mock with a higher --max-sessions.`,
        )
      await this.#remove(oldest.name)
    }
    const session = this.#create(name)
    session.requestsUnderWay++
    return session
  }

  #create(name: string): Session {
    const session = new Session(name, this.#storage)
    session.lastUsed = this.#now()
    this.#sessions.set(name, session)
    return session
  }

  async #removeExpired(): Promise<string[]> {
    const expired = [...this.#sessions.values()].filter((session) => this.#isExpired(session)).map(({ name }) => name)
    for (const name of expired) await this.#remove(name)
    return expired
  }

  async #remove(name: string): Promise<void> {
    const session = this.#sessions.get(name)
    this.#sessions.delete(name)
    await session?.delete()
  }

  #describe(session: Session): FoundSession {
    const { requestsUnderWay } = session
    return { session, requestsUnderWay, idle: requestsUnderWay > 0 ? 0 : this.#idleTime(session) }
  }

  /** Milliseconds since a session was used. */
  #idleTime({ lastUsed }: Session): number {
    return Math.max(0, this.#now() - lastUsed)
  }

  #isExpired(session: Session): boolean {
    return mayGo(session) && this.#idleTime(session) > this.#idle
  }

  /** Creates and removes sessions one after another, so that removing an old session never takes the records of a new one of its name. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => {})
    return turn
  }
}

/** Does work in a session. The session is not removed before the work ends. */
export async function withinSession<T>(
  sessions: SessionRegistry,
  name: string,
  work: (session: Session) => MaybePromise<T>,
): Promise<T> {
  const session = await sessions.enter(name)
  try {
    return await work(session)
  } finally {
    sessions.leave(session)
  }
}

function mayGo({ name, requestsUnderWay }: Session): boolean {
  return name !== defaultSession && requestsUnderWay === 0
}
