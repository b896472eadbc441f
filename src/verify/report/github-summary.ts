import { describeBaseline } from './baseline.ts'
import { byInterface, byReason, countResults, outcomes } from './counts.ts'
import { toCurl } from './curl.ts'
import { escapeHtml } from './escape-html.ts'
import { failingExchange } from './failing-exchange.ts'
import type { ShownReport, ShownResult } from './shown-report.ts'
import type { SourceLinks } from './source-links.ts'

/** GitHub drops a summary beyond 1 MiB, as a whole. */
const maxBytes = 1_000_000

/** The report as Markdown for the summary of a job. */
export function toSummary(report: ShownReport, links: SourceLinks): string {
  const { results, target, variables } = report
  const of = (outcome: ShownResult['result']) => results.filter(({ result }) => result === outcome)
  const { failed, all } = countResults(results)
  const title = failed === 0 ? `No rule failed, of ${all}` : `${failed} of ${all} rules failed`
  const head = [`## ${title}`, `On ${code(target)}.`, tableOfCounts(results), describeBaseline(results)].filter(
    (part) => part !== '',
  )
  const blocks = [
    ...section(
      'Failed',
      of('failed').map((result) => describeFailure(result, variables, links)),
    ),
    ...section(
      'Differs from what this contract assumes',
      of('differs').map((result) => describeDifference(result, links)),
    ),
    ...section(
      'Skipped',
      [...byReason(results)].map(
        ([reason, group]) => `- ${text(reason)}: ${group.map(({ rule }) => rule.id).join(', ')}`,
      ),
    ),
  ]
  return `${withinLimit([...head, ...blocks]).join('\n\n')}\n`
}

function section(title: string, blocks: readonly string[]): string[] {
  return blocks.length === 0 ? [] : [`### ${title}`, ...blocks]
}

function withinLimit(blocks: readonly string[]): string[] {
  const kept: string[] = []
  let left = maxBytes
  for (const block of blocks) {
    left -= Buffer.byteLength(block) + 2
    if (left < 0) return [...kept, 'The rest does not fit here: it stands in the other reports.']
    kept.push(block)
  }
  return kept
}

function tableOfCounts(results: readonly ShownResult[]): string {
  const row = (name: string, group: readonly ShownResult[]) => {
    const counts = countResults(group)
    return `| ${[name, ...outcomes.map((outcome) => counts[outcome]), counts.all].join(' | ')} |`
  }
  return [
    `| interface | ${outcomes.join(' | ')} | all |`,
    `|---|${'--:|'.repeat(outcomes.length + 1)}`,
    ...[...byInterface(results)].map(([name, group]) => row(name, group)),
    row('**all**', results),
  ].join('\n')
}

function describeFailure(result: ShownResult, variables: readonly string[], links: SourceLinks): string {
  const { interface: name, rule, failure } = result
  const { message = '', expected, seen } = failure ?? {}
  const last = failingExchange(result)
  return [
    `<details><summary>${ruleLink(result, links)} ${statement(rule.statement)}</summary>`,
    ...(message === '' ? [] : [block(message)]),
    ...(expected === undefined ? [] : ['Expected', block(expected)]),
    ...(seen === undefined ? [] : ['Seen', block(seen)]),
    ...(last
      ? [
          `Request, answered ${last.response ? `with ${last.response.status}` : 'by nothing'}`,
          block(toCurl(last.request, variables), 'sh'),
        ]
      : []),
    ...sourceOf(name, rule.id, links),
    '</details>',
  ].join('\n\n')
}

function describeDifference(result: ShownResult, links: SourceLinks): string {
  const { interface: name, rule, differences = [] } = result
  return [
    `- ${ruleLink(result, links)} ${statement(rule.statement)}`,
    ...differences.map(
      ({ gap, message }) => `  - ${gap}: ${statement(links.statement(name, gap) ?? '')} Seen: ${text(message)}`,
    ),
  ].join('\n')
}

function ruleLink({ interface: name, rule }: ShownResult, links: SourceLinks): string {
  return `<a href="${escapeHtml(links.docs(name, rule.id))}">${rule.id}</a>`
}

function sourceOf(name: string, id: string, links: SourceLinks): string[] {
  const source = links.source(name, id)
  return source ? [`Source: \`${source.file}:${source.line}\``] : []
}

/** A sentence of the catalogue, whose backticks mean code. It may stand in HTML, where Markdown is not read. */
function statement(markdown: string): string {
  return text(markdown.trim()).replace(/&#96;([^\n]*?)&#96;/g, '<code>$1</code>')
}

/** A text that is neither Markdown nor HTML, on one line. */
function text(plain: string): string {
  return plain
    .replace(/[\\`*_{}[\]<>()#+!|~&"@:.-]/g, (character) =>
      /[().:+-]/.test(character) ? character : `&#${character.charCodeAt(0)};`,
    )
    .replace(/\s*[\r\n]+\s*/g, ' ')
}

function code(plain: string): string {
  return `<code>${escapeHtml(plain)}</code>`
}

/** Fenced by more backticks than the text has in a row. */
function block(content: string, language = 'text'): string {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}${language}`, content, fence].join('\n')
}
