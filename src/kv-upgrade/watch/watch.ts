import type { Health } from '../health.ts'
import type { MemberReport } from '../members/read-member.ts'
import { findConditions } from './conditions.ts'
import { nothingSeen, type Observation, observe } from './observe.ts'

/** How long a watch goes on, and its access to members, health, clock and timers. */
export interface WatchOptions {
  /** Asks every member. */
  read: () => Promise<MemberReport[]>
  /** Asks for the health of the cluster, within so many milliseconds. Absent where the operator does that. */
  checkHealth?: (timeout: number) => Promise<Health>
  /** Milliseconds between the end of one round and the beginning of the next. */
  interval: number
  /** Milliseconds after which no further round begins. */
  timeout: number
  now: () => number
  /** Waits for so many milliseconds; may end early. */
  sleep: (milliseconds: number) => Promise<void>
}

/** Follows an upgrade, round by round, until it is done or the time is over. The last round tells which. */
export async function* watchUpgrade({
  read,
  checkHealth,
  interval,
  timeout,
  now,
  sleep,
}: WatchOptions): AsyncGenerator<Observation> {
  const end = now() + timeout
  let history = nothingSeen
  for (;;) {
    const reports = await read()
    // A cluster with a stopped member needs no health check to be told to wait.
    const mayBeSafe = findConditions(reports).length === 0
    const health = mayBeSafe ? await checkHealth?.(Math.max(1, end - now())) : undefined
    const round = observe(history, reports, now(), health)
    history = round.history
    yield round.observation
    if (round.observation.verdict.state === 'done' || now() >= end) return
    await sleep(Math.min(interval, Math.max(0, end - now())))
  }
}
