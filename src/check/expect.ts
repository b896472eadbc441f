import { isDeepStrictEqual } from 'node:util'
import { isPattern, isPlainObject, type Pattern, pattern, show } from './pattern.ts'

/** Why a check failed, in values. */
export interface Failure {
  /** The value that was looked at: `status of a list with a limit`. */
  what: string
  /** The allowed value, or a description of the allowed values. */
  expected: string
  /** The value that the target gave. */
  seen: string
  /** The same for all failures that one fault of the target explains. Default: each failure has its own. */
  cause?: string
}

/** An expectation of a check that the target does not meet. */
export class ExpectationError extends Error {
  override readonly name = 'ExpectationError'
  readonly failure: Failure
  /** The answer that it is about; default: the last one. */
  readonly reply: object | undefined

  constructor(failure: Failure, reply?: object) {
    super(`${failure.what}: expected ${failure.expected}, seen ${failure.seen}`)
    this.failure = failure
    this.reply = reply
  }
}

type Kind = 'string' | 'number' | 'boolean' | 'object' | 'undefined'

/** The expectations of a value. Each method throws an `ExpectationError` if the value does not meet it. */
export interface Expectation {
  readonly not: Expectation
  toBe(expected: unknown): void
  /** The same value; a member that is undefined counts as absent. */
  toEqual(expected: unknown): void
  /** As `toEqual`, but objects may have further members. */
  toMatchObject(expected: object): void
  toMatch(expected: RegExp | string): void
  /** A text with this part, or a list with this entry. */
  toContain(expected: unknown): void
  toBeOneOf(expected: readonly unknown[]): void
  toBeGreaterThan(bound: number): void
  toBeGreaterThanOrEqual(bound: number): void
  toBeLessThan(bound: number): void
  toBeLessThanOrEqual(bound: number): void
  toBeTypeOf(kind: Kind): void
}

/**
 * Begins an expectation of a check.
 *
 * @param what names the value for the reader of a failure: `status of a read without a token`
 */
export function expect(seen: unknown, what: string): Expectation {
  return expectation(seen, what, false)
}

function expectation(seen: unknown, what: string, negated: boolean): Expectation {
  const assert = (holds: boolean, expected: string): void => {
    if (holds !== negated) return
    throw new ExpectationError({ what, expected: negated ? `anything but ${expected}` : expected, seen: show(seen) })
  }
  const compare = (expected: unknown, partial: boolean): void => {
    const difference = findDifference(seen, expected, partial)
    if (negated) assert(!difference, show(expected))
    if (negated || !difference) return
    const place = difference.path.length > 0 ? `${what}, at ${writePath(difference.path)}` : what
    throw new ExpectationError({ what: place, expected: show(difference.expected), seen: show(difference.seen) })
  }
  const compareNumber = (bound: number, words: string, holds: (number: number) => boolean): void =>
    assert(typeof seen === 'number' && holds(seen), `${words} ${bound}`)

  return {
    get not() {
      return expectation(seen, what, !negated)
    },
    toBe: (expected) => assert(Object.is(seen, expected), show(expected)),
    toEqual: (expected) => compare(expected, false),
    toMatchObject: (expected) => compare(expected, true),
    toMatch: (expected) => assert(typeof seen === 'string' && matchesText(seen, expected), describeText(expected)),
    toContain: (expected) => assert(contains(seen, expected), `something that contains ${show(expected)}`),
    toBeOneOf: (expected) => assert(expected.includes(seen), `one of ${expected.map(show).join(', ')}`),
    toBeGreaterThan: (bound) => compareNumber(bound, 'more than', (number) => number > bound),
    toBeGreaterThanOrEqual: (bound) => compareNumber(bound, 'at least', (number) => number >= bound),
    toBeLessThan: (bound) => compareNumber(bound, 'less than', (number) => number < bound),
    toBeLessThanOrEqual: (bound) => compareNumber(bound, 'at most', (number) => number <= bound),
    toBeTypeOf: (kind) => assert(typeof seen === kind, kind === 'undefined' ? 'nothing' : articleOf(kind)),
  }
}

