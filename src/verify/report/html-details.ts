import { type Html, html } from '../../html.ts'
import { parseJson } from '../../json-text.ts'
import { toCurl } from './curl.ts'
import { explain, type Finding, shorten, statementToHtml } from './explain.ts'
import type { ShownExchange, ShownReport, ShownResult } from './shown-report.ts'
import type { SourceLinks } from './source-links.ts'

type Variables = Pick<ShownReport, 'variables'>

/** Exchanges of one check that the page shows. For a rule that passed, the last one shows how. */
const maxExchanges: Readonly<Record<ShownResult['result'], number>> = {
  failed: 8,
  differs: 4,
  known: 4,
  inconclusive: 4,
  skipped: 1,
  passed: 1,
}

const reasonWords: Readonly<Partial<Record<ShownResult['result'], string>>> = {
  known: 'Known deviation',
  inconclusive: 'Inconclusive',
  skipped: 'Skipped',
}

/** An ID, which leads to its documentation where that is published. */
export function idWithLink(id: string, docs: string | undefined): Html {
  return docs === undefined ? html`${id}` : html`<a href="${docs}">${id}</a>`
}

/** Characters of one body. */
const maxShown = 4000

/** The statement of a rule. It unfolds to the findings and the exchanges, if there are any. */
export function detailsOf(
  result: ShownResult,
  companions: readonly ShownResult[],
  report: Variables,
  links: SourceLinks,
): Html {
  const statement = statementToHtml(result.rule.statement)
  const docs = (gap: string) => links.docs(result.interface, gap)
  const others = companions.flatMap(({ rule }) => (rule.id === result.rule.id ? [] : [rule.id]))
  const inner = [
    ...(result.reason === undefined ? [] : [html`<p>${reasonWords[result.result]}: ${result.reason}</p>`]),
    ...(others.length === 0
      ? []
      : [html`<p>One cause with ${others.map((id) => html`<a href="#${id}">${id}</a> `)}</p>`]),
    ...(result.late === undefined
      ? []
      : [html`<p>Holds only if each read waits ${result.late / 1000} s after a write.</p>`]),
    ...explain(result, report, links).findings.map((finding) => renderFinding(finding, docs)),
    ...renderExchanges(result, report),
  ]
  if (inner.length === 0) return html`<p class="alone">${statement}</p>`
  return html`<details><summary>${statement}</summary><div class="details">${inner}</div></details>`
}

function renderFinding({ what, assumed, expected, seen }: Finding, docs: (gap: string) => string | undefined): Html {
  const row = (term: string, text: string | undefined) =>
    text !== undefined && html`<dt>${term}</dt><dd><pre>${shorten(text, maxShown)}</pre></dd>`
  const rows = [
    assumed &&
      html`<dt>Assumed ${idWithLink(assumed.gap, docs(assumed.gap))}</dt><dd>${statementToHtml(assumed.statement)}</dd>`,
    row('Expected', expected),
    row('Seen', seen),
  ].filter((one) => one)
  return html`${what !== undefined && html`<p class="message">${shorten(what, maxShown)}</p>`}${rows.length > 0 && html`<dl>${rows}</dl>`}`
}

/** Exchanges up to the failure: those after it undo what the check did. */
function renderExchanges({ result, exchanges, failedAt }: ShownResult, report: Variables): Html[] {
  const told = failedAt === undefined ? exchanges : exchanges.slice(0, failedAt + 1)
  const shown = told.slice(-maxExchanges[result])
  const left = told.length - shown.length
  const note = html`<p class="left">${left} earlier ${left === 1 ? 'request' : 'requests'} of this check not shown</p>`
  return [...(left === 0 ? [] : [note]), ...shown.map((exchange) => renderExchange(exchange, report))]
}

function renderExchange({ operation, request, response }: ShownExchange, { variables }: Variables): Html {
  const head = response && [
    `HTTP ${response.status}`,
    ...Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`),
  ]
  const body = response?.text ? `\n\n${shorten(laidOut(response.text), maxShown)}` : ''
  return html`<figure class="exchange"><figcaption><span class="status">${response?.status ?? 'no answer'}</span> ${operation ?? request.method}</figcaption>
<pre class="curl">${shorten(toCurl(request, variables), maxShown)}</pre>
${head && html`<pre class="answer">${head.join('\n')}${body}</pre>`}</figure>\n`
}

/** JSON with a line for each member; any other text as it is, and JSON with numbers whose digits a double would change. */
function laidOut(text: string): string {
  const value = /\d{16}/.test(text) ? undefined : parseJson(text)
  return value === undefined ? text : JSON.stringify(value, undefined, 2)
}
