import { toCurl } from './curl.ts'
import { escapeHtml, statementToHtml } from './escape-html.ts'
import { shorten } from './shorten.ts'
import type { ShownExchange, ShownResult } from './shown-report.ts'
import type { SourceLinks } from './source-links.ts'

/** Exchanges of one check that the page shows: where a rule passed, the last one is enough to see how. */
const maxExchanges: Readonly<Record<ShownResult['result'], number>> = { failed: 8, differs: 4, skipped: 1, passed: 1 }

/** Characters of one body. */
const maxShown = 4000

/** The statement of a rule, and beneath it all that a reader may want to know of the result. */
export function detailsOf(result: ShownResult, variables: readonly string[], links: SourceLinks): string {
  const statement = statementToHtml(result.rule.statement)
  const inner = [...findings(result, links), ...exchangesOf(result, variables)]
  if (inner.length === 0) return `<p class="alone">${statement}</p>`
  return `<details><summary>${statement}</summary><div class="details">${inner.join('\n')}</div></details>`
}

function findings(result: ShownResult, links: SourceLinks): string[] {
  const { interface: name, failure, reason, differences = [] } = result
  const { message, expected, seen } = failure ?? {}
  const pairs: [string, string][] = [
    ...(expected === undefined ? [] : [['Expected', expected] as [string, string]]),
    ...(seen === undefined ? [] : [['Seen', seen] as [string, string]]),
  ]
  return [
    ...(reason === undefined ? [] : [`<p>Skipped: ${escapeHtml(reason)}</p>`]),
    ...(message === undefined ? [] : [`<p class="message">${escapeHtml(shorten(message, maxShown))}</p>`]),
    ...(pairs.length === 0
      ? []
      : [
          `<dl>${pairs.map(([term, text]) => `<dt>${term}</dt><dd><pre>${escapeHtml(shorten(text, maxShown))}</pre></dd>`).join('')}</dl>`,
        ]),
    ...differences.map(
      ({ gap, message: seenInstead }) =>
        `<dl><dt>Assumed <a href="${escapeHtml(links.docs(name, gap))}">${escapeHtml(gap)}</a></dt><dd>${statementToHtml(links.statement(name, gap) ?? '')}</dd><dt>Seen</dt><dd><pre>${escapeHtml(shorten(seenInstead, maxShown))}</pre></dd></dl>`,
    ),
  ]
}

/** Those up to where it failed: what comes after puts things back. */
function exchangesOf({ result, exchanges, failedAt }: ShownResult, variables: readonly string[]): string[] {
  const told = failedAt === undefined ? exchanges : exchanges.slice(0, failedAt + 1)
  const shown = told.slice(-maxExchanges[result])
  const left = told.length - shown.length
  return [
    ...(left === 0
      ? []
      : [`<p class="left">${left} earlier ${left === 1 ? 'request' : 'requests'} of this check not shown</p>`]),
    ...shown.map((exchange) => exchangeToHtml(exchange, variables)),
  ]
}

function exchangeToHtml({ operation, request, response }: ShownExchange, variables: readonly string[]): string {
  const headers = Object.entries(response?.headers ?? {}).map(([name, value]) => `${name}: ${value}`)
  const { text = '' } = response ?? {}
  return `<figure class="exchange"><figcaption><span class="status">${response ? response.status : 'no answer'}</span> ${escapeHtml(operation ?? request.method)}</figcaption>
<pre class="curl">${escapeHtml(shorten(toCurl(request, variables), maxShown))}</pre>
${response ? `<pre class="answer">${escapeHtml([`HTTP ${response.status}`, ...headers].join('\n'))}${text === '' ? '' : `\n\n${escapeHtml(shorten(text, maxShown))}`}</pre>` : ''}</figure>`
}
