import { afterEach, expect, it, vi } from 'vitest'
import { CheckpointConflict, runTransaction } from './run-transaction.ts'
import { StorageError } from './storage.ts'

afterEach(() => void vi.restoreAllMocks())

interface Case {
  /** Conflicts before a run succeeds. */
  conflicts?: number
  /** Milliseconds that each run takes; default: 0. */
  duration?: number
  /** The same of the first run. */
  firstDuration?: number
  work?: (run: number) => string
  /** Gets the duration of each sleep. */
  sleeps?: number[]
  /** Gets the timers that are running. */
  running?: Set<() => void>
}

/** Runs work whose transaction meets conflicts. Only the runs and the sleep between them take time. */
async function attempt({
  conflicts = Infinity,
  duration = 0,
  firstDuration = duration,
  work = String,
  sleeps = [],
  running = new Set(),
}: Case) {
  let runs = 0
  let time = 0
  const transaction = { storage: {}, partition: 'counted', drop: () => {}, end: () => runs > conflicts }
  const run = () => {
    runs++
    time += runs === 1 ? firstDuration : duration
    return work(runs)
  }
  const after = (duration: number, callback: () => void) => {
    running.add(callback)
    // The longest sleep; a turn may take longer, and does not here.
    if (duration <= 20) {
      running.delete(callback)
      sleeps.push(duration)
      time += duration
      queueMicrotask(callback)
    }
    return () => running.delete(callback)
  }
  try {
    const result = await runTransaction(() => transaction, run, {}, { now: () => time, after })
    return { runs, result }
  } catch (error) {
    return { runs, result: error }
  }
}

const refusal = { name: 'StorageError', retryAfter: 1, message: expect.stringContaining('send the request again') }

it.each([
  { title: '101 runs, if they are quick', duration: 1, limit: 101 },
  { title: 'five seconds', duration: 500, limit: 11 },
  { title: 'six runs, however long they take', duration: 10_000, limit: 6 },
])('gives up after $title', async ({ duration, limit }) => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  expect(await attempt({ duration })).toMatchObject({ runs: limit, result: refusal })
  expect(await attempt({ duration, conflicts: limit - 1 })).toEqual({ runs: limit, result: String(limit) })
})

it('does not count the time of the first run, which may wait for the clock of its session', async () => {
  expect(await attempt({ firstDuration: 600_000, conflicts: 20 })).toEqual({ runs: 21, result: '21' })
})

it('sleeps longer before each run, from the second rerun on, and leaves no timer', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const sleeps: number[] = []
  const running = new Set<() => void>()
  await attempt({ conflicts: 24, sleeps, running })
  expect(sleeps).toEqual([...Array.from({ length: 20 }, (_, index) => (index + 1) / 2), 10, 10, 10])
  expect(running.size).toBe(0)
})

it('runs work again that met a conflict in the middle, or failed while its records changed', async () => {
  const failOnce = (error: Error) => (run: number) => {
    if (run === 1) throw error
    return 'done'
  }
  const conflict = failOnce(new CheckpointConflict())
  expect(await attempt({ conflicts: 0, work: conflict })).toEqual({ runs: 2, result: 'done' })
  const bug = new Error('no such record')
  expect(await attempt({ conflicts: 1, work: failOnce(bug) })).toEqual({ runs: 2, result: 'done' })
  expect(await attempt({ conflicts: 0, work: failOnce(bug) })).toEqual({ runs: 1, result: bug })
  const lost = new StorageError('The engine is lost.', 1)
  expect(await attempt({ work: failOnce(lost) })).toEqual({ runs: 1, result: lost })
})
