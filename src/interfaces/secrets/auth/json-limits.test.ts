import { expect, it } from 'vitest'
import { findExcess } from './json-limits.ts'

const limits = {
  max_json_depth: 3,
  max_json_string_value_length: 5,
  max_json_object_entry_count: 2,
  max_json_array_element_count: 2,
}
const excess = (body: unknown) => findExcess(Buffer.from(JSON.stringify(body)), limits)?.rule

it('SEC-114: the limit on depth is inclusive, for objects and arrays alike', () => {
  expect(excess({ a: { b: {} } })).toBeUndefined()
  expect(excess({ a: [{}] })).toBeUndefined()
  expect(excess({ a: { b: { c: {} } } })).toBe('SEC-114')
  expect(excess([[[[]]]])).toBe('SEC-114')
})

it('SEC-115: the limit on the length of a string is inclusive, and counts characters of values', () => {
  expect(excess({ a: 'abcde' })).toBeUndefined()
  expect(excess({ a: 'abcdef' })).toBe('SEC-115')
  expect(excess({ a: '😀😀😀😀😀' })).toBeUndefined()
  expect(excess({ 'a long name': 1 })).toBeUndefined()
})

it('SEC-116: the limit on pairs of an object is inclusive, and holds for each object', () => {
  expect(excess({ a: 1, b: { c: 1, d: 2 } })).toBeUndefined()
  expect(excess({ a: 1, b: { c: 1, d: 2, e: 3 } })).toBe('SEC-116')
})

it('SEC-117: the limit on elements of an array is inclusive, and holds for each array', () => {
  expect(excess({ a: [1, [2, 3]] })).toBeUndefined()
  expect(excess({ a: [1, [2, 3, 4]] })).toBe('SEC-117')
})

it('SEC-114: a body that nests deeper than calls can is still measured', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  expect(findExcess(Buffer.from(deep), limits)?.rule).toBe('SEC-114')
})

it('SEC-095: text that is no JSON breaks no limit; something else refuses it', () => {
  expect(findExcess(Buffer.from('{"a": "a long value'), limits)).toBeUndefined()
})
