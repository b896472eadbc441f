import { escapeHtml, renderTable } from '../html.ts'
import { renderPage } from '../layout.ts'
import type { LinkIds } from '../rule-links.ts'
import type { System } from '../site-data.ts'

type Item = Readonly<Record<string, unknown>>

/** Everything that `upgrade.yaml` of a system holds: a table a list, a row an item. Nothing is picked, so that nothing can be forgotten. */
export function upgradePage(system: System, upgrade: Item, linkIds: LinkIds): string {
  const title = `Upgrade from ${upgrade.from} to ${upgrade.to}`
  const sections = Object.entries(upgrade).flatMap(([list, items]) =>
    Array.isArray(items) ? [`<h2 id="${list}">${headingOf(list)}</h2>\n${tableOf(list, items)}`] : [],
  )
  return renderPage({
    path: `${system.name}/upgrade/`,
    title,
    system,
    body: `<h1>${escapeHtml(title)}</h1>
<p class="lead">The data on which the upgrade is decided, with the rules that each item stands on.</p>
${linkIds(sections.join('\n'))}`,
  })
}

function tableOf(list: string, items: readonly Item[]): string {
  const columns = [...new Set(items.flatMap((item) => Object.keys(item)))]
  return renderTable(
    headingOf(list),
    columns.map(headingOf),
    items.map((item) => columns.map((column) => (column in item ? render(item[column]) : ''))),
  )
}

function headingOf(name: string): string {
  return escapeHtml(name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' '))
}

function render(value: unknown): string {
  if (Array.isArray(value)) return value.map(render).join(', ')
  if (typeof value === 'object' && value !== null) return Object.values(value).map(render).join(' ')
  if (value === '') return '<em>empty</em>'
  const text = escapeHtml(String(value)).replace(/`([^`]*)`/g, '<code>$1</code>')
  return /^--[\w-]+$/.test(text) ? `<code>${text}</code>` : text
}
