import { expect, it } from 'vitest'
import upgrade from '../../../generated/kv-cluster/upgrade.json' with { type: 'json' }
import { bundled } from '../../workspace/bundled.ts'
import { loadSiteData } from '../data/site-data.ts'
import { listPages } from '../site.ts'

const pages = new Map(
  listPages(await loadSiteData({ workspace: bundled }), 'folders').map(({ path, render }) => [path, render]),
)
const page = String(await pages.get('kv-cluster/upgrade/')?.())
/** The text of each row of a table, cell by cell. */
const rowsBelow = (heading: string) => {
  const [, section = ''] = page.split(`<h2 id="${heading}">`)
  const [table = ''] = section.split('</table>')
  const textOf = (cell: string) =>
    cell
      .replace(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
  return [...table.matchAll(/<tr>(.*?)<\/tr>/g)].slice(1).map(([, row = '']) => row.split(/<\/t[dh]>/).map(textOf))
}

it('the tables of the upgrade exist for the interface that has them, and are linked from its page', async () => {
  expect([...pages.keys()].filter((path) => path.endsWith('/upgrade/'))).toEqual(['kv-cluster/upgrade/'])
  expect(String(await pages.get('kv-cluster/')?.())).toContain('href="./upgrade/"')
})

const lists = Object.entries(upgrade).flatMap(([name, items]): [string, object[]][] =>
  Array.isArray(items) ? [[name, items]] : [],
)

it.each(lists)('the tables of the upgrade show all of %s, item by item', (name, items) => {
  const rows = rowsBelow(name)
  expect(rows).toHaveLength(items.length)
  items.forEach((item, index) => {
    for (const value of leavesOf(item)) expect(rows[index]?.join('\n')).toContain(value)
  })
})

function leavesOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf)
  return [value === '' ? 'empty' : String(value).replaceAll('`', '')]
}
