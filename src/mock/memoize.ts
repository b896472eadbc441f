import { createHash } from 'node:crypto'
import { printJson } from '../json-text.ts'

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
  return (key) => getOrAdd(known, key, () => compute(key))
}

/** Keeps the result of a function for each object, for as long as the object lives. */
export function memoizeByObject<Key extends object, Result extends object>(
  compute: (key: Key) => Result,
): (key: Key) => Result {
  const known = new WeakMap<Key, Result>()
  return (key) => getOrAdd(known, key, () => compute(key))
}

const interned: Map<string, unknown>[] = []

/** Has everything compiled again, for tools that change the code of a compiler while it runs. */
export function forgetInterned(): void {
  for (const made of interned) made.clear()
}

/**
 * Makes one object for all JSON values that are equal. Operations have many parts in common, so the compiled form of a part is made once
 * and stays in the caches of the processor.
 */
export function internByContent<Made extends object>(): (content: readonly unknown[], make: () => Made) => Made {
  const made = new BoundedMap<string, Made>(5000)
  interned.push(made)
  return (content, make) => getOrAdd(made, createHash('sha256').update(printJson(content)).digest('base64url'), make)
}

interface Cache<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}

/** The value of a key; creates it at the first call. */
export function getOrAdd<Key, Value>(map: Cache<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
