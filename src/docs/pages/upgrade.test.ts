import { afterAll, expect, it } from 'vitest'
import upgrade from '../../../generated/kv-cluster/upgrade.json' with { type: 'json' }
import { createDocs } from '../docs.ts'

const docs = createDocs()
afterAll(() => docs.close())
const get = async (path: string) => String((await docs(path, { method: 'GET', headers: {} }))?.body)
const page = await get('/docs/kv-cluster/upgrade/')
/** The text of each row of a table, cell by cell. */
const rowsBelow = (heading: string) => {
  const [, section = ''] = page.split(`<h2 id="${heading}">`)
  const [table = ''] = section.split('</table>')
  return [...table.matchAll(/<tr>(.*?)<\/tr>/g)]
    .slice(1)
    .map(([, row = '']) =>
      row
        .split(/<\/t[dh]>/)
        .map((cell) =>
          cell.replace(/<[^>]*>/g, '').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
        ),
    )
}

it('the tables of the upgrade are linked from the pages of the system', async () => {
  expect(await get('/docs/kv-cluster/')).toContain('href="../kv-cluster/upgrade/"')
})

it('the tables of the upgrade exist only for an interface that has them', async () => {
  for (const path of ['/docs/orders/upgrade/', '/docs/../kv-cluster/upgrade/'])
    expect(await docs(path, { method: 'GET', headers: {} })).toMatchObject({ status: 404 })
  expect(await get('/docs/orders/')).not.toContain('upgrade/"')
})

it('the tables of the upgrade name both versions', () => {
  expect(page).toContain('<title>Upgrade from 3.5 to 3.6 – rulebound</title>')
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

it('the tables of the upgrade show where a flag goes, and why', () => {
  expect(rowsBelow('flags_renamed').map(([flag, becomes]) => [flag, becomes])).toContainEqual([
    '--experimental-max-learners',
    '--max-learners',
  ])
  expect(rowsBelow('flags_removed')[0]).toEqual(['--enable-v2', 'KVC-070', ''])
})

function leavesOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf)
  return [value === '' ? 'empty' : String(value).replaceAll('`', '')]
}
