import type { StateEngineGauges } from '../control/metrics.ts'
import { MemoryStorage } from '../storage/memory-storage.ts'
import { openStateFile } from '../storage/state-file.ts'
import { StorageError } from '../storage/storage.ts'
import { isEngineUrl, type StateEngineOptions } from '../storage/valkey/endpoint.ts'
import { defaultSession, LocalSessions, type SessionRegistry } from './sessions.ts'

export interface StateOptions {
  /** File that keeps all records, or the URL of a Valkey or Redis that does. Without it they are in memory, and end with the process. */
  state?: string
  /** How to use the Valkey or Redis of `state`. */
  stateEngine?: StateEngineOptions
  /** Of a file: `full` keeps acknowledged writes through a power cut, too; default: `normal`. */
  stateSync?: 'normal' | 'full'
  /** Sessions at once, 2000 by default. The memory of Valkey or Redis limits those that are there. */
  maxSessions?: number
  /** Minutes without use after which a session is removed, 60 by default. */
  sessionMinutes?: number
}

interface OpenSessions {
  sessions: SessionRegistry
  /** False while no part of the storage can be used. */
  isUp(): boolean
  /** Figures of a Valkey or Redis, for the metrics. */
  stateEngine?(): StateEngineGauges
  close(): Promise<void>
}

/**
 * Opens the place where sessions are kept.
 *
 * @throws {StateFileError} when the state file cannot be used
 * @throws {StateEngineError} when the Valkey or Redis cannot be used
 */
export async function openSessions(options: StateOptions, onFault: (reason: string) => void): Promise<OpenSessions> {
  const { state, stateEngine = {}, stateSync, maxSessions = 2000, sessionMinutes = 60 } = options
  const idle = sessionMinutes * 60_000
  if (state !== undefined && isEngineUrl(state)) {
    // Loaded where it is used, since the client library is large.
    const [{ openValkey }, { SharedSessions }] = await Promise.all([
      import('../storage/valkey/open-valkey.ts'),
      import('./shared-sessions.ts'),
    ])
    const idleOf = (session: string) => (session === defaultSession ? 0 : idle)
    const { storage, connection } = await openValkey(state, stateEngine, { idleOf, onFault })
    return {
      sessions: new SharedSessions(storage),
      isUp: () => connection.isUp,
      stateEngine: () => ({ ...connection.count, nodes: connection.nodes }),
      close: () => storage.close(),
    }
  }
  const storage = state === undefined ? new MemoryStorage() : await openStateFile(state, { sync: stateSync, onFault })
  const sessions = new LocalSessions(storage, { maxSessions, idle })
  await sessions.resume()
  const removeExpired = () =>
    sessions.removeExpired().catch((error) => {
      // The storage itself reports it, at most once a minute.
      if (!(error instanceof StorageError)) onFault(String(error))
    })
  const sweep = setInterval(removeExpired, 60_000).unref()
  const close = async () => {
    clearInterval(sweep)
    await storage.close()
  }
  return { sessions, isUp: () => true, close }
}
