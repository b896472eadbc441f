import { readFileSync } from 'node:fs'
import type { Rule } from '../../contract/contract.ts'
import { type Html, html, join } from '../../html.ts'
import { product } from '../../product.ts'
import type { Report } from '../../verify/runner/report.ts'

export type CheckState = Report['results'][number]['result'] | 'not run'

/** The last results of checks. */
export interface CheckStates {
  /** ISO 8601; undefined when no check was run. */
  when: string | undefined
  /** What was checked: a base URL, or `the mock`. */
  target: string | undefined
  /** By rule. */
  results: ReadonlyMap<string, CheckState>
}

export const noResults: Html = html`There are no results of checks yet. <code>npx ${product} verify --report json=dist/report.json</code> brings them here.`

/** Reads a report in JSON. A report that is missing or cannot be read has no results. */
export function readCheckStates(file: URL): CheckStates {
  const report = readReport(file)
  const results = report?.results.map(({ rule, result }): [string, CheckState] => [rule.id, result]) ?? []
  return { when: report?.started, target: report?.target, results: new Map(results) }
}

function readReport(file: URL): Report | undefined {
  try {
    const report: Partial<Report> | null = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(report?.results) ? (report as Report) : undefined
  } catch {
    return undefined
  }
}

const worstFirst: readonly CheckState[] = ['failed', 'differs', 'known', 'inconclusive', 'skipped', 'passed']

/** `41 passed` for the rules of one system, worst first. */
export function describeStates(rules: readonly Rule[], { results }: CheckStates): Html {
  const groups = Map.groupBy(rules, ({ id }) => results.get(id))
  const badges = worstFirst
    .filter((state) => groups.has(state))
    .map((state) => html`<span class="badge ${state}">${groups.get(state)?.length} ${state}</span>`)
  return badges.length === 0 ? html`<span class="badge">not run</span>` : join(badges, ' ')
}
