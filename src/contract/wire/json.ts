import { parseJson } from '../../json-text.ts'
import { keepDigits } from '../integers.ts'

/** Depth of objects and arrays. Copying and writing a value recurse: the stack overflows at about three times this depth. */
const maxLevels = 1000

/** Members and elements in all. Validation keeps some kilobytes for each wrong one. */
const maxValues = 50_000

/** The bound that a value exceeds. Not recursive, so deep values do not exhaust the stack. */
function exceededBound(root: unknown): 'levels' | 'values' | undefined {
  let seen = 0
  let level = [root]
  for (let depth = 0; level.length > 0; depth++) {
    const next: unknown[] = []
    for (const value of level) {
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
  return undefined
}

/** What should be where a value cannot be read. */
export interface Unreadable {
  expected: string
  /** Why it is not there, in words of a parser. */
  reason?: string
  /** What is wrong, if it is not the form. */
  fault?: 'limit' | 'media-type'
}

/** The value of JSON in a message; integers beyond those of a double are bigints. */
export function readJson(
  text: string,
  { isBounded = true }: { isBounded?: boolean } = {},
): { value: unknown } | Unreadable {
  const value = parseJson(text)
  if (value === undefined) return { expected: 'JSON', reason: whyBroken(text) }
  const bound = isBounded ? exceededBound(value) : undefined
  if (bound === 'levels') return { expected: `JSON of at most ${maxLevels} levels` }
  if (bound === 'values') return { expected: `JSON of at most ${maxValues} values`, fault: 'limit' }
  return { value: /\d{16}|[eE]\+?\d{2}/.test(text) ? JSON.parse(text, keepDigits) : value }
}

/** In words of the parser, which quote no more than a character. */
function whyBroken(text: string): string {
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}
