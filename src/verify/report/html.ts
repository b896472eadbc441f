import { createHash } from 'node:crypto'
import { describeBaseline } from './baseline.ts'
import { byInterface, countResults, outcomes } from './counts.ts'
import { escapeHtml } from './escape-html.ts'
import { detailsOf } from './html-details.ts'
import { filterRows } from './html-filter.ts'
import { style } from './html-style.ts'
import type { ShownReport, ShownResult } from './shown-report.ts'
import type { SourceLinks } from './source-links.ts'

const symbols: Readonly<Record<ShownResult['result'], string>> = {
  failed: '✗',
  differs: '≠',
  skipped: '–',
  passed: '✓',
}

/**
 * The report as one page that loads nothing: rules × result, failed ones first. A script filters the rows; without it all of
 * them are there.
 */
export function toHtml(report: ShownReport, links: SourceLinks): string {
  const { results, target, started, milliseconds } = report
  const script = `(${filterRows.toString()})()`
  const policy = `default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'`
  const sorted = outcomes.flatMap((outcome) => results.filter(({ result }) => result === outcome))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapeHtml(titleOf(results))} · ${escapeHtml(target)}</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#rules">Skip to the rules</a>
<header>
<h1>${escapeHtml(titleOf(results))}</h1>
<p class="run"><span>${escapeHtml(target)}</span> <time datetime="${escapeHtml(started)}">${escapeHtml(writeTime(started))}</time> <span>${(milliseconds / 1000).toFixed(1)} s</span></p>
</header>
<main>
<section aria-labelledby="counts-title">
<h2 id="counts-title">Counts</h2>
${tiles(results)}
${countsTable(results)}
<p>${escapeHtml(describeBaseline(results))}</p>
</section>
<section aria-labelledby="rules-title">
<h2 id="rules-title">Rules</h2>
${filters(results)}
<table id="rules" role="table">
<thead role="rowgroup"><tr role="row">${['Result', 'Rule', 'Statement', 'Interface', 'Kind', 'Source'].map((name) => `<th role="columnheader" scope="col">${name}</th>`).join('')}</tr></thead>
<tbody role="rowgroup">
${sorted.map((result) => rowOf(result, report.variables, links)).join('\n')}
</tbody>
</table>
<p id="none" hidden>No rule is like that.</p>
</section>
</main>
<script>${script}</script>
</body>
</html>
`
}

function titleOf(results: readonly ShownResult[]): string {
  const { all, failed } = countResults(results)
  return failed === 0 ? `No rule failed, of ${all}` : `${failed} of ${all} rules failed`
}

function tiles(results: readonly ShownResult[]): string {
  const counts = countResults(results)
  const tile = (name: ShownResult['result']) =>
    `<li class="${name}${counts[name] === 0 ? ' zero' : ''}"><strong>${counts[name]}</strong> <span aria-hidden="true">${symbols[name]}</span> ${name}</li>`
  return `<ul class="tiles">${outcomes.map(tile).join('')}</ul>`
}

function countsTable(results: readonly ShownResult[]): string {
  const groups = [...byInterface(results)]
  if (groups.length < 2) return ''
  const row = ([name, group]: [string, ShownResult[]]) => {
    const counts = countResults(group)
    const cells = outcomes.map(
      (outcome) => `<td${counts[outcome] === 0 ? ' class="zero"' : ''}>${counts[outcome]}</td>`,
    )
    return `<tr><th scope="row">${escapeHtml(name)}</th>${cells.join('')}<td>${counts.all}</td></tr>`
  }
  const heads = ['Interface', ...outcomes, 'all'].map((name) => `<th scope="col">${name}</th>`)
  return `<div class="scroll" role="region" aria-label="Counts by interface" tabindex="0"><table class="counts"><thead><tr>${heads.join('')}</tr></thead><tbody>${groups.map(row).join('')}</tbody></table></div>`
}

/** Hidden until the script shows it: without the script it would do nothing. */
function filters(results: readonly ShownResult[]): string {
  const choose = (label: string, name: string, values: Iterable<string>) =>
    `<label>${label}<select name="${name}"><option value="">all</option>${[...new Set(values)].map((value) => `<option>${escapeHtml(value)}</option>`).join('')}</select></label>`
  const met = outcomes.filter((outcome) => results.some(({ result }) => result === outcome))
  return `<form id="filters" role="search" aria-label="Rules" hidden>
${choose('Result', 'result', met)}
${choose(
  'Interface',
  'interface',
  results.map((result) => result.interface),
)}
${choose(
  'Kind',
  'kind',
  results.map(({ rule }) => rule.kind),
)}
<label class="wide">Text<input type="search" name="text" placeholder="ID, statement or operation" autocomplete="off" spellcheck="false"></label>
<output id="shown" aria-live="polite"></output>
</form>`
}

function rowOf(result: ShownResult, variables: readonly string[], links: SourceLinks): string {
  const { interface: name, rule } = result
  const source = links.source(name, rule.id)
  const text = [rule.id, rule.statement, ...(rule.operations ?? [])].join(' ').toLowerCase()
  const data = { result: result.result, interface: name, kind: rule.kind, text }
  const attributes = Object.entries(data).map(([key, value]) => `data-${key}="${escapeHtml(value)}"`)
  return `<tr role="row" id="${escapeHtml(rule.id)}" class="${result.result}" ${attributes.join(' ')}>
<td role="cell" class="result"><span class="badge"><span aria-hidden="true">${symbols[result.result]}</span> ${result.result}</span></td>
<th role="rowheader" scope="row"><a href="${escapeHtml(links.docs(name, rule.id))}">${escapeHtml(rule.id)}</a></th>
<td role="cell" class="statement">${detailsOf(result, variables, links)}</td>
<td role="cell" class="interface">${escapeHtml(name)}</td>
<td role="cell" class="kind">${rule.kind}</td>
<td role="cell" class="source">${source ? `<a href="${escapeHtml(source.url)}" aria-label="Source of ${escapeHtml(rule.id)}, line ${source.line}">line ${source.line}</a>` : ''}</td>
</tr>`
}

function writeTime(started: string): string {
  return started.replace(/T(\d\d:\d\d).*$/, ' $1 UTC')
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
