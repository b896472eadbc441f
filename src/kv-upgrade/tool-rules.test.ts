import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const here = fileURLToPath(new URL('.', import.meta.url))
const catalogue = readFileSync(new URL('../../specs/kv-cluster/rules.yaml', import.meta.url), 'utf8')

it('every tool rule of the cluster is named in the title of a test here', () => {
  const { rules } = parse(catalogue) as { rules: { id: string; kind: string }[] }
  const titles = globSync('**/*.test.ts', { cwd: here }).flatMap((file) => {
    const source = readFileSync(`${here}/${file}`, 'utf8')
    return [...source.matchAll(/(?:\bit\(|^\s*\[)\s*(['`])(KVC-.*?)\1/gms)].map(([, , title = '']) => title)
  })
  const named = new Set(titles.flatMap(rulesOf))
  const tool = rules.filter(({ kind }) => kind === 'tool').map(({ id }) => id)
  expect(tool.length).toBeGreaterThan(80)
  expect(tool.filter((id) => !named.has(id))).toEqual([])
})

/** `KVC-070 to KVC-077: …` names eight. */
function rulesOf(title: string): string[] {
  const [ids = ''] = title.split(':')
  return ids.split(', ').flatMap((part) => {
    const [first = 0, last = first] = [...part.matchAll(/KVC-(\d{3})/g)].map(([, number]) => Number(number))
    return Array.from({ length: last - first + 1 }, (_, index) => `KVC-${String(first + index).padStart(3, '0')}`)
  })
}
