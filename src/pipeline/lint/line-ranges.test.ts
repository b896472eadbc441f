import { expect, it } from 'vitest'
import { formatLines, linesOf, parseLineRanges } from './line-ranges.ts'

it.each([
  ['7', [[7, 7]]],
  ['7-9', [[7, 9]]],
  [
    '1,7-9,12',
    [
      [1, 1],
      [7, 9],
      [12, 12],
    ],
  ],
  [7, [[7, 7]]],
])('parseLineRanges reads %s', (value, ranges) => {
  expect(parseLineRanges(value)).toEqual(ranges)
})

it.each(['', '0', '9-7', '7-', '7, 9', '7–9', 'seven', undefined, [7]])('parseLineRanges refuses %s', (value) => {
  expect(parseLineRanges(value)).toBeUndefined()
})

it('linesOf and formatLines are each the way back of the other', () => {
  expect(linesOf('1,7-9')).toEqual([1, 7, 8, 9])
  expect(formatLines([9, 1, 8, 7])).toBe('1,7-9')
})

it('linesOf and formatLines take what is not a range for no lines', () => {
  expect(linesOf('all of them')).toEqual([])
})
