/** Copies that nobody can change. */
const frozen = new WeakSet<object>()

/** Deeper than any body goes; what goes deeper may go round in a circle. */
const maxDepth = 2000

/**
 * A record as it is kept. Of JSON that is a copy which nobody can change any more, so that every reader can be given the very same; what
 * has been kept before, as the parts that an update leaves alone, is not copied again. Anything else is a copy for itself.
 */
export function freezeRecord<T>(value: T): T {
  return isObject(value) ? ((frozenCopy(value, 0) as T | undefined) ?? structuredClone(value)) : value
}

/** A kept record for a reader. */
export function thawRecord<T>(value: T): T {
  return isObject(value) && !frozen.has(value) ? structuredClone(value) : value
}

/** Undefined for what is no JSON. */
function frozenCopy(value: object, depth: number): object | undefined {
  if (frozen.has(value)) return value
  const isArray = Array.isArray(value)
  if (depth === maxDepth || !(isArray || Object.getPrototypeOf(value) === Object.prototype)) return undefined
  const copy: Record<string, unknown> | unknown[] = isArray ? value.slice() : { ...value }
  const keys = Object.keys(copy)
  for (const [index, member] of Object.values<unknown>(copy).entries()) {
    if (typeof member === 'symbol') return undefined
    if (!isObject(member)) continue
    const part = frozenCopy(member, depth + 1)
    if (!part) return undefined
    // A member may be named `__proto__`.
    if (part !== member) Object.defineProperty(copy, keys[index] as string, { value: part })
  }
  frozen.add(copy)
  return Object.freeze(copy)
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}
