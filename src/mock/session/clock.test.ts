import { afterEach, expect, it, vi } from 'vitest'
import { createClock } from './clock.ts'

afterEach(() => void vi.useRealTimers())

it('ends a wait by itself, even one that is longer than a timer allows', async () => {
  vi.useFakeTimers({ now: 0 })
  const month = 31 * 24 * 3600 * 1000
  let woken = false
  void createClock()
    .wait(month)
    .then(() => {
      woken = true
    })
  await vi.advanceTimersByTimeAsync(month - 1)
  expect(woken).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(woken).toBe(true)
})

it('waits longer when it has been set back', async () => {
  vi.useFakeTimers({ now: 10_000 })
  const clock = createClock()
  let woken = false
  void clock.wait(1000).then(() => {
    woken = true
  })
  clock.ahead = -5000
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(5999)
  expect(woken).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(woken).toBe(true)
})

it('ends a wait whose signal is aborted, before or during it', async () => {
  vi.useFakeTimers()
  const clock = createClock()
  const controller = new AbortController()
  const waits = [clock.wait(1000, controller.signal), clock.wait(2000, controller.signal)]
  controller.abort(new Error('gone'))
  for (const wait of waits) await expect(wait).rejects.toThrow('gone')
  await expect(clock.wait(1, controller.signal)).rejects.toThrow('gone')
  clock.ahead += 1
  expect(vi.getTimerCount()).toBe(0)
})

it('does not wait for a moment that is past', async () => {
  await createClock().wait(0)
  await createClock().wait(-5)
})
