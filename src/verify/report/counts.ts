import type { Spent } from '../context/check-target.ts'
import type { ShownReport, ShownResult } from './shown-report.ts'

/** The most important first. */
export const resultNames = ['failed', 'differs', 'known', 'inconclusive', 'skipped', 'passed'] as const

/** The headings of the results. */
export const resultTitles: Readonly<Record<ShownResult['result'], string>> = {
  failed: 'Failed',
  differs: 'Differs from what this contract assumes',
  known: 'Known deviations of this server',
  inconclusive: 'Inconclusive',
  skipped: 'Skipped',
  passed: 'Passed',
}

export type Counts = Record<ShownResult['result'], number> & { all: number }

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

/** How many rules failed. */
export function headingOf({ results }: Pick<ShownReport, 'results'>): string {
  const { all, failed } = countResults(results)
  return failed === 0 ? `No rule failed, of ${all}` : `${failed} of ${all} rules failed`
}

/** The results that a table of counts shows: known deviations only where there are any. */
export function resultsShown(results: readonly ShownResult[]): ShownResult['result'][] {
  return resultNames.filter((name) => name !== 'known' || results.some(({ result }) => result === 'known'))
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

function causesOf({ rule, failure, differences = [], exchanges, failedAt = -1 }: ShownResult): unknown[] {
  const { request, response } = exchanges.at(failedAt) ?? {}
  const { method, url, body } = request ?? {}
  const causes = [failure, ...differences].flatMap((one) => one?.cause ?? [])
  return [...causes, failure ?? rule.id, ...(request && failure ? [[method, url, body, response?.status]] : [])]
}

/** What a reader of a report must know besides the results: by title, a line for each remark. */
export function remarksOn(results: readonly ShownResult[]): [title: string, lines: string[]][] {
  const late = results.flatMap(({ rule, late }) =>
    late === undefined ? [] : [`${rule.id} holds only if each read waits ${late / 1000} s after a write`],
  )
  const stays = results.flatMap(({ rule, stays = [] }) => stays.map((what) => `${rule.id} ${what}`))
  const remarks: [string, string[]][] = [
    ['Answers that come late', late],
    ['Stays on the server', stays],
  ]
  return remarks.filter(([, lines]) => lines.length > 0)
}

/** The passed rules of which all that was shown is assumed, a line for each gap. */
export function onlyAssumedOf(results: readonly ShownResult[]): string[] {
  const assumed = results.filter(({ result, onlyAssumed }) => result === 'passed' && onlyAssumed !== undefined)
  const groups = Map.groupBy(assumed, ({ onlyAssumed = '' }) => onlyAssumed)
  return [...groups].map(([gap, group]) => `${gap}: ${group.map(({ rule }) => rule.id).join(', ')}`)
}

/** Milliseconds from which a report says where the time of a run went. */
const minReported = 10_000

/** Where the time of a run went: by what the checks did, and by rule. Checks that run side by side add up to more than the run. */
export function timeOf({ results, milliseconds }: Pick<ShownReport, 'results' | 'milliseconds'>): string[] {
  if (milliseconds < minReported) return []
  const seconds = (time: number) => `${(time / 1000).toFixed(1)} s`
  const all = { checks: 0, requests: 0, answers: 0, streams: 0, waits: 0 }
  for (const { milliseconds: own, spent } of results) {
    all.checks += own
    for (const [what, time] of Object.entries(spent ?? {}) as [keyof Spent, number][]) all[what] += time
  }
  const longest = results.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, 5)
  return [
    `The checks took ${seconds(all.checks)} together: ${seconds(all.answers)} for the answers to ${all.requests} requests, ${seconds(all.streams)} reading streams, ${seconds(all.waits)} waiting (--settle, Retry-After).`,
    `The longest: ${longest.map(({ rule, milliseconds: own }) => `${rule.id} ${seconds(own)}`).join(', ')}.`,
  ]
}
