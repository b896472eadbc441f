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
 * Failures with one cause together: the same request was answered, or the same value was wrong. One wrong answer can break several rules.
 */
export function byCause(results: readonly ShownResult[]): ShownResult[][] {
  const groups: ShownResult[][] = []
  const known = new Map<string, ShownResult[]>()
  for (const result of results) {
    const keys = causesOf(result).map((cause) => JSON.stringify([result.interface, result.result, cause]))
    const group = keys.map((key) => known.get(key)).find(Boolean) ?? []
    if (group.length === 0) groups.push(group)
    group.push(result)
    for (const key of keys) known.set(key, group)
  }
  return groups
}

function causesOf({ rule, failure, exchanges, failedAt = -1 }: ShownResult): unknown[] {
  const { request, response } = exchanges.at(failedAt) ?? {}
  const { method, url, body } = request ?? {}
  return [failure ?? rule.id, ...(request && failure ? [[method, url, body, response?.status]] : [])]
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
