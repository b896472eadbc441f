import { expect, it } from 'vitest'
import { readSpecFolder } from '../specs/spec-folder.ts'
import { fileNameDiagnostics, orphanDiagnostics, referenceDiagnostics, sharedOrphanDiagnostics } from './layout.ts'
import { type Edit, sampleWith } from './sample.fixture.ts'

const folderWith = async (...edits: Edit[]) => readSpecFolder(await sampleWith(...edits), 'lamps')

it('referenceDiagnostics accepts the sample, where a JSON Schema beside the document refers within itself', async () => {
  const schema = "{$ref: '#/$defs/step', $defs: {step: {}}}\n"
  expect(referenceDiagnostics(await folderWith(['upgrade.schema.yaml', '', schema]))).toEqual([])
})

it.each([
  [
    "'#/components/schemas/Lamp'",
    '`$ref: #/components/schemas/Lamp` must name a whole file, by its path from this one.',
  ],
  [
    "'Lamp.yaml#/properties/lit'",
    '`$ref: Lamp.yaml#/properties/lit` must name a whole file, by its path from this one.',
  ],
  [
    'https://lamps.example/Lamp.yaml',
    '`$ref: https://lamps.example/Lamp.yaml` must name a whole file, by its path from this one.',
  ],
  ['Shde.yaml', '`$ref: Shde.yaml` names no file. Did you mean Shade.yaml?'],
  ['Candle.yaml', '`$ref: Candle.yaml` names no file. Write the file, or mend the path.'],
  ['../schemas', '`$ref: ../schemas` names no file. Write the file, or mend the path.'],
])('referenceDiagnostics rejects %s', async (ref, message) => {
  const diagnostics = referenceDiagnostics(await folderWith(['schemas/Lamp.yaml', 'Shade.yaml', ref]))
  expect(diagnostics).toEqual([
    {
      file: 'specs/lamps/schemas/Lamp.yaml',
      line: 8,
      column: 17,
      severity: 'error',
      rule: 'file-reference',
      message,
    },
  ])
})

const orphans = async (...edits: Edit[]) => orphanDiagnostics(await folderWith(...edits)).map(({ file }) => file)

it('orphanDiagnostics accepts files that are reached through others', async () => {
  expect(await orphans()).toEqual([])
})

it('orphanDiagnostics finds orphans that refer to one another', async () => {
  expect(
    await orphans(['schemas/A.yaml', '', 'items: {$ref: B.yaml}\n'], ['schemas/B.yaml', '', 'items: {$ref: A.yaml}\n']),
  ).toEqual(['specs/lamps/schemas/A.yaml', 'specs/lamps/schemas/B.yaml'])
})

it('orphanDiagnostics finds a file in a folder of no known kind', async () => {
  expect(await orphans(['errors/NotFound.yaml', '', 'description: Unused.\n'])).toEqual([
    'specs/lamps/errors/NotFound.yaml',
  ])
})

it('sharedOrphanDiagnostics counts every interface', async () => {
  const root = await sampleWith(
    ['schemas/Lamp.yaml', 'Shade.yaml', '../../shared/schemas/Used.yaml'],
    ['../shared/schemas/Used.yaml', '', 'type: object\n'],
    ['../shared/schemas/Unused.yaml', '', 'type: object\n'],
  )
  const diagnostics = sharedOrphanDiagnostics(await readSpecFolder(root, 'shared'), [
    await readSpecFolder(root, 'lamps'),
  ])
  expect(diagnostics.map(({ file }) => file)).toEqual(['specs/shared/schemas/Unused.yaml'])
})

const badNames = async (...names: string[]) =>
  fileNameDiagnostics(await folderWith(...names.map((name): Edit => [name, '', 'type: object\n']))).map(
    ({ file, message }) => `${file} ${message}`,
  )

it('fileNameDiagnostics accepts names of components, and leaves paths to the rule path-file-name', async () => {
  expect(await badNames('schemas/Lamp2.yaml', 'examples/lamp-2.yaml', 'paths/lamps_by_room.yaml')).toEqual([])
})

it('fileNameDiagnostics rejects names of another case or ending', async () => {
  const message = "The file name is the component's name:"
  expect(
    await badNames('schemas/lamp.yaml', 'parameters/lamp-id.yaml', 'responses/Gone.yml', 'examples/Lit.yaml'),
  ).toEqual([
    `specs/lamps/examples/Lit.yaml ${message} kebab-case, ending in .yaml.`,
    `specs/lamps/parameters/lamp-id.yaml ${message} PascalCase, ending in .yaml.`,
    `specs/lamps/responses/Gone.yml ${message} PascalCase, ending in .yaml.`,
    `specs/lamps/schemas/lamp.yaml ${message} PascalCase, ending in .yaml.`,
  ])
})
