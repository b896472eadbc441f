import { shorten } from './shorten.ts'
import type { ShownReport, ShownResult } from './shown-report.ts'
import type { SourceLinks } from './source-links.ts'

/**
 * Workflow commands that annotate the lines of the catalogues: an error for each rule that failed, a notice for each that
 * differs from an assumption. GitHub shows ten of each kind for a step.
 */
export function toAnnotations({ results }: ShownReport, links: SourceLinks): string {
  return results
    .flatMap((result) => annotationOf(result, links) ?? [])
    .map((line) => `${line}\n`)
    .join('')
}

function annotationOf(result: ShownResult, links: SourceLinks): string | undefined {
  const { interface: name, rule, failure, differences = [] } = result
  if (result.result === 'failed') {
    const { message = '', expected, seen } = failure ?? {}
    const lines = [
      message,
      ...(expected === undefined ? [] : [`expected ${expected}`]),
      ...(seen === undefined ? [] : [`seen ${seen}`]),
      links.docs(name, rule.id),
    ]
    return command('error', `${rule.id}: ${rule.statement.trim()}`, lines, links.source(name, rule.id))
  }
  if (result.result === 'differs') {
    const lines = differences.map(({ gap, message }) => `${gap} ${links.statement(name, gap) ?? ''} Seen: ${message}`)
    return command('notice', `${rule.id} differs from an assumption`, lines, links.source(name, rule.id))
  }
  return undefined
}

function command(
  name: 'error' | 'notice',
  title: string,
  lines: readonly string[],
  place: { file: string; line: number } | undefined,
): string {
  const properties = { ...(place ? { file: place.file, line: String(place.line) } : {}), title }
  const written = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(value)}`)
  return `::${name} ${written.join(',')}::${escapeData(lines.map((line) => shorten(line)).join('\n'))}`
}

/** A line break would end the command, and what follows could be the next one. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
