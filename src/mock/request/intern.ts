import { createHash } from 'node:crypto'

/**
 * Things that are made of JSON, made once for all that is the same: operations have much in common, and what they share becomes fast
 * code once, and stays in the processor's caches. Nothing is kept that nobody uses any more.
 */
export function internByContent<Made extends object>(): (content: readonly unknown[], make: () => Made) => Made {
  const made = new Map<string, WeakRef<Made>>()
  const unused = new FinalizationRegistry<string>((key) => {
    if (!made.get(key)?.deref()) made.delete(key)
  })
  return (content, make) => {
    const key = createHash('sha256').update(JSON.stringify(content)).digest('base64')
    const known = made.get(key)?.deref()
    if (known) return known
    const fresh = make()
    made.set(key, new WeakRef(fresh))
    unused.register(fresh, key)
    return fresh
  }
}
