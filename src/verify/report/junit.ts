import { element } from '../../report/xml.ts'
import { byInterface, countResults } from './counts.ts'
import { explain, linesOf } from './explain.ts'
import type { ShownReport, ShownResult } from './shown-report.ts'
import type { SourceLinks } from './source-links.ts'

/** The report as JUnit XML: a suite for each interface, a case for each rule. A difference from an assumption is output of a case that passed. */
export function toJunit(report: ShownReport, links: SourceLinks): string {
  const suites = [...byInterface(report.results)].map(([name, results]) => {
    const cases = results.map((result) => caseOf(result, report, links))
    return element('testsuite', { name, timestamp: report.started, ...totalsOf(results) }, cases)
  })
  const root = element('testsuites', { name: `Rules on ${report.target}`, ...totalsOf(report.results) }, suites)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}

function totalsOf(results: readonly ShownResult[]): Record<string, string | number> {
  const { all, failed, known, inconclusive, skipped } = countResults(results)
  const milliseconds = results.reduce((sum, result) => sum + result.milliseconds, 0)
  return {
    tests: all,
    failures: failed,
    errors: 0,
    skipped: skipped + inconclusive + known,
    time: seconds(milliseconds),
  }
}

function caseOf(result: ShownResult, report: ShownReport, links: SourceLinks): string {
  const explanation = explain(result, report, links)
  const { id, statement, source } = explanation
  const place = links.where(result) ?? source
  const attributes = {
    name: `${id}: ${statement}`,
    classname: result.interface,
    time: seconds(result.milliseconds),
    ...(place && { file: place.file, line: place.line }),
  }
  const text = linesOf(explanation).join('\n')
  const outcome = {
    failed: () => [element('failure', { message: explanation.findings[0]?.what ?? '', type: 'rule' }, text)],
    differs: () => [element('system-out', {}, `differs from what this contract assumes\n${text}`)],
    known: () => [element('skipped', { message: `known deviation: ${result.reason}` })],
    skipped: () => [element('skipped', { message: result.reason ?? '' })],
    inconclusive: () => [element('skipped', { message: result.reason ?? '' })],
    passed: () => [],
  }
  return element('testcase', attributes, outcome[result.result]())
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}
