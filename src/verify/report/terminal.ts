import { describeBaseline } from './baseline.ts'
import { type Paint, plain, type Style } from './colour.ts'
import { byCause, byInterface, byReason, countResults, type outcomes, outcomesIn, remarksOn } from './counts.ts'
import { type Explanation, explain, rowsOf, shorten } from './explain.ts'
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
  known: 'odd',
  inconclusive: 'odd',
  skipped: 'faint',
  passed: 'good',
}

/** The report for a terminal or a log, with a line break at its end. */
export function toTerminal(
  report: ShownReport,
  links: SourceLinks,
  { paint = plain, verbose = false }: TerminalOptions = {},
): string {
  const { results } = report
  const of = (outcome: ShownResult['result']) => results.filter(({ result }) => result === outcome)
  const described = (outcome: 'failed' | 'differs') =>
    byCause(of(outcome)).flatMap((group) => {
      const [first] = group
      if (!first) return []
      const headlines = group.map((result) => headline(result, paint))
      return [[...headlines, ...describe(explain(first, report, links), paint)]]
    })
  const reasons = (outcome: 'known' | 'inconclusive' | 'skipped') =>
    byReason(results, outcome).map(([reason, ids]) => [reason, `  ${ids}`])
  const baseline = describeBaseline(results)
  const { stays, late } = remarksOn(results)
  const sections = [
    tableOfCounts(results, paint),
    section('Passed', verbose ? [of('passed').map((result) => headline(result, paint))] : [], paint),
    section('Failed', described('failed'), paint),
    section('Differs from what this contract assumes', described('differs'), paint),
    section('Known deviations of this server', reasons('known'), paint),
    section('Inconclusive', reasons('inconclusive'), paint),
    section('Skipped', reasons('skipped'), paint),
    section('Answers that come late', [late], paint),
    section('Stays on the server', [stays], paint),
    [totals(report, paint), ...(baseline === '' ? [] : [paint('faint', baseline)])].join('\n'),
  ]
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`
}

function tableOfCounts(results: readonly ShownResult[], paint: Paint): string {
  const groups = [...byInterface(results)]
  const width = Math.max(...groups.map(([name]) => name.length))
  const shown = outcomesIn(results)
  return groups.map(([name, group]) => `${name.padEnd(width)}  ${writeCounts(group, shown, paint, 4)}`).join('\n')
}

function writeCounts(
  results: readonly ShownResult[],
  shown: readonly (typeof outcomes)[number][],
  paint: Paint,
  width = 0,
): string {
  const counts = countResults(results)
  return shown
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

/** Findings of one assumption that are listed. The reports in files list all of them. */
const maxSeen = 2

function describe({ findings, request, docs, source }: Explanation, paint: Paint): string[] {
  const groups = Map.groupBy(findings, ({ assumed }) => assumed?.gap)
  const rows = [...groups.values()].flatMap((group) => [
    ...group
      .slice(0, maxSeen)
      .flatMap(({ assumed, ...finding }, index) => rowsOf({ ...finding, ...(assumed && index === 0 && { assumed }) })),
    ...(group.length > maxSeen ? [['also', `${group.length - maxSeen} more`] as const] : []),
  ])
  return [
    ...rows.map(([label, text]) => row(label, shorten(text))),
    ...(request ? [row('request', request.curl), row('answer', request.answer)] : []),
    ...(docs === undefined ? [] : [paint('faint', row('docs', docs))]),
    ...(source ? [paint('faint', row('source', `${source.file}:${source.line}`))] : []),
  ]
}

/** Every line of a text is indented: a log may take `::error::` at the beginning of a line for a command. */
function row(label: string, text: string): string {
  return `  ${label === '' ? '' : `${label.padEnd(8)} `}${text.replaceAll('\n', '\n  | ')}`
}

function totals({ results, target, milliseconds }: ShownReport, paint: Paint): string {
  const seconds = (milliseconds / 1000).toFixed(1)
  return `${results.length} rules on ${target} in ${seconds} s: ${writeCounts(results, outcomesIn(results), paint)}`
}
