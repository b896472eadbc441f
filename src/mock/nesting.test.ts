import { expect, it } from 'vitest'
import { nestsDeeperThan } from './nesting.ts'

const nested = (levels: number): unknown => JSON.parse('{"a":['.repeat(levels / 2) + ']}'.repeat(levels / 2))

it.each([
  [0, 'text', false],
  [0, {}, true],
  [1, [], false],
  [1, { a: 1, b: [null] }, true],
  [1000, nested(1000), false],
  [1000, nested(1002), true],
  [1000, nested(200_000), true],
])('tells whether a value nests deeper than %i levels', (levels, value, deeper) => {
  expect(nestsDeeperThan(levels, value)).toBe(deeper)
})
