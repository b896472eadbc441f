import type { MemberReport } from '../members/read-member.ts'
import { nothingSeen, type Observation, observe } from './observe.ts'

/** How a watch goes on, and what it uses of the outside world. */
export interface WatchOptions {
  /** Asks every member. */
  read: () => Promise<MemberReport[]>
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
  interval,
  timeout,
  now,
  sleep,
}: WatchOptions): AsyncGenerator<Observation> {
  const end = now() + timeout
  let history = nothingSeen
  for (;;) {
    const round = observe(history, await read(), now())
    history = round.history
    yield round.observation
    if (round.observation.verdict.state === 'done' || now() >= end) return
    await sleep(Math.min(interval, Math.max(0, end - now())))
  }
}
