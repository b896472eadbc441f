import { expect, it } from 'vitest'
import { manualTimers } from '../../timers.fixture.ts'
import { createClock } from './clock.ts'

it('ends a wait by itself, even one that is longer than a timer allows', async () => {
  const timers = manualTimers()
  const month = 31 * 24 * 3600 * 1000
  let woken = false
  void createClock(timers)
    .wait(month)
    .then(() => {
      woken = true
    })
  await timers.pass(month - 1)
  expect(woken).toBe(false)
  await timers.pass(1)
  expect(woken).toBe(true)
})

it('waits longer when it has been set back', async () => {
  const timers = manualTimers(10_000)
  const clock = createClock(timers)
  let woken = false
  void clock.wait(1000).then(() => {
    woken = true
  })
  clock.ahead = -5000
  expect(timers.count()).toBe(1)
  await timers.pass(5999)
  expect(woken).toBe(false)
  await timers.pass(1)
  expect(woken).toBe(true)
})

it('ends a wait whose signal is aborted, before or during it', async () => {
  const timers = manualTimers()
  const clock = createClock(timers)
  const controller = new AbortController()
  const waits = [clock.wait(1000, controller.signal), clock.wait(2000, controller.signal)]
  controller.abort(new Error('gone'))
  for (const wait of waits) await expect(wait).rejects.toThrow('gone')
  await expect(clock.wait(1, controller.signal)).rejects.toThrow('gone')
  clock.ahead += 1
  expect(timers.count()).toBe(0)
})

it('does not wait for a moment that is past', async () => {
  await createClock().wait(0)
  await createClock().wait(-5)
})
