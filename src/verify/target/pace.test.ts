import { expect, it } from 'vitest'
import { manualTimers } from '../../timers.fixture.ts'
import { createPace } from './pace.ts'

it('limits the requests that begin in a second, and keeps their order', async () => {
  const timers = manualTimers()
  const pace = createPace(100, timers)
  const begun: [index: number, at: number][] = []
  for (const index of [0, 1, 2, 3, 4]) void pace().then(() => begun.push([index, timers.now()]))
  await timers.pass(25)
  expect(begun).toEqual([
    [0, 0],
    [1, 10],
    [2, 20],
  ])
  await timers.pass(100)
  expect(begun.slice(3)).toEqual([
    [3, 30],
    [4, 40],
  ])
  // A pause is not made up for.
  for (const index of [5, 6]) void pace().then(() => begun.push([index, timers.now()]))
  await timers.pass(20)
  expect(begun.slice(5)).toEqual([
    [5, 125],
    [6, 135],
  ])
})
