import { type Html, html, join } from '../../html.ts'
import type { System } from '../data/system.ts'
import { renderPage, renderTable } from '../layout.ts'
import type { PageContext } from '../page.ts'

type Item = Readonly<Record<string, unknown>>

/** Renders the whole `upgrade.yaml` of a system: a table for each list, a row for each item, so that nothing is left out. */
export function upgradePage(system: System, upgrade: Item, page: PageContext): string {
  const title = `Upgrade from ${upgrade.from} to ${upgrade.to}`
  const sections = Object.entries(upgrade).flatMap(([list, items]) =>
    Array.isArray(items) ? html`<h2 id="${list}">${headingOf(list)}</h2>\n${tableOf(list, items, page)}\n` : [],
  )
  return renderPage(page, {
    title,
    description: 'The data behind every decision about the upgrade, and the rules behind each item.',
    system,
    body: html`<h1>${title}</h1>
<p class="lead">The data behind every decision about the upgrade, and the rules behind each item.</p>
${sections}`,
  })
}

function tableOf(list: string, items: readonly Item[], page: PageContext): Html {
  const columns = [...new Set(items.flatMap((item) => Object.keys(item)))]
  return renderTable(
    headingOf(list),
    columns.map(headingOf),
    items.map((item) => columns.map((column) => (column in item ? render(item[column], page) : ''))),
  )
}

function headingOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
}

function render(value: unknown, page: PageContext): Html {
  if (Array.isArray(value))
    return join(
      value.map((one) => render(one, page)),
      ', ',
    )
  if (typeof value === 'object' && value !== null)
    return join(
      Object.values(value).map((one) => render(one, page)),
      ' ',
    )
  if (value === '') return html`<em>empty</em>`
  const text = String(value)
  if (/^--[\w-]+$/.test(text)) return html`<code>${text}</code>`
  return html`${text.split(/`([^`]*)`/).map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : page.linkIds(part)))}`
}
