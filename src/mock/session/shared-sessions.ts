import type { SharedStorage, Storage, StoredSession } from '../storage/storage.ts'
import { Session } from './session.ts'
import { type FoundSession, type SessionRegistry, withinSession } from './sessions.ts'

/** Most unused sessions that a process keeps, without their records. */
const maxIdle = 500

/** Sessions that several processes use. The storage removes sessions that were not used for too long. */
export class SharedSessions implements SessionRegistry {
  /** The session that was used last is at the end. */
  readonly #sessions = new Map<string, Session>()
  readonly #storage: Storage
  readonly #shared: SharedStorage

  constructor(storage: Storage, shared: SharedStorage) {
    this.#storage = storage
    this.#shared = shared
    shared.onClockChange((name) => {
      const changed = name === undefined ? [...this.#sessions.values()] : [this.#sessions.get(name)]
      for (const session of changed) if (session) void this.#follow(session).catch(() => {})
    })
  }

  async resume(): Promise<void> {}

  within<T>(name: string, work: (session: Session) => Promise<T>): Promise<T> {
    return withinSession(this, name, work)
  }

  enter(name: string): Session {
    const session = this.#sessions.get(name) ?? new Session(name, this.#storage)
    this.#sessions.delete(name)
    this.#sessions.set(name, session)
    session.requestsUnderWay++
    return session
  }

  leave(session: Session): void {
    session.requestsUnderWay--
    for (const [name, oldest] of this.#sessions) {
      if (this.#sessions.size <= maxIdle) return
      if (oldest.requestsUnderWay === 0 && !oldest.journal.isFollowedHere) this.#sessions.delete(name)
      else if (oldest === session) return
    }
  }

  async find(name: string): Promise<FoundSession | undefined> {
    const stored = await this.#shared.session(name)
    return stored && this.#describe(stored)
  }

  async all(): Promise<FoundSession[]> {
    return Promise.all((await this.#shared.sessions()).map((stored) => this.#describe(stored)))
  }

  count(): Promise<number> {
    return this.#shared.countSessions()
  }

  async delete(name: string): Promise<void> {
    const session = this.#sessions.get(name) ?? new Session(name, this.#storage)
    this.#sessions.delete(name)
    await session.delete()
  }

  async forget(name: string): Promise<void> {
    for (const stored of await this.#shared.sessions()) await this.#storage.forget(stored.name, name)
  }

  async removeExpired(): Promise<void> {}

  async #describe({ name, idle, waiting }: StoredSession): Promise<FoundSession> {
    const session = this.#sessions.get(name) ?? new Session(name, this.#storage)
    await session.resume()
    // Requests that do not wait are not counted, because other processes would learn of them too late.
    return { session, requestsUnderWay: waiting, idle: waiting > 0 ? 0 : idle }
  }

  /** Takes over the clock of another process, and wakes work that waits for it. Streams of a deleted session end. */
  async #follow(session: Session): Promise<void> {
    await session.resume()
    if (session.journal.isFollowedHere && !(await this.#shared.session(session.name))) session.journal.close()
  }
}
