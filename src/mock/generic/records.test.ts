import { expect, it } from 'vitest'
import { freeKey } from './records.ts'

it.each([
  [{ type: 'string' }, [], '1'],
  [{ type: 'string' }, ['2', 'x', '7'], '8'],
  [{ type: 'integer' }, ['7'], 8],
  [{ type: ['null', 'number'] }, ['-3'], 1],
  // A number beyond the safe ones is not counted on from.
  [{ type: 'integer' }, ['1.5', '9007199254740993'], 1],
  [{ type: 'string', format: 'uuid' }, [], '00000000-0000-4000-8000-000000000001'],
  [
    { type: 'string', format: 'uuid' },
    ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'],
    '00000000-0000-4000-8000-000000000003',
  ],
])('finds a key for %j beside %j', (schema, taken, key) => {
  expect(freeKey(schema, new Set(taken))).toBe(key)
})
