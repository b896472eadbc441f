import upgrade from '../../generated/kv-cluster/upgrade.json' with { type: 'json' }
import { escapeHtml, renderPage, renderTable } from './page.ts'

type Item = Readonly<Record<string, unknown>>

/** Everything that `upgrade.yaml` holds: a table a list, a row an item. Nothing is picked, so that nothing can be forgotten. */
export function upgradePage(): string {
  const sections = Object.entries(upgrade as Readonly<Record<string, unknown>>).flatMap(([name, items]) =>
    Array.isArray(items)
      ? [`<h2 id="${name}">${headingOf(name)}</h2>\n<div class="scroll">${tableOf(items)}</div>`]
      : [],
  )
  return renderPage(
    `Upgrade from ${upgrade.from} to ${upgrade.to}`,
    `<body class="wide">
<h1>Upgrade from ${upgrade.from} to ${upgrade.to}</h1>
<p>The data on which <code>contracts kv-upgrade</code> decides, with the rules that each item stands on:
<a href="./">reference of the key-value cluster</a>.</p>
${sections.join('\n')}`,
  )
}

function tableOf(items: readonly Item[]): string {
  const columns = [...new Set(items.flatMap((item) => Object.keys(item)))]
  return renderTable(
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
