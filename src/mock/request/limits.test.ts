import { expect, it } from 'vitest'
import { exceededBound } from './limits.ts'

const nested = (levels: number): unknown => JSON.parse('{"a":['.repeat(levels / 2) + ']}'.repeat(levels / 2))
const bounds = { levels: 1000, values: 5000 }

it.each([
  ['a text', 'text', undefined],
  ['null', null, undefined],
  ['as many levels as there may be', nested(1000), undefined],
  ['one level more', [nested(1000)], 'levels'],
  ['very many levels', nested(200_000), 'levels'],
  ['as many values as there may be', Array(5000).fill(1), undefined],
  ['one value more', Array(5001).fill(1), 'values'],
  ['values in many places', Array(100).fill(Array(50).fill(1)), 'values'],
  ['a number beyond the exact integers', 9007199254740992, 'integers'],
  ['such a number below others', { a: [1, { b: -1e300 }, 2] }, 'integers'],
  ['the last exact integer', [9007199254740991, 0.5, -9007199254740991], undefined],
  ['members of an object', Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [index, 1])), 'values'],
])('measures %s', (_, value, expected) => {
  expect(exceededBound(bounds, value)).toBe(expected)
})

it('counts a member named __proto__ like any other', () => {
  expect(exceededBound({ levels: 2, values: 10 }, JSON.parse('{"__proto__":{"__proto__":{}}}'))).toBe('levels')
})
