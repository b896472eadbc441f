import type { ShownResult } from './shown-report.ts'

/** The most important first. */
export const outcomes = ['failed', 'differs', 'known', 'inconclusive', 'skipped', 'passed'] as const

export type Counts = Record<(typeof outcomes)[number], number> & { all: number }

export function countResults(results: readonly ShownResult[]): Counts {
  const counts: Counts = {
    failed: 0,
    differs: 0,
    known: 0,
    inconclusive: 0,
    skipped: 0,
    passed: 0,
    all: results.length,
  }
  for (const { result } of results) counts[result]++
  return counts
}

/** The outcomes that a table of counts shows: known deviations only where there are any. */
export function outcomesIn(results: readonly ShownResult[]): (typeof outcomes)[number][] {
  return outcomes.filter((outcome) => outcome !== 'known' || results.some(({ result }) => result === 'known'))
}

/** Results by interface, in the order of the run. */
export function byInterface(results: readonly ShownResult[]): Map<string, ShownResult[]> {
  return Map.groupBy(results, (result) => result.interface)
}

/**
 * Results with the same findings together: one wrong value can break several rules. The place, the expected value and the seen one
 * are the same then.
 */
export function byCause(results: readonly ShownResult[]): ShownResult[][] {
  const causeOf = ({ interface: name, rule, failure }: ShownResult) => [name, failure ?? rule.id]
  return [...Map.groupBy(results, (result) => JSON.stringify(causeOf(result))).values()]
}

/** What a run left on the server, and the rules that were only kept a moment later. */
export function remarksOn(results: readonly ShownResult[]): { stays: string[]; late: string[] } {
  return {
    stays: results.flatMap(({ rule, stays = [] }) => stays.map((what) => `${rule.id} ${what}`)),
    late: results.flatMap(({ rule, late }) =>
      late === undefined ? [] : [`${rule.id} holds only if each read waits ${late / 1000} s after a write`],
    ),
  }
}

/** IDs of the rules with one outcome, by the reason. */
export function byReason(
  results: readonly ShownResult[],
  outcome: 'known' | 'inconclusive' | 'skipped',
): [string, string][] {
  const notShown = results.filter(({ result }) => result === outcome)
  const groups = Map.groupBy(notShown, ({ reason }) => reason ?? 'no reason was given')
  return [...groups].map(([reason, group]) => [reason, group.map(({ rule }) => rule.id).join(', ')])
}
