import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { chain, type MaybePromise, tryChain } from '../maybe-promise.ts'
import { StorageError } from './storage.ts'
import { Turns } from './turns.ts'

/** Most times that work runs again because other requests have changed records that it had read. */
const maxReruns = 5

/** The same in a shared storage, where other processes change records and the cache of this process may be stale. */
const maxSharedReruns = 100

/** Milliseconds after the first conflict. Later, work in a shared storage runs again no more often than in a storage of one process. */
const maxSharedTime = 5000

/** Reruns in a shared storage, by partition. */
const turns = new Turns()

/** A unit of work as this file sees it. */
interface Unit {
  /** Other processes use the same records. */
  readonly isShared: boolean
  readonly partition: string
  /** Forgets the changes. */
  drop(): void
  /** Stores the changes; false when a record that was read has changed, and nothing is stored. */
  end(note?: string): MaybePromise<boolean>
}

/** Work throws this in the middle of its unit when a record that it has read was changed. */
export class StepConflict extends Error {}

/** In milliseconds. */
interface Timers {
  /** A monotonic clock. */
  now(): number
  sleep(duration: number): Promise<unknown>
}

const ownTimers: Timers = { now: () => performance.now(), sleep }

interface Ending<Result> {
  /** False drops the changes; default: all are kept. */
  isKept?(result: Result): boolean
  /** For the journal of the session, where the storage keeps that. */
  note?(result: Result): string | undefined
}

/**
 * Does work in one unit, and commits the unit when the work is done and `isKept` agrees. The work runs again, in a unit of its own, when a record that
 * it has read was changed meanwhile. If the work throws, nothing is stored.
 *
 * @throws {StorageError} after the sixth conflict; in a shared storage after the 101st, or after the sixth or a later one when 5 s have passed
 * since the first
 */
export function inOneUnit<U extends Unit, Result>(
  begin: () => MaybePromise<U>,
  work: (unit: U) => MaybePromise<Result>,
  ending: Ending<Result> = {},
  timers: Timers = ownTimers,
): MaybePromise<Result> {
  const run = () => runOnce(begin, work, ending)
  return chain(run(), (outcome) => (outcome instanceof Conflict ? runAgain(run, outcome.unit, timers) : outcome))
}

/** Nothing was stored, because a record that the work had read has changed. */
class Conflict {
  readonly unit: Unit

  constructor(unit: Unit) {
    this.unit = unit
  }
}

function runOnce<U extends Unit, Result>(
  begin: () => MaybePromise<U>,
  work: (unit: U) => MaybePromise<Result>,
  ending: Ending<Result>,
): MaybePromise<Result | Conflict> {
  return chain(begin(), (unit) =>
    tryChain<Result | Conflict>(
      () =>
        chain(work(unit), (result) => {
          if (ending.isKept?.(result) === false) unit.drop()
          const note = unit.isShared ? ending.note?.(result) : undefined
          return chain(unit.end(note), (isCommitted) => (isCommitted ? result : new Conflict(unit)))
        }),
      (error) => {
        if (error instanceof StepConflict) return new Conflict(unit)
        if (!unit.isShared || error instanceof StorageError) throw error
        // The work may have failed because it had read stale records.
        unit.drop()
        return chain(unit.end(), (isCurrent) => {
          if (isCurrent) throw error
          return new Conflict(unit)
        })
      },
    ),
  )
}

async function runAgain<Result>(
  run: () => MaybePromise<Result | Conflict>,
  { isShared, partition }: Unit,
  { now, sleep }: Timers,
): Promise<Result> {
  const start = now()
  const mayRun = (rerun: number) =>
    rerun <= maxReruns || (isShared && rerun <= maxSharedReruns && now() - start < maxSharedTime)
  // With a turn, the work only meets other processes.
  const endTurn = isShared ? await turns.take(partition) : undefined
  try {
    for (let rerun = 1; mayRun(rerun); rerun++) {
      // Work that started together goes on apart, each in a turn of the event loop.
      if (!isShared) await nextTurn()
      else if (rerun > 1) await sleep(Math.random() * Math.min(rerun - 1, 20))
      const outcome = await run()
      if (!(outcome instanceof Conflict)) return outcome
    }
  } finally {
    endTurn?.()
  }
  throw new StorageError('Other requests keep changing the same records; send the request again.', 1)
}
