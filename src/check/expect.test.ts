import { expect as assert, it } from 'vitest'
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

const { any, anything, arrayContaining, stringContaining, stringMatching } = expect
const order = { id: 1, items: [{ name: 'a', price: undefined }] }

/** A value that is looked at, and the arguments of the matcher. */
type Use = [seen: unknown, ...args: unknown[]]

const use = (matcher: string, [seen, ...args]: Use) => {
  const [name = '', negated] = matcher.split('.').reverse()
  const expectation = negated ? expect(seen, 'x').not : expect(seen, 'x')
  ;(expectation[name as keyof typeof expectation] as (...args: unknown[]) => void)(...args)
}

it.each<[matcher: string, met: Use, failed: Use, expected: string, seen: string]>([
  ['toBe', [1, 1], [-0, 0], '0', '-0'],
  ['not.toBe', [1, 2], ['a', 'a'], 'anything but "a"', '"a"'],
  ['toEqual', [order, { id: 1, items: [{ name: 'a' }] }], [order, { id: 1 }], 'nothing', '[{"name": "a"}]'],
  ['not.toEqual', [[1], [1, 1]], [{ a: [1] }, { a: [1] }], 'anything but {"a": [1]}', '{"a": [1]}'],
  [
    'toMatchObject',
    [order, { items: [{ name: 'a' }] }],
    [order, { items: [{ name: any(Number) }] }],
    'a number',
    '"a"',
  ],
  ['toMatch', ['abc', /B/gi], ['abc', 'd'], 'text that contains "d"', '"abc"'],
  ['toContain', [['a'], 'a'], ['abc', 'd'], 'something that contains "d"', '"abc"'],
  ['toBeOneOf', [200, [200, 204]], [500, [200, 204]], 'one of 200, 204', '500'],
  ['toContain', [[{ a: 1 }], { a: any(Number) }], [[1], '1'], 'something that contains "1"', '[1]'],
  ['toBeGreaterThan', [2, 1], [1, 1], 'more than 1', '1'],
  ['toBeGreaterThanOrEqual', [1, 1], ['2', 1], 'at least 1', '"2"'],
  ['toBeLessThan', [1, 2], [2, 2], 'less than 2', '2'],
  ['toBeLessThanOrEqual', [2, 2], [undefined, 2], 'at most 2', 'nothing'],
  ['toBeTypeOf', ['', 'string'], [1, 'string'], 'a string', '1'],
])('%s passes what meets it, and says in values what does not', (matcher, met, failed, expected, seen) => {
  assert(failureOf(() => use(matcher, met))).toBeUndefined()
  assert(failureOf(() => use(matcher, failed))).toMatchObject({ expected, seen })
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
