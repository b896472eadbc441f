import { expect, it } from 'vitest'
import { internByContent } from './intern.ts'

it('makes one thing of all that says the same, and another of what does not', () => {
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
  expect(made).toEqual(['first', 'third', 'fourth'])
})
