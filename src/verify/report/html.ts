import { createHash } from 'node:crypto'
import { type Html, type HtmlContent, html, raw } from '../../html.ts'
import { byCause, byInterface, countResults, outcomes, outcomesIn } from './counts.ts'
import { detailsOf, idWithLink } from './html-details.ts'
import { filterRows } from './html-filter.ts'
import { style } from './html-style.ts'
import type { ShownReport, ShownResult } from './shown-report.ts'
import type { SourceLinks } from './source-links.ts'

const symbols: Readonly<Record<ShownResult['result'], string>> = {
  failed: '✗',
  differs: '≠',
  known: '!',
  inconclusive: '?',
  skipped: '–',
  passed: '✓',
}

/**
 * The report as one page that loads nothing: a row for each rule, failed rules first. A script filters the rows; without the
 * script the page shows all of them.
 */
export function toHtml(report: ShownReport, links: SourceLinks): string {
  const { results, target, started, milliseconds } = report
  const script = `(${filterRows.toString()})()`
  const policy = `default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'`
  const groups = byCause(results)
  const sorted = outcomes.flatMap((outcome) => groups.flat().filter(({ result }) => result === outcome))
  const companions = new Map(groups.flatMap((group) => group.map((result) => [result, group] as const)))
  const heads = ['Result', 'Rule', 'Statement', 'Interface', 'Kind', 'Source']
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${raw(policy)}">
<title>${titleOf(results)} · ${target}</title>
<style>${raw(style)}</style>
</head>
<body>
<a class="skip" href="#rules">Skip to the rules</a>
<header>
<h1>${titleOf(results)}</h1>
<p class="run"><span>${target}</span> <time datetime="${started}">${writeTime(started)}</time> <span>${(milliseconds / 1000).toFixed(1)} s</span></p>
</header>
<main>
<section aria-labelledby="counts-title">
<h2 id="counts-title">Counts</h2>
${tiles(results)}
${countsTable(results)}
</section>
<section aria-labelledby="rules-title">
<h2 id="rules-title">Rules</h2>
${filters(results)}
<table id="rules" role="table">
<thead role="rowgroup"><tr role="row">${heads.map((name) => html`<th role="columnheader" scope="col">${name}</th>`)}</tr></thead>
<tbody role="rowgroup">
${sorted.map((result) => rowOf(result, companions.get(result) ?? [], report, links))}</tbody>
</table>
<p id="none" hidden>No rule matches.</p>
</section>
</main>
<script>${raw(script)}</script>
</body>
</html>
`)
}

function titleOf(results: readonly ShownResult[]): string {
  const { all, failed } = countResults(results)
  return failed === 0 ? `No rule failed, of ${all}` : `${failed} of ${all} rules failed`
}

function tiles(results: readonly ShownResult[]): Html {
  const counts = countResults(results)
  const tile = (name: ShownResult['result']) =>
    html`<li class="${name}${counts[name] === 0 && ' zero'}"><strong>${counts[name]}</strong> ${symbolOf(name)} ${name}</li>`
  return html`<ul class="tiles">${outcomesIn(results).map(tile)}</ul>`
}

function symbolOf(name: ShownResult['result']): Html {
  return html`<span aria-hidden="true">${symbols[name]}</span>`
}

function countsTable(results: readonly ShownResult[]): Html | undefined {
  const groups = [...byInterface(results)]
  if (groups.length < 2) return undefined
  const row = ([name, group]: [string, ShownResult[]]) => {
    const counts = countResults(group)
    const cells = outcomesIn(results).map(
      (outcome) => html`<td${counts[outcome] === 0 && html` class="zero"`}>${counts[outcome]}</td>`,
    )
    return html`<tr><th scope="row">${name}</th>${cells}<td>${counts.all}</td></tr>`
  }
  const heads = ['Interface', ...outcomesIn(results), 'all'].map((name) => html`<th scope="col">${name}</th>`)
  return html`<div class="scroll" role="region" aria-label="Counts by interface" tabindex="0"><table class="counts"><thead><tr>${heads}</tr></thead><tbody>${groups.map(row)}</tbody></table></div>`
}

/** Hidden until the script shows the form, which does nothing by itself. */
function filters(results: readonly ShownResult[]): Html {
  const choose = (label: string, name: string, values: Iterable<string>) =>
    html`<label>${label}<select name="${name}"><option value="">all</option>${[...new Set(values)].map((value) => html`<option>${value}</option>`)}</select></label>`
  const met = outcomes.filter((outcome) => results.some(({ result }) => result === outcome))
  const interfaces = results.map((result) => result.interface)
  const kinds = results.map(({ rule }) => rule.kind)
  return html`<form id="filters" role="search" aria-label="Rules" hidden>
${choose('Result', 'result', met)}
${choose('Interface', 'interface', interfaces)}
${choose('Kind', 'kind', kinds)}
<label class="wide">Text<input type="search" name="text" placeholder="ID, statement or operation" autocomplete="off" spellcheck="false"></label>
<output id="shown" aria-live="polite"></output>
</form>`
}

function rowOf(result: ShownResult, companions: readonly ShownResult[], report: ShownReport, links: SourceLinks): Html {
  const { interface: name, rule } = result
  const source = links.source(name, rule.id)
  const text = [rule.id, rule.statement, ...(rule.operations ?? [])].join(' ').toLowerCase()
  const cell = (kind: string, content: HtmlContent) => html`<td role="cell" class="${kind}">${content}</td>`
  return html`<tr role="row" id="${rule.id}" class="${result.result}" data-result="${result.result}" data-interface="${name}" data-kind="${rule.kind}" data-text="${text}">
${cell('result', html`<span class="badge">${symbolOf(result.result)} ${result.result}</span>`)}
<th role="rowheader" scope="row">${idWithLink(rule.id, links.docs(name, rule.id))}</th>
${cell('statement', detailsOf(result, companions, report, links))}
${cell('interface', name)}
${cell('kind', rule.kind)}
${cell('source', source?.url && html`<a href="${source.url}" aria-label="Source of ${rule.id}, line ${source.line}">line ${source.line}</a>`)}
</tr>\n`
}

function writeTime(started: string): string {
  return started.replace(/T(\d\d:\d\d).*$/, ' $1 UTC')
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
