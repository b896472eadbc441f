import { isOnTheWire } from '../../contract/contract.ts'
import { escapeHtml, renderTable } from '../html.ts'
import { renderPage } from '../layout.ts'
import { renderInline, renderMarkdown } from '../markdown.ts'
import type { SiteData, System } from '../site-data.ts'
import { describeStates, noResults } from './states-of-checks.ts'

/** The systems at a glance. What nobody may overlook of one stands above the list. */
export function homePage({ systems, states }: SiteData): string {
  const own = systems.filter(({ name }) => name !== mockControl)
  const rows = own.map((system) => [
    `<a href="docs:${system.name}/">${escapeHtml(system.title)}</a>
<p>${renderInline(system.summary)}</p>${system.notice ? '<p><a class="badge retired" href="docs:#notices">Retired</a></p>' : ''}`,
    `<span class="version">${versionFacts(system)}</span>`,
    String(system.contract?.operations.size ?? '–'),
    `<a href="docs:${system.name}/rules/">${system.catalogue.rules.length}</a>`,
    `<a href="docs:${system.name}/rules/">${system.catalogue.gaps.length}</a>`,
    String(countChecks(system) || '–'),
    describeStates(system, states),
  ])
  return renderPage({
    path: '',
    title: 'Contracts',
    body: `<h1>Contracts for nine systems</h1>
<p class="lead">Every documented sentence is a rule with an ID, stands at its place in an OpenAPI document, is obeyed by the mock, and is shown by a check.</p>
${notices(own)}
${renderTable('The systems', ['System', 'Version', 'Operations', 'Rules', 'Gaps', 'Checks', 'Last run'], rows)}
<p class="quiet">${states.when ? `Checked ${escapeHtml(states.target ?? '')} on <time datetime="${escapeHtml(states.when)}">${escapeHtml(states.when.slice(0, 16).replace('T', ' '))} UTC</time>.` : noResults}</p>
<h2>From here</h2>
<ul class="cards">
<li><a href="docs:console/">Console</a> Call the running mock from the browser, with the credentials that it was started with.</li>
<li><a href="docs:states/">States</a> What an order, a member, a cluster and a token go through, as the mock does it.</li>
<li><a href="docs:guides/">Guides</a> Each documented step with curl; the upgrade tool, the library and the checks.</li>
<li><a href="docs:${mockControl}/">Mock control</a> Sessions, time, conditions, records and faults of the mock.</li>
</ul>`,
  })
}

/** The mock's own interface, which is none of the systems. */
const mockControl = 'mock-control'

function notices(systems: readonly System[]): string {
  const found = systems.filter(({ notice }) => notice !== undefined)
  if (found.length === 0) return ''
  return `<div id="notices">${found
    .map(
      ({ name, title, notice = '' }) => `<section class="notice" aria-label="Notice on ${escapeHtml(title)}">
<p class="notice-title"><a href="docs:${name}/">${escapeHtml(title)}</a></p>
${renderMarkdown(notice)}</section>`,
    )
    .join('\n')}</div>`
}

function versionFacts({ contract, base, upgrade }: System): string {
  const info = contract?.document.info as { version?: string } | undefined
  return [
    info ? `contract ${escapeHtml(info.version ?? '')}` : 'a library',
    base === '' ? '' : `<code>${escapeHtml(base)}</code>`,
    upgrade ? `${escapeHtml(`${upgrade.from} → ${upgrade.to}`)}` : '',
  ]
    .filter((fact) => fact !== '')
    .join('<br>')
}

function countChecks({ contract, checks }: System): number {
  if (!contract || !checks) return 0
  return [...contract.rules.values()].filter(
    (rule) => isOnTheWire(rule) && checks.unobservable?.[rule.id] === undefined,
  ).length
}
