import { workflowCommand } from '../../report/workflow-command.ts'
import { headingOf } from './counts.ts'
import { explain, linesOf, shorten } from './explain.ts'
import type { ShownReport, ShownResult } from './shown-report.ts'
import type { SourceLinks } from './source-links.ts'
import { toTerminal } from './terminal.ts'

/** GitHub drops a summary of more than 1 MiB. */
const maxBytes = 1_000_000

/** The report as Markdown for the summary of a job: a title, and the report for a terminal as a block of code. */
export function toSummary(report: ShownReport, links: SourceLinks): string {
  const text = Buffer.from(toTerminal(report, links))
  const isWhole = text.length <= maxBytes
  const shown = isWhole ? String(text) : String(text.subarray(0, maxBytes)).replace(/[^\n]*$/, '')
  // The fence is longer than any run of backticks in the text.
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const rest = isWhole ? '' : '\nThe summary is full. The other reports have the rest.\n'
  return `## ${headingOf(report)}\n\n${fence}text\n${shown}${fence}\n${rest}`
}

/**
 * Workflow commands: an error for each failed rule, a notice for each rule that differs from an assumption. They annotate the target file,
 * since the catalogues are not in the repository of the caller. GitHub shows ten of each kind for a step.
 */
export function toAnnotations(report: ShownReport, links: SourceLinks): string {
  return report.results.map((result) => annotationOf(result, report, links)).join('')
}

function annotationOf(result: ShownResult, report: ShownReport, links: SourceLinks): string {
  if (result.result !== 'failed' && result.result !== 'differs') return ''
  const explanation = explain(result, report, links)
  const { id, statement } = explanation
  const place = links.where(result)
  const [kind, title] =
    result.result === 'failed'
      ? (['error', `${id}: ${statement}`] as const)
      : (['notice', `${id} differs from an assumption`] as const)
  const properties = { ...(place && { file: place.file, line: String(place.line) }), title }
  const text = linesOf(explanation)
    .map((line) => shorten(line))
    .join('\n')
  return workflowCommand(kind, properties, text)
}
