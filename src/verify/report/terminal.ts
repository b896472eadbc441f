import { describeBaseline } from './baseline.ts'
import { type Paint, plain, type Style } from './colour.ts'
import { byInterface, byReason, countResults, outcomes } from './counts.ts'
import { toCurl } from './curl.ts'
import { failingExchange } from './failing-exchange.ts'
import { shorten } from './shorten.ts'
import type { ShownReport, ShownResult } from './shown-report.ts'
import type { SourceLinks } from './source-links.ts'

interface TerminalOptions {
  paint?: Paint
  /** Lists the rules that passed, too. */
  verbose?: boolean
}

const styles: Record<(typeof outcomes)[number], Style> = {
  failed: 'bad',
  differs: 'odd',
  skipped: 'faint',
  passed: 'good',
}

/** The report for a terminal or a log, with a line break at its end. */
export function toTerminal(
  report: ShownReport,
  links: SourceLinks,
  { paint = plain, verbose = false }: TerminalOptions = {},
): string {
  const { results, variables } = report
  const of = (outcome: ShownResult['result']) => results.filter(({ result }) => result === outcome)
  const sections = [
    tableOfCounts(results, paint),
    ...(verbose ? [section('Passed', [of('passed').map((result) => headline(result, paint))], paint)] : []),
    section(
      'Failed',
      of('failed').map((result) => describeFailure(result, variables, links, paint)),
      paint,
    ),
    section(
      'Differs from what this contract assumes',
      of('differs').map((result) => describeDifference(result, links, paint)),
      paint,
    ),
    section(
      'Skipped',
      [...byReason(results)].map(([reason, group]) => [printable(reason), `  ${group.map(idOf).join(', ')}`]),
      paint,
    ),
    [totals(report, paint), ...standing(results, paint)].join('\n'),
  ]
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`
}

function tableOfCounts(results: readonly ShownResult[], paint: Paint): string {
  const groups = [...byInterface(results)]
  const width = Math.max(...groups.map(([name]) => name.length))
  return groups.map(([name, group]) => `${name.padEnd(width)}  ${writeCounts(group, paint, 4)}`).join('\n')
}

function writeCounts(results: readonly ShownResult[], paint: Paint, width = 0): string {
  const counts = countResults(results)
  return outcomes
    .map((outcome) => {
      const text = `${String(counts[outcome]).padStart(width)} ${outcome}`
      return counts[outcome] > 0 ? paint(styles[outcome], text) : paint('faint', text)
    })
    .join(width > 0 ? ' ' : ', ')
}

function section(title: string, blocks: readonly (readonly string[])[], paint: Paint): string {
  const texts = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
  return texts.length === 0 ? '' : [paint('strong', title), ...texts].join('\n\n')
}

function headline({ rule, result }: ShownResult, paint: Paint): string {
  return `${paint(styles[result], rule.id)} ${rule.statement.trim()}`
}

function describeFailure(
  result: ShownResult,
  variables: readonly string[],
  links: SourceLinks,
  paint: Paint,
): string[] {
  const { interface: name, rule, failure } = result
  const { message = '', expected, seen } = failure ?? {}
  const last = failingExchange(result)
  return [
    headline(result, paint),
    row('', shorten(message)),
    ...(expected === undefined ? [] : [row('expected', shorten(expected))]),
    ...(seen === undefined ? [] : [row('seen', shorten(seen))]),
    ...(last
      ? [row('request', toCurl(last.request, variables)), row('answer', String(last.response?.status ?? 'none'))]
      : []),
    ...linksOf(name, rule.id, links, paint),
  ]
}

function describeDifference(result: ShownResult, links: SourceLinks, paint: Paint): string[] {
  const { interface: name, rule, differences = [] } = result
  return [
    headline(result, paint),
    ...[...seenByGap(differences)].flatMap(([gap, seen]) => [
      `  ${paint('odd', gap)} ${links.statement(name, gap) ?? ''}`.trimEnd(),
      ...seen.slice(0, maxSeen).map((message) => row('seen', shorten(message))),
      ...(seen.length > maxSeen ? [row('also', `${seen.length - maxSeen} more`)] : []),
    ]),
    ...linksOf(name, rule.id, links, paint),
  ]
}

function linksOf(name: string, id: string, links: SourceLinks, paint: Paint): string[] {
  const source = links.source(name, id)
  return [
    paint('faint', row('docs', links.docs(name, id))),
    ...(source ? [paint('faint', row('source', `${source.file}:${source.line}`))] : []),
  ]
}

function row(label: string, text: string): string {
  return label === '' ? `  ${printable(text)}` : `  ${label.padEnd(8)} ${printable(text)}`
}

/** A target's text must not steer the terminal, nor begin a line: a log may take `::error::` there for a command. */
function printable(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
      .replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/g, (character) =>
        character === '\t' ? '  ' : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
      )
      .replaceAll('\n', '\n  | ')
  )
}

function totals({ results, target, milliseconds }: ShownReport, paint: Paint): string {
  const seconds = (milliseconds / 1000).toFixed(1)
  return `${results.length} rules on ${printable(target)} in ${seconds} s: ${writeCounts(results, paint)}`
}

function standing(results: readonly ShownResult[], paint: Paint): string[] {
  const text = describeBaseline(results)
  return text === '' ? [] : [paint('faint', text)]
}

function idOf({ rule }: ShownResult): string {
  return rule.id
}

/** What was seen of one assumption, and is told: the reports in files tell all of it. */
const maxSeen = 2

function seenByGap(differences: readonly { gap: string; message: string }[]): Map<string, string[]> {
  const seen = new Map<string, string[]>()
  for (const { gap, message } of differences) {
    const told = seen.get(gap) ?? []
    seen.set(gap, told.includes(message) ? told : [...told, message])
  }
  return seen
}
