import { styleText } from 'node:util'
import { onOneLine } from '../context/inconclusive-error.ts'
import { byCause, countResults, remarksOn, resultNames, resultTitles } from './counts.ts'
import { explain } from './explain.ts'
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
  const { results, target, milliseconds } = report
  const of = (outcome: ShownResult['result']) => results.filter(({ result }) => result === outcome)
  const entries: Record<ShownResult['result'], (readonly string[])[]> = {
    passed: verbose ? [of('passed').map((result) => headline(result, paint))] : [],
    failed: byCause(of('failed')).map((group) => describeCause(group, report, links, paint)),
    differs: describeDifferences(of('differs'), links),
    known: byReason(of('known')),
    inconclusive: byReason(of('inconclusive')),
    skipped: byReason(of('skipped')),
  }
  const onlyAssumed = Map.groupBy(of('passed'), (result) => result.onlyAssumed)
  onlyAssumed.delete(undefined)
  const groups = [...Map.groupBy(results, (result) => result.interface)]
  const width = Math.max(...groups.map(([name]) => name.length))
  const seconds = (milliseconds / 1000).toFixed(1)
  const sections = [
    groups.map(([name, group]) => `${name.padEnd(width)}  ${writeCounts(group, results, paint, 4)}`).join('\n'),
    ...(['passed', ...resultNames.slice(0, -1)] as const).map((one) => section(resultTitles[one], entries[one], paint)),
    section(
      'Passed by what this contract assumes, and nothing else',
      [[...onlyAssumed].map(([gap, group]) => `${gap}: ${group.map(({ rule }) => rule.id).join(', ')}`)],
      paint,
    ),
    ...remarksOn(results).map(([title, lines]) => section(title, [lines], paint)),
    `${results.length} rules on ${target} in ${seconds} s: ${writeCounts(results, results, paint)}`,
  ]
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`
}

/** The reasons of results, each with the IDs of its rules. */
function byReason(results: readonly ShownResult[]): string[][] {
  const groups = Map.groupBy(results, ({ reason }) => reason ?? 'no reason was given')
  return [...groups].map(([reason, group]) => [reason, `  ${group.map(({ rule }) => rule.id).join(', ')}`])
}

/** The counts of some results, of the kinds that all results have. */
function writeCounts(results: readonly ShownResult[], all: readonly ShownResult[], paint: Paint, width = 0): string {
  const counts = new Map(countResults(results))
  return countResults(all)
    .map(([outcome]) => {
      const count = counts.get(outcome) ?? 0
      return paint(count > 0 ? styles[outcome] : 'dim', `${String(count).padStart(width)} ${outcome}`)
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
      ...(same[0]?.explanation.findings ?? []).map(([label, text]) => row(label, shorten(text))),
    ]),
    ...requests.map((curl) => row('request', curl)),
    ...(answer === undefined ? [] : [row('answer', answer)]),
    ...(docs === undefined ? [] : [paint('dim', row('docs', docs))]),
    ...(source === undefined ? [] : [paint('dim', row('source', `${source.file}:${source.line}`))]),
  ]
}

/** Differences from one assumption that are listed for a rule. The reports in files list all of them. */
const maxSeen = 2

/** The differences of several rules, each assumption once. */
function describeDifferences(results: readonly ShownResult[], links: SourceLinks): string[][] {
  const all = results.flatMap(({ interface: name, rule: { id }, differences = [] }) =>
    differences.map(({ gap, message }) => ({ name, id, gap, message: onOneLine(message) })),
  )
  return [...Map.groupBy(all, ({ gap }) => gap)].map(([gap, group]) => [
    `${gap} ${links.source(group[0]?.name ?? '', gap)?.statement ?? ''}`.trim(),
    ...[...Map.groupBy(group, ({ id }) => id)].flatMap(([id, same]) => {
      const messages = [...new Set(same.map(({ message }) => message))]
      return [
        ...messages.slice(0, maxSeen).map((message) => row(id, shorten(message))),
        ...(messages.length > maxSeen ? [row('also', `${messages.length - maxSeen} more of ${id}`)] : []),
      ]
    }),
  ])
}

/** Every line of a text is indented: a log may take `::error::` at the beginning of a line for a command. */
function row(label: string, text: string): string {
  return `  ${label === '' ? '' : `${label.padEnd(8)} `}${text.replaceAll('\n', '\n  | ')}`
}

/** The beginning of a text, which may be as long as a body. */
function shorten(text: string, characters = 1000): string {
  return text.length > characters ? `${text.slice(0, characters).toWellFormed()}…` : text
}
