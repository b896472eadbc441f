import { type Html, html, join } from '../../html.ts'
import type { System } from '../data/system.ts'
import { renderPage, renderTable } from '../layout.ts'
import type { LinkIds } from '../markup/rule-links.ts'

type Item = Readonly<Record<string, unknown>>

/** Renders the whole `upgrade.yaml` of a system: a table for each list, a row for each item, so that nothing is left out. */
export function upgradePage(system: System, upgrade: Item, linkIds: LinkIds): string {
  const title = `Upgrade from ${upgrade.from} to ${upgrade.to}`
  const sections = Object.entries(upgrade).flatMap(([list, items]) =>
    Array.isArray(items) ? html`<h2 id="${list}">${headingOf(list)}</h2>\n${tableOf(list, items)}\n` : [],
  )
  return renderPage({
    path: `${system.name}/upgrade/`,
    title,
    description: 'The data behind every decision about the upgrade, and the rules behind each item.',
    system,
    body: html`<h1>${title}</h1>
<p class="lead">The data behind every decision about the upgrade, and the rules behind each item.</p>
${linkIds(sections)}`,
  })
}

function tableOf(list: string, items: readonly Item[]): Html {
  const columns = [...new Set(items.flatMap((item) => Object.keys(item)))]
  return renderTable(
    headingOf(list),
    columns.map(headingOf),
    items.map((item) => columns.map((column) => (column in item ? render(item[column]) : ''))),
  )
}

function headingOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
}

function render(value: unknown): Html {
  if (Array.isArray(value)) return join(value.map(render), ', ')
  if (typeof value === 'object' && value !== null) return join(Object.values(value).map(render), ' ')
  if (value === '') return html`<em>empty</em>`
  const text = String(value)
  if (/^--[\w-]+$/.test(text)) return html`<code>${text}</code>`
  return html`${text.split(/`([^`]*)`/).map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`
}
