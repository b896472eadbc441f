import { expect, it } from 'vitest'
import { parseYaml } from '../../contract/yaml-file.ts'
import { readCatalogue } from './catalogue.ts'
import { coverageDiagnostics } from './coverage.ts'

const reference = { name: 'house.txt', sha256: '', lines: 20, navigation: '1', facts: { lamps: '3-6,9', rooms: '12' } }

const citing = (name: string, lines: string, document = 'house.txt') =>
  readCatalogue(
    name,
    parseYaml(`specs/${name}/rules.yaml`, `rules: [{id: X, source: {document: ${document}, lines: '${lines}'}}]`),
  )

const uncited = (name: string, ...catalogues: ReturnType<typeof citing>[]) =>
  coverageDiagnostics(name, [reference], catalogues).map(({ file, message }) => `${file} ${message.split(': ')[0]}`)

it('coverageDiagnostics accepts facts that are all cited', () => {
  expect(uncited('lamps', citing('lamps', '3-6,9'))).toEqual([])
})

it('coverageDiagnostics accepts a citation by another catalogue, and more lines than the facts', () => {
  expect(uncited('lamps', citing('lamps', '2-7'), citing('rooms', '9'))).toEqual([])
})

it('coverageDiagnostics reports each run of uncited facts once', () => {
  expect(uncited('lamps', citing('lamps', '5'))).toEqual([
    'specs/lamps/rules.yaml house.txt, lines 3-4',
    'specs/lamps/rules.yaml house.txt, line 6',
    'specs/lamps/rules.yaml house.txt, line 9',
  ])
})

it('coverageDiagnostics does not count lines of another document', () => {
  expect(uncited('rooms', citing('rooms', '12', 'garden.txt'))).toEqual(['specs/rooms/rules.yaml house.txt, line 12'])
})

it('coverageDiagnostics says nothing of an interface without facts', () => {
  expect(uncited('garden')).toEqual([])
})
