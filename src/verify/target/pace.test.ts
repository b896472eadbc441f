import { expect, it } from 'vitest'
import { createPace } from './pace.ts'

it('limits the requests that begin in a second, and keeps their order', async () => {
  const pace = createPace(100)
  const started = performance.now()
  const order: number[] = []
  await Promise.all([0, 1, 2, 3, 4].map((index) => pace().then(() => order.push(index))))
  expect(order).toEqual([0, 1, 2, 3, 4])
  // Five turns are four intervals of 10 ms; a timer may come a millisecond early.
  expect(performance.now() - started).toBeGreaterThanOrEqual(36)
})
