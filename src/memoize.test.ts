import { expect, it } from 'vitest'
import { BoundedMap } from './memoize.ts'

it('has a bounded number of entries, since callers choose the keys', () => {
  const map = new BoundedMap<number, number>(2)
  for (const key of [1, 2]) map.set(key, key)
  expect(map.size).toBe(2)
  expect([...map.set(3, 3)]).toEqual([[3, 3]])
})