/** Any value of a kind, inside an expected value. */
expect.any = (
  kind: StringConstructor | NumberConstructor | BooleanConstructor | ObjectConstructor | ArrayConstructor,
) =>
  pattern(articleOf(kind.name.toLowerCase()), (seen) =>
    kind === Array
      ? Array.isArray(seen)
      : kind === Object
        ? typeof seen === 'object' && seen !== null
        : typeof seen === kind.name.toLowerCase(),
  )

/** Any value except undefined and null, inside an expected value. */
expect.anything = (): Pattern => pattern('any value', (seen) => seen !== undefined && seen !== null)

expect.stringMatching = (expected: RegExp): Pattern =>
  pattern(describeText(expected), (seen) => typeof seen === 'string' && matchesText(seen, expected))

expect.stringContaining = (part: string): Pattern =>
  pattern(describeText(part), (seen) => typeof seen === 'string' && seen.includes(part))

/** A list with at least these entries, in any order. */
expect.arrayContaining = (entries: readonly unknown[]): Pattern =>
  pattern(
    `a list that contains ${show(entries)}`,
    (seen) => Array.isArray(seen) && entries.every((entry) => contains(seen, entry)),
  )

function contains(seen: unknown, expected: unknown): boolean {
  if (typeof seen === 'string') return typeof expected === 'string' && seen.includes(expected)
  if (seen instanceof Set) return seen.has(expected)
  return Array.isArray(seen) && seen.some((entry) => !findDifference(entry, expected, false))
}

function matchesText(text: string, expected: RegExp | string): boolean {
  // A pattern with the flag `g` or `y` remembers where it stopped.
  return typeof expected === 'string' ? text.includes(expected) : text.search(expected) !== -1
}

function describeText(expected: RegExp | string): string {
  return typeof expected === 'string' ? `text that contains ${show(expected)}` : `text that matches ${expected}`
}

function articleOf(kind: string): string {
  if (kind === 'array') return 'a list'
  return kind === 'object' ? 'an object' : `a ${kind}`
}

function writePath(path: readonly (string | number)[]): string {
  const [first = '', ...rest] = path.map((step) =>
    typeof step === 'string' && /^[\w$-]+$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`,
  )
  return [first.replace(/^\./, ''), ...rest].join('')
}

/** The place where a value differs from the expected one, and both values there. */
interface Difference {
  path: readonly (string | number)[]
  expected: unknown
  seen: unknown
}

/**
 * Finds the first place at which a value differs. A member that is undefined counts as absent.
 *
 * @param partial objects may have members beyond the expected ones
 */
function findDifference(
  seen: unknown,
  expected: unknown,
  partial: boolean,
  path: Difference['path'] = [],
): Difference | undefined {
  const here = { path, expected, seen }
  if (isPattern(expected)) return expected.matches(seen) ? undefined : here
  const names = namesToCompare(seen, expected, partial)
  if (names === 'different kinds') return here
  if (names === undefined) return isDeepStrictEqual(seen, expected) ? undefined : here
  for (const name of names) {
    const found = findDifference(memberOf(seen, name), memberOf(expected, name), partial, [...path, name])
    if (found) return found
  }
  return undefined
}

/** Undefined for values that are compared as a whole. */
function namesToCompare(
  seen: unknown,
  expected: unknown,
  partial: boolean,
): Iterable<string | number> | 'different kinds' | undefined {
  if (Array.isArray(expected)) {
    return Array.isArray(seen) && seen.length === expected.length ? expected.keys() : 'different kinds'
  }
  if (!isPlainObject(expected)) return undefined
  if (typeof seen !== 'object' || seen === null || Array.isArray(seen)) return 'different kinds'
  return new Set([...Object.keys(expected), ...(partial ? [] : Object.keys(seen))])
}

function memberOf(value: unknown, name: string | number): unknown {
  return Object.hasOwn(value as object, name) ? (value as Record<string | number, unknown>)[name] : undefined
}
