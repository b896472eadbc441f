import { systemTimers, type Timers } from '../../timers.ts'
import { MemoryStorage } from '../storage/memory-storage.ts'
import { openStateFile } from '../storage/state-file.ts'
import { StorageError } from '../storage/storage.ts'
import { isEngineUrl, type StateEngineOptions } from '../storage/valkey/endpoint.ts'
import { LocalSessions, type OpenSessions } from './sessions.ts'

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

/**
 * Opens the place where sessions are kept.
 *
 * @throws {StateFileError} when the state file cannot be used
 * @throws {StateEngineError} when the Valkey or Redis cannot be used
 */
export async function openSessions(
  options: StateOptions,
  onFault: (reason: string) => void,
  timers: Timers = systemTimers,
): Promise<OpenSessions> {
  const { state, stateEngine = {}, stateSync, maxSessions = 2000, sessionMinutes = 60 } = options
  const idle = sessionMinutes * 60_000
  if (state !== undefined && isEngineUrl(state)) {
    // Loaded where it is used, since the client library is large.
    const { openSharedSessions } = await import('./shared-sessions.ts')
    return openSharedSessions(state, stateEngine, { idle, onFault })
  }
  const storage = state === undefined ? new MemoryStorage() : await openStateFile(state, { sync: stateSync, onFault })
  const sessions = new LocalSessions(storage, { maxSessions, idle }, timers.now)
  await sessions.resume()
  const sweep = () => sessions.removeExpired()
  const sweepLater = (): (() => void) =>
    timers.after(60_000, () => {
      sweep().catch((error) => {
        // The storage itself reports it, at most once a minute.
        if (!(error instanceof StorageError)) onFault(String(error))
      })
      stopTimer = sweepLater()
    })
  let stopTimer = sweepLater()
  const close = async () => {
    stopTimer()
    await storage.close()
  }
  return { sessions, isUp: () => true, sweep, close }
}
