import { createHash } from 'node:crypto'
import { type Html, html, raw } from '../../html.ts'
import { parseJson, printJson } from '../../json-text.ts'
import { printableLines } from '../../printable.ts'
import {
  byCause,
  byInterface,
  countResults,
  headingOf,
  remarksOn,
  resultNames,
  resultsShown,
  resultTitles,
} from './counts.ts'
import { toCurl } from './curl.ts'
import { explain, type Finding, shorten, statementToHtml } from './explain.ts'
import { style } from './html-style.ts'
import type { ShownExchange, ShownReport, ShownResult } from './shown-report.ts'
import type { SourceLinks } from './source-links.ts'

/** Exchanges of one check that the page shows. For a rule that passed, the last one shows how. */
const maxExchanges: Readonly<Record<ShownResult['result'], number>> = {
  failed: 8,
  differs: 4,
  known: 4,
  inconclusive: 4,
  skipped: 1,
  passed: 1,
}

/** Characters of one body. */
const maxShown = 4000

/** The report as one page that loads nothing and runs nothing: the rules by their result, failed ones first. */
export function toHtml(report: ShownReport, links: SourceLinks): string {
  const { results, target, started, milliseconds } = report
  const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`
  const sections = resultNames.map((outcome) => {
    const groups = byCause(results.filter(({ result }) => result === outcome))
    const rules = groups.flatMap((group) => group.map((result) => ruleOf(result, group, report, links)))
    return (
      rules.length > 0 &&
      html`<section class="${outcome}">\n<h2 id="${outcome}">${resultTitles[outcome]}</h2>\n${rules}</section>\n`
    )
  })
  const remarks = remarksOn(results).map(
    ([title, lines]) =>
      html`<section>\n<h2>${title}</h2>\n<ul>${lines.map((line) => html`<li>${line}</li>\n`)}</ul></section>\n`,
  )
  return printableLines(
    String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${raw(policy)}">
<title>${headingOf(report)} · ${target}</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
<h1>${headingOf(report)}</h1>
<p class="quiet">${target} · <time datetime="${started}">${started.replace(/T(\d\d:\d\d).*$/, ' $1 UTC')}</time> · ${(milliseconds / 1000).toFixed(1)} s</p>
${tableOfCounts(results)}
${sections}${remarks}</main>
</body>
</html>
`),
  )
}

/** Each count leads to its section. */
function tableOfCounts(results: readonly ShownResult[]): Html {
  const shown = resultsShown(results)
  const row = ([name, group]: [string, readonly ShownResult[]]) => {
    const counts = countResults(group)
    const cells = shown.map((outcome) => html`<td class="${counts[outcome] > 0 && outcome}">${counts[outcome]}</td>`)
    return html`<tr><th scope="row">${name}</th>${cells}<td>${counts.all}</td></tr>\n`
  }
  const all = countResults(results)
  const heads = shown.map(
    (name) => html`<th scope="col">${all[name] > 0 ? html`<a href="#${name}">${name}</a>` : name}</th>`,
  )
  return html`<table>
<thead><tr><th scope="col">interface</th>${heads}<th scope="col">all</th></tr></thead>
<tbody>${[...byInterface(results)].map(row)}</tbody>
</table>`
}

/** A rule, which unfolds to its findings and its exchanges if there are any. */
function ruleOf(result: ShownResult, group: readonly ShownResult[], report: ShownReport, links: SourceLinks): Html {
  const { interface: name, rule } = result
  const source = links.source(name, rule.id)
  const others = group.filter((one) => one !== result)
  const about = [
    html`${name}, ${rule.kind}`,
    links.docs(name, rule.id) && html` · ${linkTo(links.docs(name, rule.id), 'documentation')}`,
    source?.url && html` · ${linkTo(source.url, `source, line ${source.line}`)}`,
    others.length > 0 &&
      html` · one cause with ${others.map((one) => html`<a href="#${one.rule.id}">${one.rule.id}</a> `)}`,
  ]
  const { findings } = explain(result, report, links)
  return html`<details id="${rule.id}"><summary><b>${rule.id}</b> ${statementToHtml(rule.statement)}</summary>
<p class="quiet">${about}</p>
${result.reason !== undefined && html`<p>${result.reason}</p>`}${findings.map((finding) => findingOf(finding, (gap) => links.docs(name, gap)))}${exchangesOf(result, report)}</details>\n`
}

function linkTo(url: string | undefined, text: string): Html {
  return url === undefined ? html`${text}` : html`<a href="${url}">${text}</a>`
}

function findingOf({ what, assumed, expected, seen }: Finding, docs: (gap: string) => string | undefined): Html {
  const row = (term: string, text: string | undefined) =>
    text !== undefined && html`<dt>${term}</dt><dd><pre>${shorten(text, maxShown)}</pre></dd>`
  const assumption =
    assumed &&
    html`<dt>Assumed ${linkTo(docs(assumed.gap), assumed.gap)}</dt><dd>${statementToHtml(assumed.statement)}</dd>`
  return html`${what !== undefined && html`<p class="message">${shorten(what, maxShown)}</p>`}<dl>${assumption}${row('Expected', expected)}${row('Seen', seen)}</dl>\n`
}

/** Exchanges up to the failure: those after it undo what the check did. */
function exchangesOf({ result, exchanges, failedAt }: ShownResult, report: ShownReport): Html[] {
  const upToFailure = failedAt === undefined ? exchanges : exchanges.slice(0, failedAt + 1)
  const shown = upToFailure.slice(-maxExchanges[result])
  const left = upToFailure.length - shown.length
  const note = html`<p class="quiet">${left} earlier ${left === 1 ? 'request' : 'requests'} of this check not shown</p>`
  return [...(left === 0 ? [] : [note]), ...shown.map((exchange) => exchangeOf(exchange, report))]
}

function exchangeOf({ operation, request, response }: ShownExchange, { variables }: ShownReport): Html {
  const head = response && [
    `HTTP ${response.status}`,
    ...Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`),
  ]
  const body = response?.text ? `\n\n${shorten(laidOut(response.text), maxShown)}` : ''
  return html`<figure><figcaption>${response?.status ?? 'no answer'} ${operation ?? request.method}</figcaption>
<pre class="curl">${shorten(toCurl(request, variables), maxShown)}</pre>
${head && html`<pre>${head.join('\n')}${body}</pre>`}</figure>\n`
}

/** JSON with a line for each member; any other text as it is, and JSON with numbers whose digits a double would change. */
function laidOut(text: string): string {
  const value = /\d{16}/.test(text) ? undefined : parseJson(text)
  return value === undefined ? text : printJson(value, 2)
}
