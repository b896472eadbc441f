import { expect, it } from 'vitest'
import { BoundedMap, forgetInterned, internByContent } from './memoize.ts'

it('has a bounded number of entries, since callers choose the keys', () => {
  const map = new BoundedMap<number, number>(2)
  for (const key of [1, 2]) map.set(key, key)
  expect(map.size).toBe(2)
  expect([...map.set(3, 3)]).toEqual([[3, 3]])
})

it('returns one object for equal JSON, and another one for different JSON', () => {
  const interned = internByContent<{ of: string }>()
  const made: string[] = []
  const make = (of: string) => () => {
    made.push(of)
    return { of }
  }
  const first = interned([{ type: 'string' }, 1], make('first'))
  expect(interned([{ type: 'string' }, 1], make('second'))).toBe(first)
  expect(interned([{ type: 'string' }, 2], make('third')).of).toBe('third')
  expect(interned([[{ type: 'string' }], 1], make('fourth')).of).toBe('fourth')
  forgetInterned()
  expect(interned([{ type: 'string' }, 1], make('fifth'))).not.toBe(first)
  expect(made).toEqual(['first', 'third', 'fourth', 'fifth'])
})
