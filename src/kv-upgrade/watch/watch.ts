import type { Health } from '../health.ts'
import type { MemberReport } from '../members/read-member.ts'
import { findConditions, nothingSeen, type Observation, observe } from './observe.ts'

/** How long a watch goes on, and its access to members, health, clock and timers. */
export interface WatchOptions {
  read: () => Promise<MemberReport[]>
  /** Asks for the health of the cluster, within so many milliseconds. Absent where the operator does that. */
  checkHealth?: (timeout: number) => Promise<Health>
  /** Milliseconds between the end of one round and the beginning of the next. */
  interval: number
  /** Milliseconds after which no further round begins. */
  timeout: number
  now: () => number
  /** Waits for so many milliseconds; may end early, and does when the signal is aborted. */
  sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

export interface Round {
  reports: readonly MemberReport[]
  at: number
}

/**
 * Follows an upgrade, round by round, until it is done or the time is over. The last round tells which. A slow health command delays no
 * round: what it says counts once it is there, and only if the members still say what they said when it began.
 */
export async function* watchUpgrade({
  read,
  checkHealth,
  interval,
  timeout,
  now,
  sleep,
}: WatchOptions): AsyncGenerator<Observation & Round> {
  const end = now() + timeout
  const healthOf = checkHealth && healthBeside(checkHealth)
  let history = nothingSeen
  for (;;) {
    const reports = await read()
    // A cluster with a stopped member needs no health check to be told to wait.
    const mayBeSafe = findConditions(reports).length === 0
    const left = () => Math.max(0, end - now())
    const wait = async (ended: Promise<void>) => {
      const stop = new AbortController()
      await Promise.race([ended, sleep(Math.min(interval, left()), stop.signal)])
      stop.abort()
    }
    const health = mayBeSafe ? await healthOf?.(JSON.stringify(reports), Math.max(1, left()), wait) : undefined
    const at = now()
    const round = observe(history, reports, at, health)
    history = round.history
    yield { ...round.observation, reports, at }
    if (round.observation.verdict.state === 'done' || now() >= end) return
    // The round has already waited for the health.
    if (health?.state !== 'awaited') await sleep(Math.min(interval, left()))
  }
}

const awaited: Health = { state: 'awaited', seen: 'the health command has not ended yet' }

/** Runs one health command at a time. A result counts for members that say what they said when its command began. */
function healthBeside(check: NonNullable<WatchOptions['checkHealth']>) {
  let known: { of: string; health: Health } | undefined
  let running: Promise<void> | undefined
  return async (of: string, timeout: number, wait: (ended: Promise<void>) => Promise<void>): Promise<Health> => {
    running ??= check(timeout).then((health) => {
      known = { of, health }
      running = undefined
    })
    await wait(running)
    return known?.of === of ? known.health : awaited
  }
}
