/** Results kept at most: callers choose the keys, and could choose ever new ones. */
const maxResults = 100

/** The same function, computed once for each of the keys that have lately been asked for. */
export function memoize<Key, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  const known = new Map<Key, Result>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const result = compute(key)
    if (known.size >= maxResults) known.clear()
    known.set(key, result)
    return result
  }
}

/** The same function, computed once for each object, and forgotten with it. */
export function memoizeByObject<Key extends object, Result extends object>(
  compute: (key: Key) => Result,
): (key: Key) => Result {
  const known = new WeakMap<Key, Result>()
  return (key) => {
    const found = known.get(key)
    if (found) return found
    const result = compute(key)
    known.set(key, result)
    return result
  }
}
