import { expect, it } from 'vitest'
import { isAlike } from './collection-steps.ts'

it.each([
  ['1.50', '1.5', true],
  ['0.00', '-0.0', true],
  ['1.5', '1.6', false],
  ['7', '007', false],
  ['1.10', '1.1.0', false],
  [1.5, '1.50', true],
  ['2024-01-01T12:00:00+00:00', '2024-01-01T12:00:00Z', true],
  ['2024-01-01T12:00:00Z', '2024-01-01T13:00:00Z', false],
  ['ANN ', 'ann', true],
  [{ a: 1, b: 2 }, { a: '1' }, true],
  [['b', 'a'], ['a', 'b'], true],
])('what is shown and what was sent mean the same: %j, %j: %s', (shown, sent, alike) => {
  expect(isAlike(shown, sent)).toBe(alike)
})
