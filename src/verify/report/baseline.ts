import baseline from './baseline.json' with { type: 'json' }
import type { ShownResult } from './shown-report.ts'

/**
 * How many of these rules the plain Prism mock keeps: what a target is worth that answers by its document alone. Empty where it
 * has not been tried.
 */
export function describeBaseline(results: readonly Pick<ShownResult, 'interface' | 'rule'>[]): string {
  const passed: Readonly<Record<string, readonly string[]>> = baseline
  const tried = results.filter(({ interface: name }) => passed[name] !== undefined)
  if (tried.length === 0) return ''
  const kept = tried.filter(({ interface: name, rule }) => passed[name]?.includes(rule.id))
  return `A plain prism mock of the same documents keeps ${kept.length} of these ${tried.length}.`
}
