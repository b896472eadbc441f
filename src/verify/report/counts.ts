import type { ShownResult } from './shown-report.ts'

/** The most important first, each with its heading. */
export const resultTitles: Readonly<Record<ShownResult['result'], string>> = {
  failed: 'Failed',
  differs: 'Differs from what this contract assumes',
  known: 'Known deviations of this server',
  inconclusive: 'Inconclusive',
  skipped: 'Skipped',
  passed: 'Passed',
}

export const resultNames = Object.keys(resultTitles) as ShownResult['result'][]

/** The number of results of each kind; known deviations only where there are any. */
export function countResults(results: readonly ShownResult[]): [name: ShownResult['result'], count: number][] {
  const counts = resultNames.map((name): [ShownResult['result'], number] => [
    name,
    results.filter(({ result }) => result === name).length,
  ])
  return counts.filter(([name, count]) => name !== 'known' || count > 0)
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
