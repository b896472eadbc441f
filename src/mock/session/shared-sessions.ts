import type { StateEngineOptions } from '../storage/valkey/endpoint.ts'
import { openValkey } from '../storage/valkey/open-valkey.ts'
import type { StoredSession, ValkeyStorage } from '../storage/valkey/valkey-storage.ts'
import { Session } from './session.ts'
import { defaultSession, type FoundSession, type OpenSessions, type SessionRegistry } from './sessions.ts'
import { SharedJournal } from './shared-journal.ts'

export async function openSharedSessions(
  url: string,
  options: StateEngineOptions,
  { idle, onFault }: { idle: number; onFault: (reason: string) => void },
): Promise<OpenSessions> {
  const idleOf = (session: string) => (session === defaultSession ? 0 : idle)
  const { storage, connection } = await openValkey(url, options, { idleOf, onFault })
  return {
    sessions: new SharedSessions(storage),
    isUp: () => connection.isUp,
    stateEngine: () => ({ ...connection.count, nodes: connection.nodes }),
    close: () => storage.close(),
  }
}

/** Sessions that several processes use. The storage removes sessions that were not used for too long. */
class SharedSessions implements SessionRegistry {
  /** Those with requests under way in this process. */
  readonly #sessions = new Map<string, Session>()
  readonly #storage: ValkeyStorage

  constructor(storage: ValkeyStorage) {
    this.#storage = storage
  }

  enter(name: string): Session {
    const session = this.#open(name)
    this.#sessions.set(name, session)
    session.requestsUnderWay++
    return session
  }

  leave(session: Session): void {
    session.requestsUnderWay--
    if (session.requestsUnderWay === 0) this.#sessions.delete(session.name)
  }

  async find(name: string): Promise<FoundSession | undefined> {
    const stored = await this.#storage.session(name)
    return stored && this.#describe(stored)
  }

  async all(): Promise<FoundSession[]> {
    return Promise.all((await this.#storage.sessions()).map((stored) => this.#describe(stored)))
  }

  count(): Promise<number> {
    return this.#storage.countSessions()
  }

  delete(name: string): Promise<void> {
    return this.#open(name).delete()
  }

  async forget(interfaceName: string): Promise<void> {
    for (const { name } of await this.#storage.sessions()) await this.#storage.forget(name, interfaceName)
  }

  #open(name: string): Session {
    return this.#sessions.get(name) ?? new Session(name, this.#storage, new SharedJournal(name, this.#storage))
  }

  async #describe({ name, idle, waiting }: StoredSession): Promise<FoundSession> {
    const session = this.#open(name)
    await session.resume()
    // Requests that do not wait are not counted, because other processes would learn of them too late.
    return { session, requestsUnderWay: waiting, idle: waiting > 0 ? 0 : idle }
  }
}
