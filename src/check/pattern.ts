import { inspect } from 'node:util'

const brand: unique symbol = Symbol('pattern')

/** Stands in an expected value for every value that fits. */
export interface Pattern {
  readonly [brand]: true
  matches(seen: unknown): boolean
  /** How a failure names the values that fit: `a string`. */
  readonly description: string
}

export function isPattern(value: unknown): value is Pattern {
  return typeof value === 'object' && value !== null && brand in value
}

export function pattern(description: string, matches: (seen: unknown) => boolean): Pattern {
  return { [brand]: true, description, matches }
}

/** Writes a value as a failure shows it: JSON where it can be, patterns by their descriptions. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (isPattern(value)) return value.description
  if (Array.isArray(value)) return `[${value.map(show).join(', ')}]`
  if (isPlainObject(value)) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}: ${show(member)}`).join(', ')}}`
  }
  if (value instanceof Set) return `a set of ${show([...value])}`
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return JSON.stringify(value)
  if (value instanceof Uint8Array) return `${value.length} bytes`
  return inspect(value)
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
