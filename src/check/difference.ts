import { isDeepStrictEqual } from 'node:util'
import { isPattern, isPlainObject } from './pattern.ts'

/** The place where a value differs from the expected one, and both values there. */
export interface Difference {
  path: readonly (string | number)[]
  expected: unknown
  seen: unknown
}

/**
 * Finds the first place at which a value differs. A member that is undefined counts as absent.
 *
 * @param partial objects may have members beyond the expected ones
 */
export function findDifference(
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
