/** Copies that nobody can change. */
const frozen = new WeakSet<object>()

/** Deeper than any body goes; what goes deeper may go round in a circle. */
const deepest = 2000

/**
 * A record as it is kept. Of JSON that is a copy which nobody can change any more, so that every reader can be given the very same; what
 * has been kept before, as the parts that an update leaves alone, is not copied again. Anything else is a copy for itself.
 */
export function kept<T>(value: T): T {
  if (!isObject(value)) return value
  return isJson(value, 0) ? (freeze(value) as T) : structuredClone(value)
}

/** A kept record for a reader. */
export function shown<T>(value: T): T {
  return isObject(value) && !frozen.has(value) ? structuredClone(value) : value
}

function freeze(value: object): object {
  if (frozen.has(value)) return value
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? value.slice() : { ...value }
  for (const [key, member] of Object.entries(copy)) {
    // A member may be named `__proto__`.
    if (isObject(member)) Object.defineProperty(copy, key, { value: freeze(member) })
  }
  frozen.add(copy)
  return Object.freeze(copy)
}

function isJson(value: object, depth: number): boolean {
  if (frozen.has(value)) return true
  return (
    depth < deepest &&
    (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) &&
    Object.values(value).every((member) => (isObject(member) ? isJson(member, depth + 1) : typeof member !== 'symbol'))
  )
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}
