/** Largest request body in bytes. It is above every documented limit, so that a caller can try these limits. */
export const maxBodyBytes: number = 64 * 1024 * 1024

/** Bounds of a JSON value. */
export interface JsonBounds {
  /** Depth of objects and arrays. */
  levels: number
  /** Members and elements in all. */
  values: number
}

/**
 * The bound that a value exceeds, or `integers` for a number beyond the integers that a double holds exactly. Not recursive, so deep values
 * do not exhaust the stack.
 */
export function exceededBound(
  { levels, values }: JsonBounds,
  root: unknown,
): keyof JsonBounds | 'integers' | undefined {
  let seen = 0
  let isExact = true
  let level: unknown[] = [[root]]
  for (let depth = -1; level.length > 0; depth++) {
    const next: unknown[] = []
    for (const value of level) {
      if (depth === levels) return 'levels'
      const members = Array.isArray(value) ? value : Object.values(value as object)
      if (depth >= 0) seen += members.length
      if (seen > values) return 'values'
      for (const member of members) {
        if (typeof member === 'number') isExact &&= Math.abs(member) <= Number.MAX_SAFE_INTEGER
        else if (typeof member === 'object' && member !== null) next.push(member)
      }
    }
    level = next
  }
  return isExact ? undefined : 'integers'
}
