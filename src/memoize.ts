/** A map whose keys callers choose. It drops all entries when one more comes than it may have. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number

  constructor(max = 100) {
    super()
    this.#max = max
  }

  override set(key: Key, value: Value): this {
    if (this.size >= this.#max) this.clear()
    return super.set(key, value)
  }
}

/** Keeps the result of a function, which is called when the result is first needed. */
export function once<Result>(compute: () => Result): () => Result {
  let known: { result: Result } | undefined
  return () => {
    known ??= { result: compute() }
    return known.result
  }
}

/** Keeps the results of a function for the keys that were used last. */
export function memoize<Key, Result>(compute: (key: Key) => Result, max = 100): (key: Key) => Result {
  const known = new BoundedMap<Key, Result>(max)
  return (key) => getOrAdd(known, key, () => compute(key))
}

/** Keeps the result of a function for each object, for as long as the object lives. */
export function memoizeByObject<Key extends object, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  const known = new WeakMap<Key, Result>()
  return (key) => getOrAdd(known, key, () => compute(key))
}

interface Cache<Key, Value> {
  get(key: Key): Value | undefined
  has(key: Key): boolean
  set(key: Key, value: Value): unknown
}

/** The value of a key; creates it at the first call. */
export function getOrAdd<Key, Value>(map: Cache<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined || map.has(key)) return known as Value
  const made = make()
  map.set(key, made)
  return made
}
