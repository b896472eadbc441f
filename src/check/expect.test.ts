import { expect as assert, describe, it } from 'vitest'
import { ExpectationError, expect, type Failure } from './expect.ts'

/** The failure of an expectation; undefined when it is met. */
function failureOf(expectation: () => void): Failure | undefined {
  try {
    expectation()
    return undefined
  } catch (error) {
    if (error instanceof ExpectationError) return error.failure
    throw error
  }
}

const { any, anything, arrayContaining, objectContaining, stringContaining, stringMatching } = expect
const order = { id: 1, items: [{ name: 'a', price: undefined }] }

type Row = [name: string, met: () => void, failed: () => void, expected: string, seen: string]

describe.each<Row>([
  ['toBe', () => expect(1, 'x').toBe(1), () => expect(-0, 'x').toBe(0), '0', '-0'],
  ['not.toBe', () => expect(1, 'x').not.toBe(2), () => expect('a', 'x').not.toBe('a'), 'anything but "a"', '"a"'],
  [
    'toEqual',
    () => expect(order, 'x').toEqual({ id: 1, items: [{ name: 'a' }] }),
    () => expect(order, 'x').toEqual({ id: 1 }),
    'nothing',
    '[{"name": "a"}]',
  ],
  [
    'not.toEqual',
    () => expect([1], 'x').not.toEqual([1, 1]),
    () => expect({ a: [1] }, 'x').not.toEqual({ a: [1] }),
    'anything but {"a": [1]}',
    '{"a": [1]}',
  ],
  [
    'toMatchObject',
    () => expect(order, 'x').toMatchObject({ items: [{ name: 'a' }] }),
    () => expect(order, 'x').toMatchObject({ items: [{ name: any(Number) }] }),
    'a number',
    '"a"',
  ],
  [
    'toMatch',
    () => expect('abc', 'x').toMatch(/B/gi),
    () => expect('abc', 'x').toMatch('d'),
    'text that contains "d"',
    '"abc"',
  ],
  [
    'toContain',
    () => expect(['a'], 'x').toContain('a'),
    () => expect('abc', 'x').toContain('d'),
    'something that contains "d"',
    '"abc"',
  ],
  [
    'toContainEqual',
    () => expect([{ a: 1 }], 'x').toContainEqual({ a: any(Number) }),
    () => expect([1], 'x').toContainEqual('1'),
    'a list that contains "1"',
    '[1]',
  ],
  [
    'toBeGreaterThan',
    () => expect(2, 'x').toBeGreaterThan(1),
    () => expect(1, 'x').toBeGreaterThan(1),
    'more than 1',
    '1',
  ],
  [
    'toBeGreaterThanOrEqual',
    () => expect(1, 'x').toBeGreaterThanOrEqual(1),
    () => expect('2', 'x').toBeGreaterThanOrEqual(1),
    'at least 1',
    '"2"',
  ],
  ['toBeLessThan', () => expect(1, 'x').toBeLessThan(2), () => expect(2, 'x').toBeLessThan(2), 'less than 2', '2'],
  [
    'toBeLessThanOrEqual',
    () => expect(2, 'x').toBeLessThanOrEqual(2),
    () => expect(undefined, 'x').toBeLessThanOrEqual(2),
    'at most 2',
    'nothing',
  ],
  [
    'toBeTypeOf',
    () => expect('', 'x').toBeTypeOf('string'),
    () => expect(1, 'x').toBeTypeOf('string'),
    'a string',
    '1',
  ],
  ['toBeArray', () => expect([], 'x').toBeArray(), () => expect({}, 'x').toBeArray(), 'a list', '{}'],
  ['toBeNull', () => expect(null, 'x').toBeNull(), () => expect(undefined, 'x').toBeNull(), 'null', 'nothing'],
  [
    'toBeUndefined',
    () => expect(undefined, 'x').toBeUndefined(),
    () => expect(null, 'x').toBeUndefined(),
    'nothing',
    'null',
  ],
  ['toBeDefined', () => expect(0, 'x').toBeDefined(), () => expect(undefined, 'x').toBeDefined(), 'a value', 'nothing'],
  [
    'toBeTruthy',
    () => expect('a', 'x').toBeTruthy(),
    () => expect('', 'x').toBeTruthy(),
    'a value that is not empty',
    '""',
  ],
  [
    'toHaveProperty',
    () => expect({ a: 1 }, 'x').toHaveProperty('a'),
    () => expect({ a: 1 }, 'x').toHaveProperty('b'),
    'a member "b"',
    'the members ["a"]',
  ],
  [
    'toHaveLength',
    () => expect([1, 2], 'x').toHaveLength(2),
    () => expect([1], 'x').toHaveLength(2),
    'a length of 2',
    'a length of 1: [1]',
  ],
])('%s', (_, met, failed, expected, seen) => {
  it('passes what meets it, and says in values what does not', () => {
    assert(failureOf(met)).toBeUndefined()
    assert(failureOf(failed)).toMatchObject({ expected, seen })
  })
})

it('names the thing, and the place inside it', () => {
  const failure = failureOf(() => expect({ items: [{ 'a b': 1 }] }, 'the order').toEqual({ items: [{ 'a b': 2 }] }))
  assert(failure).toEqual({ what: 'the order, at items[0]["a b"]', expected: '2', seen: '1' })
  assert(() => expect(404, 'status of a read').toBe(200)).toThrow('status of a read: expected 200, seen 404')
})

it.each([
  ['a string', any(String), 'a', 1],
  ['a boolean', any(Boolean), false, 0],
  ['a list', any(Array), [], {}],
  ['an object', any(Object), {}, null],
  ['any value', anything(), 0, null],
  ['text that matches /^a/', stringMatching(/^a/), 'ab', 'ba'],
  ['text that contains "a"', stringContaining('a'), 'ba', 'b'],
  ['a list that contains ["a", a number]', arrayContaining(['a', any(Number)]), [1, 'b', 'a'], ['a']],
  ['an object with {"a": 1}', objectContaining({ a: 1 }), { a: 1, b: 2 }, { a: 2 }],
])('takes %s for every value that fits', (description, pattern, fitting, other) => {
  assert(failureOf(() => expect({ a: fitting }, 'x').toEqual({ a: pattern }))).toBeUndefined()
  assert(failureOf(() => expect({ a: other }, 'x').toEqual({ a: pattern }))).toMatchObject({ expected: description })
})

it.each([
  ['a member that every object inherits', {}, { toString: any(String) }],
  ['a list for an object', [], {}],
  ['a longer list', [1, 2], [1]],
  ['another date', new Date(0), new Date(1)],
])('tells %s from what was expected', (_, seen, expected) => {
  assert(failureOf(() => expect(seen, 'x').toEqual(expected))).toBeDefined()
})
