import { html } from '../../html.ts'
import { byCause, byInterface, byReason, countResults, outcomesIn, remarksOn } from './counts.ts'
import { byGap, type Divergence, type Explanation, explain, rowsOf } from './explain.ts'
import type { ShownReport, ShownResult } from './shown-report.ts'
import type { SourceLinks } from './source-links.ts'

/** GitHub drops a summary of more than 1 MiB. */
const maxBytes = 1_000_000

/** The report as Markdown for the summary of a job. */
export function toSummary(report: ShownReport, links: SourceLinks): string {
  const { results, target } = report
  const of = (outcome: ShownResult['result']) =>
    results.filter(({ result }) => result === outcome).map((result) => explain(result, report, links))
  const { failed, all } = countResults(results)
  const title = failed === 0 ? `No rule failed, of ${all}` : `${failed} of ${all} rules failed`
  const reasons = (outcome: 'known' | 'inconclusive' | 'skipped') =>
    byReason(results, outcome).map(([reason, ids]) => `- ${text(reason)}: ${ids}`)
  const { stays, unchanged, late } = remarksOn(results)
  const item = (remark: string) => `- ${text(remark)}`
  /** The rules that one answer breaks, with the wrong values, and the request once. */
  const describeCause = (group: readonly ShownResult[]) => {
    const explained = group.map((result) => explain(result, report, links))
    const { requests = [], answer, source } = explained[0] ?? {}
    return [
      `<details><summary>${explained.map(headline).join('<br>')}</summary>`,
      ...new Set(
        explained.flatMap(({ findings }) =>
          findings
            .flatMap(rowsOf)
            .map(([label, content]) => [...(label === '' ? [] : [capital(label)]), block(content)].join('\n\n')),
        ),
      ),
      ...(answer === undefined ? [] : [`Request, answered ${answer === 'none' ? 'by nothing' : `with ${answer}`}`]),
      ...(requests.length === 0 ? [] : [block(requests.join('\n'), 'sh')]),
      ...(source?.shown ? [`Source: \`${source.shown}\``] : []),
      '</details>',
    ].join('\n\n')
  }
  const blocks = [
    `## ${title}`,
    `On ${html`<code>${target}</code>`}.`,
    tableOfCounts(results),
    ...section('Failed', byCause(results.filter(({ result }) => result === 'failed')).map(describeCause)),
    ...section('Differs from what this contract assumes', byGap(of('differs')).map(describeDivergence)),
    ...section('Known deviations of this server', reasons('known')),
    ...section('Inconclusive', reasons('inconclusive')),
    ...section('Skipped', reasons('skipped')),
    ...section('Answers that come late', late.map(item)),
    ...section('Changed nothing', unchanged.map(item)),
    ...section('Stays on the server', stays.map(item)),
  ]
  return `${withinLimit(blocks.filter((block) => block !== '')).join('\n\n')}\n`
}

function section(title: string, blocks: readonly string[]): string[] {
  return blocks.length === 0 ? [] : [`### ${title}`, ...blocks]
}

function withinLimit(blocks: readonly string[]): string[] {
  const kept: string[] = []
  let left = maxBytes
  for (const block of blocks) {
    left -= Buffer.byteLength(block) + 2
    if (left < 0) return [...kept, 'The summary is full. The other reports have the rest.']
    kept.push(block)
  }
  return kept
}

function tableOfCounts(results: readonly ShownResult[]): string {
  const shown = outcomesIn(results)
  const row = (name: string, group: readonly ShownResult[]) => {
    const counts = countResults(group)
    return `| ${[name, ...shown.map((outcome) => counts[outcome]), counts.all].join(' | ')} |`
  }
  return [
    `| interface | ${shown.join(' | ')} | all |`,
    `|---|${'--:|'.repeat(shown.length + 1)}`,
    ...[...byInterface(results)].map(([name, group]) => row(name, group)),
    row('**all**', results),
  ].join('\n')
}

function describeDivergence({ gap, statement: words, seen }: Divergence): string {
  const items = seen.flatMap(({ rule, messages }) => [
    `  - ${headline(rule)}`,
    ...messages.map((message) => `    - Seen: ${text(message)}`),
  ])
  return [`- ${gap}: ${statement(words)}`, ...items].join('\n')
}

function headline(rule: Pick<Explanation, 'id' | 'docs' | 'statement'>): string {
  const id = rule.docs === undefined ? html`<b>${rule.id}</b>` : html`<a href="${rule.docs}">${rule.id}</a>`
  return `${id} ${statement(rule.statement)}`
}

function capital(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** The text of a rule with its code as HTML, because Markdown is not read within HTML. */
function statement(markdown: string): string {
  return text(markdown.trim()).replace(/&#96;([^\n]*?)&#96;/g, '<code>$1</code>')
}

/** Plain text in one line: no character of it is Markdown or HTML. */
function text(plain: string): string {
  return plain
    .replace(/[\\`*_{}[\]<>()#+!|~&"@:.-]/g, (character) =>
      /[().:+-]/.test(character) ? character : `&#${character.charCodeAt(0)};`,
    )
    .replace(/\s*[\r\n]+\s*/g, ' ')
}

/** The fence is longer than any run of backticks in the text. */
function block(content: string, language = 'text'): string {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}${language}`, content, fence].join('\n')
}
