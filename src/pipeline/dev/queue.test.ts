import { expect, it, vi } from 'vitest'
import { createQueue } from './queue.ts'

/** A queue whose runs end when the test ends them. */
function queueOfHeldRuns() {
  const runs: { names: string[]; end: () => void }[] = []
  let under = 0
  let max = 0
  const queue = createQueue(async (names) => {
    max = Math.max(max, ++under)
    const { promise, resolve } = Promise.withResolvers<void>()
    runs.push({ names: [...names], end: resolve })
    await promise
    under--
  }, 1)
  const started = (count: number) => vi.waitFor(() => expect(runs).toHaveLength(count), { timeout: 60_000 })
  return { queue, runs, started, most: () => max }
}

it('takes edits that come together as one', async () => {
  const { queue, runs, started } = queueOfHeldRuns()
  queue.add(['orders'])
  queue.add(['secrets', 'orders'])
  await started(1)
  expect(runs[0]?.names).toEqual(['orders', 'secrets'])
})

it('edits during a run lead to one more run, after it', async () => {
  const { queue, runs, started, most } = queueOfHeldRuns()
  queue.add(['orders'])
  queue.add(['orders'])
  await started(1)
  // Long enough for the second edit to start a run of its own.
  await new Promise((resolve) => setTimeout(resolve, 20))
  queue.add(['orders'])
  queue.add(['secrets'])
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(runs).toHaveLength(1)
  runs[0]?.end()
  await started(2)
  expect(runs[1]?.names).toEqual(['orders', 'secrets'])
  runs[1]?.end()
  queue.add(['orders'])
  await started(3)
  expect(most()).toBe(1)
})

it('closes when the run under way has ended, and starts none after it', async () => {
  const { queue, runs, started } = queueOfHeldRuns()
  queue.add(['orders'])
  await started(1)
  queue.add(['secrets'])
  let closed = false
  const closing = queue.close().then(() => {
    closed = true
  })
  await Promise.resolve()
  expect(closed).toBe(false)
  runs[0]?.end()
  await closing
  queue.add(['orders'])
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(runs).toHaveLength(1)
})
