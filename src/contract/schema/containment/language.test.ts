import { expect, it } from 'vitest'
import { lengthPattern, wordsInside, wordsOutside } from './language.ts'

it.for([
  ['^[a-z]+$', '^[a-z0-9]*$', []],
  ['^[a-z0-9]+$', '^[a-z]+$', '0'],
  ['abc', 'b', []],
  ['', '^.*$', '\n'],
  ['^\\d{3}-\\d{4}$', '^[0-9-]{8}$', []],
  ['^(?!foo)[a-z]{3}$', 'foo', 'gga'],
  ['^(?=.*[A-Z])(?=.*\\d).{8,}$', '^.{8,}$', []],
  ['^(a|b)$|^c$', '^[abc]$', []],
  ['^a\\-\\@b$', '^a-@b$', []],
  [lengthPattern(0, 200), lengthPattern(0, 100), 'A'.repeat(101)],
  ['\\bfoo\\b', 'foo', undefined],
  ['^(?:a{1,300}b{1,300}){1,300}$', '^c$', undefined],
] as const)('texts of %s outside of %s', ([inside, outside, expected]) => {
  const words = wordsOutside([inside], outside)
  if (typeof expected === 'string') expect(words?.[0]).toBe(expected)
  else expect(words).toEqual(expected)
})

it('finds texts that match several patterns, the shortest first', () => {
  expect(wordsInside(['^[a-c]+$', 'b', lengthPattern(2, 3)])?.[0]).toHaveLength(2)
  expect(wordsInside(['^a', '^b'])).toEqual([])
})
