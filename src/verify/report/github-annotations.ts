import { explain, linesOf, shorten } from './explain.ts'
import type { ShownReport, ShownResult } from './shown-report.ts'
import type { SourceLinks } from './source-links.ts'

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
  const place = links.place(result.interface)
  const [kind, title] =
    result.result === 'failed' ? ['error', `${id}: ${statement}`] : ['notice', `${id} differs from an assumption`]
  const properties = { ...(place && { file: place.file, line: String(place.line) }), title }
  const written = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(value)}`)
  const text = linesOf(explanation)
    .map((line) => shorten(line))
    .join('\n')
  return `::${kind} ${written.join(',')}::${escapeData(text)}\n`
}

/** A raw line break would end the command, and the next line could be another command. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
