import { isOnTheWire } from '../../contract/contract.ts'
import { type Html, html, join } from '../../html.ts'
import { describeStates, noResults } from '../check-states.ts'
import { renderPage, renderTable } from '../layout.ts'
import { renderInline, renderMarkdown } from '../markdown.ts'
import type { SiteData, System } from '../site-data.ts'

/** The systems at a glance, below the notices that no reader may miss. */
export function homePage({ systems, states }: SiteData): string {
  const own = systems.filter(({ name }) => name !== mockControl)
  const rows = own.map((system) => [
    html`<a href="docs:${system.name}/">${system.title}</a>
<p>${renderInline(system.summary)}</p>${system.notice && html`<p><a class="badge retired" href="docs:#notices">Retired</a></p>`}`,
    html`<span class="version">${versionFacts(system)}</span>`,
    system.contract?.operations.size ?? '–',
    html`<a href="docs:${system.name}/rules/">${system.catalogue.rules.length}</a>`,
    html`<a href="docs:${system.name}/rules/">${system.catalogue.gaps.length}</a>`,
    countChecks(system) || '–',
    describeStates(system.catalogue.rules, states),
  ])
  const lastRun = states.when
    ? html`Checked ${states.target} on <time datetime="${states.when}">${states.when.slice(0, 16).replace('T', ' ')} UTC</time>.`
    : noResults
  return renderPage({
    path: '',
    title: 'Contracts',
    body: html`<h1>Contracts for nine systems</h1>
<p class="lead">Every documented sentence is a rule with an ID. It has a place in an OpenAPI document, the mock obeys it, and a check shows it.</p>
${notices(own)}
${renderTable('The systems', ['System', 'Version', 'Operations', 'Rules', 'Gaps', 'Checks', 'Last run'], rows)}
<p class="quiet">${lastRun}</p>
<h2>From here</h2>
<ul class="cards">
<li><a href="docs:console/">Console</a> Call the running mock from the browser, with the credentials of its seed.</li>
<li><a href="docs:states/">States</a> The states of an order, a member, a cluster and a token, as the mock changes them.</li>
<li><a href="docs:guides/">Guides</a> Each documented step with curl; the upgrade tool, the library and the checks.</li>
<li><a href="docs:${mockControl}/">Mock control</a> Sessions, time, conditions, records and faults of the mock.</li>
</ul>`,
  })
}

/** The mock's own interface, which is not one of the systems. */
const mockControl = 'mock-control'

function notices(systems: readonly System[]): Html | undefined {
  const found = systems.flatMap(({ name, title, notice }) =>
    notice === undefined
      ? []
      : html`<section class="notice" aria-label="Notice on ${title}">
<p class="notice-title"><a href="docs:${name}/">${title}</a></p>
${renderMarkdown(notice)}</section>`,
  )
  return found.length === 0 ? undefined : html`<div id="notices">${found}</div>`
}

function versionFacts({ contract, base, upgrade }: System): Html {
  const info = contract?.document.info as { version?: string } | undefined
  const facts = [
    info ? `contract ${info.version ?? ''}` : 'a library',
    base !== '' && html`<code>${base}</code>`,
    upgrade && `${upgrade.from} → ${upgrade.to}`,
  ]
  return join(
    facts.filter((fact) => fact),
    html`<br>`,
  )
}

function countChecks({ contract, checks }: System): number {
  if (!contract || !checks) return 0
  return [...contract.rules.values()].filter(
    (rule) => isOnTheWire(rule) && checks.unobservable?.[rule.id] === undefined,
  ).length
}
