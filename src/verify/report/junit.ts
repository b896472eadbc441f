import { byInterface, countResults } from './counts.ts'
import { toCurl } from './curl.ts'
import { failingExchange } from './failing-exchange.ts'
import type { ShownReport, ShownResult } from './shown-report.ts'
import type { SourceLinks } from './source-links.ts'
import { element } from './xml.ts'

/**
 * The report as JUnit XML: a suite for each interface, a case for each rule. A rule that differs from an assumption passes, and
 * says so as output.
 */
export function toJunit(report: ShownReport, links: SourceLinks): string {
  const suites = [...byInterface(report.results)].map(([name, results]) => suiteOf(name, results, report, links))
  const root = element('testsuites', { name: `Rules on ${report.target}`, ...totalsOf(report.results) }, suites)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}

function suiteOf(name: string, results: readonly ShownResult[], report: ShownReport, links: SourceLinks): string {
  const cases = results.map((result) => caseOf(result, report.variables, links))
  return element('testsuite', { name, timestamp: report.started, ...totalsOf(results) }, cases)
}

function totalsOf(results: readonly ShownResult[]): Record<string, string | number> {
  const { all, failed, skipped } = countResults(results)
  const milliseconds = results.reduce((sum, result) => sum + result.milliseconds, 0)
  return { tests: all, failures: failed, errors: 0, skipped, time: seconds(milliseconds) }
}

function caseOf(result: ShownResult, variables: readonly string[], links: SourceLinks): string {
  const { interface: name, rule, milliseconds } = result
  const source = links.source(name, rule.id)
  const attributes = {
    name: `${rule.id}: ${rule.statement.trim()}`,
    classname: name,
    time: seconds(milliseconds),
    ...(source ? { file: source.file, line: source.line } : {}),
  }
  return element('testcase', attributes, outcomeOf(result, variables, links))
}

function outcomeOf(result: ShownResult, variables: readonly string[], links: SourceLinks): string[] {
  const { interface: name, rule, failure, reason = '', differences = [] } = result
  if (result.result === 'skipped') return [element('skipped', { message: reason })]
  if (result.result === 'differs') {
    const lines = differences.map(({ gap, message }) => `${gap} ${links.statement(name, gap) ?? ''}\nseen: ${message}`)
    return [element('system-out', {}, ['differs from what this contract assumes', ...lines].join('\n'))]
  }
  if (result.result === 'passed') return []
  const { message = '', expected, seen } = failure ?? {}
  const last = failingExchange(result)
  const lines = [
    message,
    ...(expected === undefined ? [] : [`expected: ${expected}`]),
    ...(seen === undefined ? [] : [`seen: ${seen}`]),
    ...(last ? [toCurl(last.request, variables), `answer: ${last.response?.status ?? 'none'}`] : []),
    links.docs(name, rule.id),
  ]
  return [element('failure', { message, type: 'rule' }, lines.join('\n'))]
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}
