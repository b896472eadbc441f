import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { bundled } from '../../workspace/bundled.ts'
import { root } from '../../workspace/root.ts'
import { sampleLinks } from './sample-report.fixture.ts'
import { cataloguesOf, createSourceLinks, loadCatalogue } from './source-links.ts'

const load = cataloguesOf(bundled)

it.each(bundled.interfaces)('finds every rule and gap of $name on its line', (one) => {
  const { file, entries } = loadCatalogue(one)
  const lines = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8').split('\n')
  expect(entries.size).toBe(lines.filter((line) => /^ +- id: /.test(line)).length)
  for (const [id, { line }] of entries) expect(lines[line - 1]).toMatch(new RegExp(`^ +- id: ${id}$`))
})

it('leads to the documentation and the source of a rule', () => {
  const { docs } = createSourceLinks({ docs: 'http://127.0.0.1:4010/', sources: undefined, load })
  expect(docs('orders', 'ORD-012')).toBe('http://127.0.0.1:4010/docs/orders/rules/#ORD-012')
  expect(sampleLinks.source('lamps', 'LMP-002')).toEqual({
    file: 'specs/lamps/rules.yaml',
    line: 6,
    url: 'https://git.example/specs/lamps/rules.yaml#L6',
    shown: 'specs/lamps/rules.yaml:6',
  })
  expect(sampleLinks.source('lamps', 'LMP-999')).toBeUndefined()
  expect(sampleLinks.statement('lamps', 'LMP-G01')).toBe('The code of a refusal is not shown.')
})

it.each([
  ['the package in a project', dirname(root), undefined, /^[^/]+\/specs\/orders\/rules\.yaml:\d+$/],
  [
    'another folder',
    '/elsewhere/job',
    'https://git.example/',
    /^https:\/\/git\.example\/specs\/orders\/rules\.yaml#L\d+$/,
  ],
  ['another folder, where nothing is published', '/elsewhere/job', undefined, /^undefined$/],
])('shows a source that readers in %s can open', (_, from, sources, shown) => {
  expect(`${createSourceLinks({ sources, from, load }).source('orders', 'ORD-012')?.shown}`).toMatch(shown)
})
