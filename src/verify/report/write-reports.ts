import { printableLines } from '../../printable.ts'
import { findingFormats } from '../../report/write-findings.ts'
import { writeTextFile } from '../../text-file.ts'
import type { RuleResult } from '../runner/report.ts'
import { redactReport } from './redact.ts'
import type { ShownReport } from './shown-report.ts'
import type { SourceLinks } from './source-links.ts'
import { toTerminal } from './terminal.ts'
import { toFindings } from './to-findings.ts'

/** A report in one of the formats that findings have. */
export function render(format: string, report: ShownReport, links: SourceLinks): string {
  if (format === 'text') return toTerminal(report, links)
  return format === 'json' ? toJson(report, links) : (findingFormats[format]?.(toFindings(report, links)) ?? '')
}

function toJson({ results, ...report }: ShownReport, links: SourceLinks): string {
  const placed = results.map((result) => ({ ...result, place: links.where(result) }))
  return printableLines(`${JSON.stringify({ ...report, results: placed }, undefined, 1)}\n`)
}

/** Milliseconds between two writings of the reports of a run. */
const minBetweenReports = 1000

/**
 * Writes the reports in files at the start, so that what cannot be written is told before a request is sent, and while the checks run, so
 * that a run that is killed has them too.
 *
 * @param target names of the servers
 */
export function writeReportsAsItGoes(
  reports: readonly { format: string; file: string }[],
  target: string,
  secrets: ReadonlyMap<string, string>,
  links: SourceLinks,
): (result: RuleResult) => void {
  const files = reports.filter(({ file }) => file !== '-')
  const started = new Date()
  const results: RuleResult[] = []
  let next = 0
  const write = () => {
    const begun = performance.now()
    const milliseconds = Date.now() - started.getTime()
    const report = { target, started: started.toISOString(), milliseconds, results, isUnfinished: true as const }
    const shown = redactReport(report, secrets)
    for (const { format, file } of files) writeTextFile(file, render(format, shown, links))
    // A long report takes a twentieth of the run at most.
    next = performance.now() + Math.max(minBetweenReports, 20 * (performance.now() - begun))
  }
  write()
  return (result) => {
    results.push(result)
    if (files.length > 0 && performance.now() >= next) write()
  }
}
