import { findWebTokens } from './mask.ts'
import { SecretFinder } from './secret-finder.ts'
import { replaceSpans } from './spans.ts'

/** Shorter values occur in any text by chance, and a text without them would be unreadable. */
const minLength = 4

export interface Redactor {
  text(text: string): string
  /** What to show for each secret, in their order. */
  readonly known: ReadonlyMap<string, string>
}

/** @param secrets values that must never appear in whatever encoding, and what to show instead */
export function createRedactor(secrets: Iterable<readonly [value: string, shown: string]> = []): Redactor {
  const known = new Map<string, string>()
  const finder = new SecretFinder()
  for (const [value, shown] of secrets) {
    if (known.has(value)) continue
    known.set(value, shown)
    if (value.length >= minLength) finder.add(value, shown)
  }
  return {
    text: (text) => replaceSpans(text, [...finder.find(text), ...findWebTokens(text)]),
    known,
  }
}
