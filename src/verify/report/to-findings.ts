import type { Finding, FindingReport } from '../../report/finding.ts'
import { onOneLine } from '../context/inconclusive-error.ts'
import { byCause, remarksOn } from './counts.ts'
import { explain, type Row } from './explain.ts'
import type { ShownReport, ShownResult } from './shown-report.ts'
import type { SourceLinks } from './source-links.ts'

const levels: Readonly<Partial<Record<ShownResult['result'], Finding['level']>>> = {
  failed: 'error',
  differs: 'note',
  known: 'note',
}

/** The report in the form that all tools share: a finding for each cause, and a case for each rule without one. */
export function toFindings(report: ShownReport, links: SourceLinks): FindingReport {
  const { results, target, isUnfinished } = report
  const cases = results.flatMap(({ interface: group, rule, result, reason }) => {
    const skipped = result === 'passed' ? {} : { skipped: reason ?? result }
    return levels[result] === undefined ? [{ id: rule.id, title: rule.statement.trim(), group, ...skipped }] : []
  })
  const findings = byCause(results).flatMap((group) => findingOf(group, report, links) ?? [])
  const remarks = remarksOn(results).flatMap(([title, lines]): Finding[] =>
    lines.map((line) => ({ id: 'remark', level: 'warning', message: `${title}: ${line}` })),
  )
  if (isUnfinished)
    remarks.push({ id: 'unfinished', level: 'error', message: 'The run has not ended: only these rules were checked' })
  const { length } = results.filter(({ result }) => result === 'failed')
  const heading = length === 0 ? `No rule failed, of ${results.length}` : `${length} of ${results.length} rules failed`
  return { tool: 'verify', subject: `${heading} (${target})`, findings: [...findings, ...remarks], cases }
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
  const { findings: rows, requests, answer, docs, source } = explain(result, report, links)
  const { file, line } = links.where(result) ?? source ?? {}
  const { section } = rule.source
  return {
    id: rule.id,
    level,
    group,
    message: onOneLine(rule.statement),
    details: [
      ...rows.map(writeRow),
      ...(docs === undefined ? [] : [`docs: ${docs}`]),
      ...others.flatMap((one) => [
        `also: ${one.rule.id} ${onOneLine(one.rule.statement)}`,
        ...explain(one, report, links)
          .findings.map(writeRow)
          .filter((line) => !rows.map(writeRow).includes(line)),
      ]),
    ],
    // A derived rule is described at a place of its document.
    ...(file !== undefined && {
      place: { file, line: line ?? 1, ...(section.startsWith('/') && { pointer: section }) },
    }),
    ...(requests && { request: requests.map((curl) => `request: ${curl}`).join('\n') }),
    ...(answer !== undefined && { answer }),
    ...(result.result === 'known' && { known: reason ?? '' }),
    rules: [result, ...others].map((one) => one.rule.id),
  }
}

function writeRow([label, text]: Row): string {
  return label === '' ? text : `${label}: ${text}`
}
