import { setImmediate as nextTurn } from 'node:timers/promises'
import { memoizeByObject } from '../../memoize.ts'
import { monotonicTimers, sleep, type Timers } from '../../timers.ts'
import { chain, type MaybePromise, tryChain } from '../maybe-promise.ts'
import { StorageError } from './storage.ts'

/** Most times that work runs again because other requests have changed records that it had read. */
const maxReruns = 100

/** Milliseconds of reruns, from the turn of the work. Later, it runs again only up to {@link minReruns}. */
const maxTime = 5000

/** Reruns however long they take. */
const minReruns = 5

/** Milliseconds after which the next rerun begins even if the last one has not ended, because work may wait for something. */
const maxTurn = 50

/** The last rerun of each partition of a storage. */
const turnsOf = memoizeByObject((_storage: object) => new Map<string, Promise<void>>())

/** A transaction as this file sees it. */
interface Endable {
  readonly storage: object
  readonly partition: string
  /** Forgets the changes. */
  drop(): void
  /** Stores the changes; false when a record that was read has changed, and nothing is stored. */
  end(journalLine?: () => string | undefined): MaybePromise<boolean>
}

/** Work throws this in the middle of its transaction when a record that it has read was changed. */
export class CheckpointConflict extends Error {}

export interface TransactionOptions<Result> {
  /** False drops the changes; default: all are kept. */
  isKept?(result: Result): boolean
  /** For the journal of the session, where the storage keeps that. */
  journalLine?(result: Result): string | undefined
}

/**
 * Does work in one transaction, and commits it when the work is done and `isKept` agrees. The work runs again, in its own transaction, when a
 * record that it has read was changed meanwhile. If the work throws, nothing is stored.
 *
 * @throws {StorageError} after the 101st conflict, or after the sixth or a later one when it has run again for 5 s
 */
export function runTransaction<T extends Endable, Result>(
  begin: () => MaybePromise<T>,
  work: (transaction: T) => MaybePromise<Result>,
  options: TransactionOptions<Result> = {},
  timers: Timers = monotonicTimers,
): MaybePromise<Result> {
  const run = () => runOnce(begin, work, options)
  return chain(run(), (outcome) => (outcome instanceof Conflict ? runAgain(run, outcome.met, timers) : outcome))
}

/** Nothing was stored, because a record that the work had read has changed. */
class Conflict {
  readonly met: Endable

  constructor(met: Endable) {
    this.met = met
  }
}

function runOnce<T extends Endable, Result>(
  begin: () => MaybePromise<T>,
  work: (transaction: T) => MaybePromise<Result>,
  { isKept, journalLine }: TransactionOptions<Result>,
): MaybePromise<Result | Conflict> {
  return chain(begin(), (transaction) =>
    tryChain<Result | Conflict>(
      () =>
        chain(work(transaction), (result) => {
          if (isKept?.(result) === false) transaction.drop()
          return chain(
            transaction.end(() => journalLine?.(result)),
            (isCommitted) => (isCommitted ? result : new Conflict(transaction)),
          )
        }),
      (error) => {
        if (error instanceof CheckpointConflict) return new Conflict(transaction)
        if (error instanceof StorageError) throw error
        // The work may have failed because records changed between its reads.
        transaction.drop()
        return chain(transaction.end(), (isCurrent) => {
          if (isCurrent) throw error
          return new Conflict(transaction)
        })
      },
    ),
  )
}

async function runAgain<Result>(
  run: () => MaybePromise<Result | Conflict>,
  met: Endable,
  timers: Timers,
): Promise<Result> {
  // With a turn, the work only meets first runs and other processes.
  const endTurn = await takeTurn(met, timers)
  // Hundreds of requests may wait for their turns, however fast the machine is.
  const start = timers.now()
  const mayRun = (rerun: number) => rerun <= minReruns || (rerun <= maxReruns && timers.now() - start < maxTime)
  try {
    for (let rerun = 1; mayRun(rerun); rerun++) {
      // Work that started together goes on apart, each in a turn of the event loop.
      await (rerun === 1 ? nextTurn() : sleep(timers, Math.random() * Math.min(rerun - 1, 20)))
      const outcome = await run()
      if (!(outcome instanceof Conflict)) return outcome
    }
  } finally {
    endTurn()
  }
  throw new StorageError('Other requests keep changing the same records; send the request again.', 1)
}

/** Resolves when it is the caller's turn. The returned function ends the turn. */
async function takeTurn({ storage, partition }: Endable, timers: Timers): Promise<() => void> {
  const turns = turnsOf(storage)
  const before = turns.get(partition)
  const { promise, resolve } = Promise.withResolvers<void>()
  turns.set(partition, promise)
  await before
  const stopTimer = timers.after(maxTurn, resolve)
  return () => {
    stopTimer()
    if (turns.get(partition) === promise) turns.delete(partition)
    resolve()
  }
}
