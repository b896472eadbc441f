import { isOnTheWire, type Rule } from '../../contract/contract.ts'
import { namesIn } from '../../contract/json-pointer.ts'
import { product } from '../../product.ts'
import type { CheckState, CheckStates } from '../check-states.ts'
import { escapeHtml } from '../html.ts'
import { renderPage } from '../layout.ts'
import { renderInline } from '../markdown.ts'
import { type Assumption, findAssumptions } from '../provenance.ts'
import type { LinkIds } from '../rule-links.ts'
import type { Gap, SiteData, System } from '../site-data.ts'
import { noResults } from './states-of-checks.ts'

/** The catalogue of one system: its rules, its gaps, and what the contract assumes. Each has an address of its own. */
export function rulesPage(system: System, { states }: SiteData, linkIds: LinkIds): string {
  const { name, title, catalogue, contract } = system
  const assumptions = contract ? findAssumptions(contract) : []
  const kinds = [...new Set(catalogue.rules.map(({ kind }) => kind))]
  const found = [...new Set(catalogue.rules.map((rule) => stateOf(system, rule, states)))]
  return renderPage({
    path: `${name}/rules/`,
    title: `Rules of ${title}`,
    system,
    scripts: ['assets/filter.js'],
    body: `<h1>Rules <span class="quiet">${escapeHtml(title)}</span></h1>
<p class="lead">${catalogue.rules.length} rules, ${catalogue.gaps.length} gaps that the documents leave, ${assumptions.length} assumptions that the contract makes about them.${states.when ? '' : ` ${noResults}`}</p>
<form class="filter" data-needs-script hidden role="search" aria-label="Filter the rules">
<label>Text <input name="text" type="search" autocomplete="off"></label>
<label>Kind <select name="kind"><option value="">all</option>${[...kinds, 'gap', 'assumption'].map((kind) => `<option>${kind}</option>`).join('')}</select></label>
<label>State <select name="state"><option value="">all</option>${found.map((state) => `<option>${state}</option>`).join('')}</select></label>
<output aria-live="polite"></output>
</form>
<section aria-labelledby="rules"><h2 id="rules">Rules</h2>
${catalogue.rules.map((rule) => renderRule(rule, system, states, linkIds)).join('\n')}
</section>
<section aria-labelledby="gaps"><h2 id="gaps">Not shown: gaps</h2>
${catalogue.gaps.map((gap) => renderGap(gap, system, assumptions, linkIds)).join('\n')}
</section>
${
  assumptions.length === 0
    ? ''
    : `<section aria-labelledby="assumptions"><h2 id="assumptions">Assumptions</h2>
<p class="quiet">What the contract says and no document shows. A real server that does otherwise breaks no rule.</p>
${assumptions.map((assumption) => renderAssumption(assumption, linkIds)).join('\n')}
</section>`
}`,
  })
}

/** Where it stands in the page of its system's rules. */
export function assumptionId({ pointer }: Assumption): string {
  return `assumed${pointer.replaceAll('~1', '.').replace(/[^\w.-]+/g, '-')}`
}

function renderRule(rule: Rule & { why?: string }, system: System, states: CheckStates, linkIds: LinkIds): string {
  const state = stateOf(system, rule, states)
  const facts = [
    ...operationsFact(rule.operations ?? [], system),
    fact('Source', sourceOf(rule.source)),
    fact('Check', linkIds(renderInline(checkOf(rule, system)))),
  ]
  return entry(rule.id, rule.kind, state, linkIds(renderInline(rule.statement)), facts)
}

function renderGap(gap: Gap, { name }: System, assumptions: readonly Assumption[], linkIds: LinkIds): string {
  const made = assumptions.filter(({ gaps }) => gaps.includes(gap.id))
  const links = made.map((one) => `<a href="docs:${name}/rules/#${assumptionId(one)}">${placeOf(one)}</a>`)
  return entry(gap.id, 'gap', undefined, linkIds(renderInline(gap.statement)), [
    fact('Handled', linkIds(renderInline(gap.handling))),
    ...(links.length === 0 ? [] : [fact('Assumed at', links.join(', '))]),
    fact('Source', sourceOf(gap.source)),
  ])
}

function renderAssumption(assumption: Assumption, linkIds: LinkIds): string {
  const { gaps, text } = assumption
  return entry(
    assumptionId(assumption),
    'assumption',
    undefined,
    linkIds(renderInline(text)),
    [...(gaps.length === 0 ? [] : [fact('Fills', linkIds(gaps.join(', ')))])],
    placeOf(assumption),
  )
}

function entry(
  id: string,
  kind: string,
  state: CheckState | undefined,
  statement: string,
  facts: readonly string[],
  title = id,
): string {
  return `<article class="rule" id="${escapeHtml(id)}" data-kind="${kind}"${state ? ` data-state="${state}"` : ''}>
<h3><a href="#${escapeHtml(id)}">${title}</a></h3>
<p class="badges"><span class="badge kind">${kind}</span>${state ? ` <span class="badge ${state.replace(' ', '-')}">${state}</span>` : ''}</p>
<p class="statement">${statement}</p>
<dl>${facts.join('')}</dl>
</article>`
}

function fact(name: string, value: string): string {
  return `<div><dt>${name}</dt><dd>${value}</dd></div>`
}

function operationsFact(operations: readonly string[], { name }: System): string[] {
  if (operations.length === 0) return []
  const links = operations.map((id) => `<a href="docs:${name}/#operation/${id}"><code>${escapeHtml(id)}</code></a>`)
  return [fact(operations.length === 1 ? 'Operation' : 'Operations', links.join(' '))]
}

function sourceOf({ document, section, lines }: Rule['source']): string {
  const place =
    lines === undefined
      ? ''
      : `, line${/\D/.test(lines) ? 's' : ''} ${escapeHtml(lines.replaceAll('-', '–').replaceAll(',', ', '))}`
  return `${escapeHtml(section)} <span class="quiet">(<code>${escapeHtml(document)}</code>${place})</span>`
}

function placeOf({ pointer }: Assumption): string {
  return `<code>${namesIn(pointer)
    .map((part) => escapeHtml(part))
    .join(' <wbr>› ')}</code>`
}

/** A rule that no exchange can show is not one that was not run. */
function stateOf(system: System, rule: Rule, { results }: CheckStates): CheckState | undefined {
  return isOnTheWire(rule) && system.checks?.unobservable?.[rule.id] === undefined
    ? (results.get(rule.id) ?? 'not run')
    : results.get(rule.id)
}

/** Markdown. */
function checkOf(rule: Rule & { why?: string }, { name, checks }: System): string {
  if (rule.kind === 'prose') return `None: ${rule.why ?? 'only documentation can carry it.'}`
  if (!isOnTheWire(rule))
    return `A test of the ${rule.kind === 'client' ? 'client' : 'tool or library'} whose title begins with \`${rule.id}\`.`
  const unobservable = checks?.unobservable?.[rule.id]
  if (unobservable !== undefined) return `None: ${unobservable}`
  if (checks && Object.hasOwn(checks.checks, rule.id))
    return `Written: \`npx ${product} verify ${name} --only ${rule.id}\``
  if (checks && rule.kind === 'schema')
    return `Derived from the document: \`npx ${product} verify ${name} --only ${rule.id}\``
  return 'None yet.'
}
