import { parseJson } from '../../json-text.ts'
import { numberOf } from './typed-text.ts'

/** Depth of objects and arrays. Copying and writing a value recurse: the stack overflows at about three times this depth. */
export const maxLevels = 1000

/** Members and elements in all. Validation keeps some kilobytes for each wrong one. */
export const maxValues = 50_000

/**
 * The bound that a value exceeds, or `integers` for a number beyond the integers that a double holds exactly. Not recursive, so deep values
 * do not exhaust the stack.
 */
export function exceededBound(root: unknown): 'levels' | 'values' | 'integers' | undefined {
  let seen = 0
  let isExact = true
  let level = [root]
  for (let depth = 0; level.length > 0; depth++) {
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value === 'number') isExact &&= Math.abs(value) <= Number.MAX_SAFE_INTEGER
      if (typeof value !== 'object' || value === null) continue
      if (depth === maxLevels) return 'levels'
      const members = Object.values(value)
      seen += members.length
      if (seen > maxValues) return 'values'
      // As arguments of one call, many members would take much of the stack.
      for (const member of members) next.push(member)
    }
    level = next
  }
  return isExact ? undefined : 'integers'
}

/** The value of JSON in a parameter, a field or a body of a document; integers beyond those of a double are bigints. */
export function readJson(text: string): { value: unknown } | { expected: string } {
  const value = parseJson(text)
  if (value === undefined) return { expected: 'JSON' }
  switch (exceededBound(value)) {
    case 'levels':
      return { expected: `JSON of at most ${maxLevels} levels` }
    case 'values':
      return { expected: `JSON of at most ${maxValues} values` }
    case 'integers':
      return { value: JSON.parse(text, withDigits) }
    default:
      return { value }
  }
}

function withDigits(_name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined ? (numberOf(context.source) ?? value) : value
}
