import { styleText } from 'node:util'
import {
  byCause,
  byInterface,
  countResults,
  onlyAssumedOf,
  remarksOn,
  resultNames,
  resultsShown,
  resultTitles,
  timeOf,
} from './counts.ts'
import { explain, rowsOf, shorten } from './explain.ts'
import type { ShownReport, ShownResult } from './shown-report.ts'
import type { SourceLinks } from './source-links.ts'

interface TerminalOptions {
  /** Decides, with `NO_COLOR` and `FORCE_COLOR`, whether the text is coloured; default: no colours. */
  stream?: NodeJS.WritableStream
  /** Lists the rules that passed, too. */
  verbose?: boolean
}

type Style = 'red' | 'yellow' | 'green' | 'dim' | 'bold'
type Paint = (style: Style, text: string) => string

const styles: Record<ShownResult['result'], Style> = {
  failed: 'red',
  differs: 'yellow',
  known: 'yellow',
  inconclusive: 'yellow',
  skipped: 'dim',
  passed: 'green',
}

/** The report for a terminal or a log, with a line break at its end. */
export function toTerminal(
  report: ShownReport,
  links: SourceLinks,
  { stream, verbose = false }: TerminalOptions = {},
): string {
  const paint: Paint = (style, text) => (stream ? styleText(style, text, { stream }) : text)
  const { results } = report
  const of = (outcome: ShownResult['result']) => results.filter(({ result }) => result === outcome)
  const entries: Record<ShownResult['result'], (readonly string[])[]> = {
    passed: verbose ? [of('passed').map((result) => headline(result, paint))] : [],
    failed: byCause(of('failed')).map((group) => describeCause(group, report, links, paint)),
    differs: describeDifferences(of('differs'), report, links),
    known: byReason(of('known')),
    inconclusive: byReason(of('inconclusive')),
    skipped: byReason(of('skipped')),
  }
  const sections = [
    tableOfCounts(results, paint),
    ...(['passed', ...resultNames.slice(0, -1)] as const).map((one) => section(resultTitles[one], entries[one], paint)),
    section('Passed by what this contract assumes, and nothing else', [onlyAssumedOf(results)], paint),
    ...remarksOn(results).map(([title, lines]) => section(title, [lines], paint)),
    [totals(report, paint), ...timeOf(report).map((line) => paint('dim', line))].join('\n'),
  ]
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`
}

/** The reasons of results, each with the IDs of its rules. */
function byReason(results: readonly ShownResult[]): string[][] {
  const groups = Map.groupBy(results, ({ reason }) => reason ?? 'no reason was given')
  return [...groups].map(([reason, group]) => [reason, `  ${group.map(({ rule }) => rule.id).join(', ')}`])
}

function tableOfCounts(results: readonly ShownResult[], paint: Paint): string {
  const groups = [...byInterface(results)]
  const width = Math.max(...groups.map(([name]) => name.length))
  const shown = resultsShown(results)
  return groups.map(([name, group]) => `${name.padEnd(width)}  ${writeCounts(group, shown, paint, 4)}`).join('\n')
}

function writeCounts(
  results: readonly ShownResult[],
  shown: readonly ShownResult['result'][],
  paint: Paint,
  width = 0,
): string {
  const counts = countResults(results)
  return shown
    .map((outcome) => {
      const text = `${String(counts[outcome]).padStart(width)} ${outcome}`
      return counts[outcome] > 0 ? paint(styles[outcome], text) : paint('dim', text)
    })
    .join(width > 0 ? ' ' : ', ')
}

function section(title: string, blocks: readonly (readonly string[])[], paint: Paint): string {
  const texts = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
  return texts.length === 0 ? '' : [paint('bold', title), ...texts].join('\n\n')
}

function headline({ rule, result, assumed = [] }: ShownResult, paint: Paint): string {
  const isPart = result === 'passed' && assumed.length > 0
  const part = isPart ? paint('dim', ` (in part assumed: ${assumed.join(', ')})`) : ''
  return `${paint(styles[result], rule.id)} ${rule.statement.trim()}${part}`
}

/** The rules that one answer breaks, with the wrong values, and the request once. */
function describeCause(group: readonly ShownResult[], report: ShownReport, links: SourceLinks, paint: Paint): string[] {
  const explained = group.map((result) => ({ result, explanation: explain(result, report, links) }))
  const findings = Map.groupBy(explained, ({ explanation }) => JSON.stringify(explanation.findings))
  const { requests = [], answer, docs, source } = explained[0]?.explanation ?? {}
  return [
    ...[...findings.values()].flatMap((same) => [
      ...same.map(({ result }) => headline(result, paint)),
      ...(same[0]?.explanation.findings ?? []).flatMap(rowsOf).map(([label, text]) => row(label, shorten(text))),
    ]),
    ...requests.map((curl) => row('request', curl)),
    ...(answer === undefined ? [] : [row('answer', answer)]),
    ...(docs === undefined ? [] : [paint('dim', row('docs', docs))]),
    ...(source?.shown ? [paint('dim', row('source', source.shown))] : []),
  ]
}

/** Differences from one assumption that are listed for a rule. The reports in files list all of them. */
const maxSeen = 2

/** The differences of several rules, each assumption once. */
function describeDifferences(results: readonly ShownResult[], report: ShownReport, links: SourceLinks): string[][] {
  const all = results.flatMap((result) => {
    const { id, findings } = explain(result, report, links)
    return findings.map(({ assumed, seen = '' }) => ({ id, assumed, messages: seen.split('\n') }))
  })
  return [...Map.groupBy(all, ({ assumed }) => assumed?.gap ?? '')].map(([gap, group]) => [
    `${gap} ${group[0]?.assumed?.statement ?? ''}`.trim(),
    ...group.flatMap(({ id, messages }) => [
      ...messages.slice(0, maxSeen).map((message) => row(id, shorten(message))),
      ...(messages.length > maxSeen ? [row('also', `${messages.length - maxSeen} more of ${id}`)] : []),
    ]),
  ])
}

/** Every line of a text is indented: a log may take `::error::` at the beginning of a line for a command. */
function row(label: string, text: string): string {
  return `  ${label === '' ? '' : `${label.padEnd(8)} `}${text.replaceAll('\n', '\n  | ')}`
}

function totals({ results, target, milliseconds }: ShownReport, paint: Paint): string {
  const seconds = (milliseconds / 1000).toFixed(1)
  return `${results.length} rules on ${target} in ${seconds} s: ${writeCounts(results, resultsShown(results), paint)}`
}
