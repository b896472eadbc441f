import { existsSync, readFileSync } from 'node:fs'
import { escapeHtml, renderPage, renderTable } from './page.ts'

type Item = Readonly<Record<string, unknown>>

/** Whether an interface has an upgrade as data beside its document. */
export function hasUpgrade(name: string): boolean {
  return existsSync(fileOf(name))
}

/** Everything that `upgrade.yaml` of an interface holds: a table a list, a row an item. Nothing is picked, so that nothing can be forgotten. */
export function upgradePage(name: string): string {
  const upgrade = JSON.parse(readFileSync(fileOf(name), 'utf8')) as Item
  const title = escapeHtml(`Upgrade from ${upgrade.from} to ${upgrade.to}`)
  const sections = Object.entries(upgrade).flatMap(([list, items]) =>
    Array.isArray(items)
      ? [`<h2 id="${list}">${headingOf(list)}</h2>\n<div class="scroll">${tableOf(items)}</div>`]
      : [],
  )
  return renderPage(
    title,
    `<body class="wide">
<h1>${title}</h1>
<p>The data on which the upgrade is decided, with the rules that each item stands on: <a href="./">reference of ${escapeHtml(name)}</a>.</p>
${sections.join('\n')}`,
  )
}

function fileOf(name: string): URL {
  return new URL(`../../generated/${name}/upgrade.json`, import.meta.url)
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
