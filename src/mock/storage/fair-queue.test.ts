import { afterEach, expect, it, vi } from 'vitest'
import { FairQueue } from './fair-queue.ts'

afterEach(() => void vi.useRealTimers())

/** Takes turns, and tells which have begun. */
function take(turns: FairQueue, ...names: string[]) {
  const begun: number[] = []
  const ends = names.map(async (name, index) => {
    const end = await turns.take(name)
    begun.push(index)
    return end
  })
  return { begun, end: async (index: number) => (await ends[index])?.() }
}

it('begins a turn when the one before it has ended, and another subject at once', async () => {
  vi.useFakeTimers()
  const { begun, end } = take(new FairQueue(), 'a', 'a', 'a', 'b')
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual([0, 3])
  await end(0)
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual([0, 3, 1])
  await vi.advanceTimersByTimeAsync(49)
  expect(begun).toEqual([0, 3, 1])
  // A turn that takes too long no longer holds the next one back.
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual([0, 3, 1, 2])
})

it('keeps a later caller waiting for the turn that another one waits for', async () => {
  vi.useFakeTimers()
  const turns = new FairQueue()
  const first = take(turns, 'a', 'a')
  await first.end(0)
  const later = take(turns, 'a')
  await vi.advanceTimersByTimeAsync(0)
  expect([first.begun, later.begun]).toEqual([[0, 1], []])
})

it('leaves no timer when all turns have ended, and lets a later caller begin at once', async () => {
  vi.useFakeTimers()
  const turns = new FairQueue()
  const { end } = take(turns, 'a', 'a')
  await end(0)
  await end(1)
  expect(vi.getTimerCount()).toBe(0)
  const later = take(turns, 'a')
  await vi.advanceTimersByTimeAsync(0)
  expect(later.begun).toEqual([0])
})
