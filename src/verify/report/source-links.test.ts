import { readFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { expect, it, vi } from 'vitest'
import { bundled } from '../../workspace/bundled.ts'
import { root } from '../../workspace/root.ts'
import { sampleLinks } from './sample-report.fixture.ts'
import { createSourceLinks, loadCatalogue } from './source-links.ts'

const load = (name: string) => loadCatalogue(bundled.find(name))

it.each(bundled.interfaces)('finds every rule and gap of $name on its line', (one) => {
  const entries = loadCatalogue(one)
  const lines = readFileSync(one.catalogue, 'utf8').split('\n')
  expect(entries.size).toBe(lines.filter((line) => /^ +- id: /.test(line)).length)
  for (const [id, { line }] of entries) expect(lines[line - 1]).toMatch(new RegExp(`^ +- id: ${id}$`))
})

it('leads to the documentation and the source of a rule', () => {
  const { docs } = createSourceLinks({ docs: 'http://127.0.0.1:4010/', load })
  expect(docs('orders', 'ORD-012')).toBe('http://127.0.0.1:4010/docs/orders/rules/#ORD-012')
  expect(sampleLinks.source('lamps', 'LMP-002')).toMatchObject({ file: 'specs/lamps/rules.yaml', line: 6 })
  expect(sampleLinks.source('lamps', 'LMP-999')).toBeUndefined()
  expect(sampleLinks.source('lamps', 'LMP-G01')?.statement).toBe('The code of a refusal is not shown.')
})

it.each([
  ['the project that has the package', dirname(root), `${relative(dirname(root), root)}/specs/orders/rules.yaml`],
  ['another folder', '/elsewhere/job', 'specs/orders/rules.yaml'],
])('names a source so that readers in %s find it', (_, from, file) => {
  vi.spyOn(process, 'cwd').mockReturnValue(from)
  expect(createSourceLinks({ load }).source('orders', 'ORD-012')?.file).toBe(file)
  vi.restoreAllMocks()
})
