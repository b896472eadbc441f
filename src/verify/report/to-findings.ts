import type { Finding, FindingReport } from '../../report/finding.ts'
import { onOneLine } from '../context/inconclusive-error.ts'
import { byCause, headingOf, remarksOn } from './counts.ts'
import { explain, linesOf } from './explain.ts'
import type { ShownReport, ShownResult } from './shown-report.ts'
import type { SourceLinks } from './source-links.ts'

const levels: Readonly<Partial<Record<ShownResult['result'], Finding['level']>>> = {
  failed: 'error',
  differs: 'note',
  known: 'note',
}

/** The report in the form that all tools share: a finding for each cause, and a case for each rule without one. */
export function toFindings(report: ShownReport, links: SourceLinks): FindingReport {
  const { results, target } = report
  const cases = results.flatMap(({ interface: group, rule, result, reason }) =>
    levels[result] === undefined
      ? [
          {
            id: rule.id,
            title: rule.statement.trim(),
            group,
            ...(result !== 'passed' && { skipped: reason ?? result }),
          },
        ]
      : [],
  )
  const findings = byCause(results).flatMap((group) => findingOf(group, report, links) ?? [])
  const remarks = remarksOn(results).flatMap(([title, lines]) =>
    lines.map((line): Finding => ({ id: 'remark', level: 'warning', message: `${title}: ${line}` })),
  )
  return { tool: 'verify', subject: `${headingOf(report)} (${target})`, findings: [...findings, ...remarks], cases }
}

/** One finding for one cause: the first rule that it breaks, and the others beneath. */
function findingOf(
  [result, ...others]: readonly ShownResult[],
  report: ShownReport,
  links: SourceLinks,
): Finding | undefined {
  const level = result && levels[result.result]
  if (!level) return undefined
  const { interface: group, rule, reason } = result
  const { requests, answer, ...explanation } = explain(result, report, links)
  const place = links.where(result) ?? explanation.source
  return {
    id: rule.id,
    level,
    group,
    message: onOneLine(explanation.statement),
    details: [...linesOf(explanation), ...others.map((one) => `also: ${one.rule.id} ${onOneLine(one.rule.statement)}`)],
    ...(place && { place: { file: place.file, line: place.line, ...pointerOf(rule) } }),
    ...(requests && { request: requests.map((curl) => `request: ${curl}`).join('\n') }),
    ...(answer !== undefined && { answer }),
    ...(result.result === 'known' && { known: reason ?? '' }),
    rules: [result, ...others].map((one) => one.rule.id),
  }
}

/** Where in its document a derived rule is described. */
function pointerOf({ source: { section } }: ShownResult['rule']): { pointer?: string } {
  return section.startsWith('/') ? { pointer: section } : {}
}
