import { findWebTokens } from './mask.ts'
import { SecretFinder } from './secret-finder.ts'
import { hidden } from './secret-names.ts'
import { replaceSpans } from './spans.ts'

/** Shorter values occur in any text by chance, and a text without them would be unreadable. */
const minLength = 4

export interface Redactor {
  /** @param shown what to show in place of the value, in whatever encoding it appears */
  add(value: string, shown?: string): void
  text(text: string): string
  /** What to show for each secret, in the order in which they were added. */
  readonly known: ReadonlyMap<string, string>
}

/** @param secrets values that must never appear, and what to show instead */
export function createRedactor(secrets: Iterable<readonly [value: string, shown: string]> = []): Redactor {
  const known = new Map<string, string>()
  const finder = new SecretFinder()
  const add = (value: string, shown = hidden) => {
    if (known.has(value)) return
    known.set(value, shown)
    if (value.length >= minLength) finder.add(value, shown)
  }
  for (const [value, shown] of secrets) add(value, shown)
  return {
    add,
    text: (text) => replaceSpans(text, [...finder.find(text), ...findWebTokens(text)]),
    known,
  }
}
