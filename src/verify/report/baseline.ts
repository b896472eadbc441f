import { mockTitle } from '../runner/report.ts'
import baseline from './baseline.json' with { type: 'json' }
import type { ShownResult } from './shown-report.ts'

interface BaselineReport {
  target: string
  results: readonly Pick<ShownResult, 'interface' | 'rule'>[]
}

/**
 * How many of these rules a plain Prism mock keeps, as a comparison with ours: such a mock knows only the document. Empty for interfaces
 * that were not tried on it, and for somebody's server.
 */
export function describeBaseline({ target, results }: BaselineReport): string {
  if (target !== mockTitle) return ''
  const passed: Readonly<Record<string, readonly string[]>> = baseline
  const tried = results.filter(({ interface: name }) => passed[name] !== undefined)
  if (tried.length === 0) return ''
  const kept = tried.filter(({ interface: name, rule }) => passed[name]?.includes(rule.id))
  return `A plain prism mock of the same documents keeps ${kept.length} of these ${tried.length}.`
}
