import { readFileSync } from 'node:fs'
import type { Report } from '../verify/runner/report.ts'

export type CheckState = Report['results'][number]['result'] | 'not run'

/** The last results of checks. */
export interface CheckStates {
  /** ISO 8601; undefined when none were run. */
  when: string | undefined
  /** What was checked: a base URL, or `the mock`. */
  target: string | undefined
  /** By rule. */
  results: ReadonlyMap<string, CheckState>
}

/** The report that `rulebound verify --report json=dist/report.json` wrote; no results when there is none, or none that can be read. */
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
