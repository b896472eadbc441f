/** Frozen copies, which are not copied again. */
const frozen = new WeakSet<object>()

/** Deeper than any body. A value beyond this depth may contain itself. */
const maxDepth = 2000

/**
 * A record as it is stored. Plain data becomes a frozen copy, which all readers share; parts that are already frozen are reused, such as
 * those that an update does not change. Any other value is cloned.
 */
export function freezeRecord<T>(value: T): T {
  return isObject(value) ? ((frozenCopy(value, 0) as T | undefined) ?? structuredClone(value)) : value
}

/** A stored record for a reader: the frozen one itself, or a clone. */
export function thawRecord<T>(value: T): T {
  return isObject(value) && !frozen.has(value) ? structuredClone(value) : value
}

/** True for a stored record that never changes. */
export function isFrozenRecord(value: object): boolean {
  return frozen.has(value)
}

/** Undefined for a value that is not plain data. */
function frozenCopy(value: object, depth: number): object | undefined {
  if (frozen.has(value)) return value
  const isArray = Array.isArray(value)
  if (depth === maxDepth || !(isArray || Object.getPrototypeOf(value) === Object.prototype)) return undefined
  const copy: Record<string, unknown> | unknown[] = isArray ? value.slice() : { ...value }
  const members = Object.values<unknown>(copy)
  for (let index = 0; index < members.length; index++) {
    const member = members[index]
    if (typeof member === 'symbol') return undefined
    if (!isObject(member)) continue
    const part = frozenCopy(member, depth + 1)
    if (!part) return undefined
    // A member may be named `__proto__`.
    if (part !== member) Object.defineProperty(copy, Object.keys(copy)[index] as string, { value: part })
  }
  frozen.add(copy)
  return Object.freeze(copy)
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}
