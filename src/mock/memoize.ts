import { createHash } from 'node:crypto'

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

/** Keeps the results of a function for the keys that were used last. */
export function memoize<Key, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  const known = new BoundedMap<Key, Result>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const result = compute(key)
    known.set(key, result)
    return result
  }
}

/** Keeps the result of a function for each object, for as long as the object lives. */
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

const interned: Map<string, unknown>[] = []

/** Has everything compiled again, for tools that change the code of a compiler while it runs. */
export function forgetInterned(): void {
  for (const made of interned) made.clear()
}

/**
 * Makes one object for all JSON values that are equal. Operations have many parts in common, so the compiled form of a part is made once
 * and stays in the caches of the processor. Unused objects are collected.
 */
export function internByContent<Made extends object>(): (content: readonly unknown[], make: () => Made) => Made {
  const made = new Map<string, WeakRef<Made>>()
  interned.push(made)
  const unused = new FinalizationRegistry<string>((key) => {
    if (!made.get(key)?.deref()) made.delete(key)
  })
  return (content, make) => {
    const key = contentKey(content)
    const known = made.get(key)?.deref()
    if (known) return known
    const fresh = make()
    made.set(key, new WeakRef(fresh))
    unused.register(fresh, key)
    return fresh
  }
}

/** A name for all JSON that is equal, fit for a file. */
function contentKey(content: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url')
}

/** The value of a key; creates it at the first call. */
export function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
