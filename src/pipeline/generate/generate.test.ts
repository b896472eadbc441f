import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startProcess } from '../../start-process.fixture.ts'
import { folderWith, temporaryFolder } from '../../temporary-folder.fixture.ts'
import { UserError } from '../../user-error.ts'
import type { Edit } from '../lint/sample.fixture.ts'
import { generate } from './generate.ts'
import { edit, sampleOfTwo, sampleRepository } from './repository.fixture.ts'
import { readTree, updateTree } from './tree.ts'

const check = async (base: string) => Object.fromEntries(await generate(base, [], { check: true }))

async function generatedSample(): Promise<string> {
  const base = await sampleRepository()
  await generate(base)
  return base
}

it('writes bundle, types and tables of an interface, each under a banner, and the summary', async () => {
  const tree = readTree(join(await generatedSample(), 'generated'))
  expect([...tree.keys()].filter((file) => !file.includes('/runtime/')).sort()).toEqual([
    'interfaces.json',
    'lamps/client.ts',
    'lamps/openapi-3.0.yaml',
    'lamps/openapi.json',
    'lamps/openapi.yaml',
    'lamps/rules.json',
    'lamps/types.ts',
    'lamps/upgrade.json',
    'operations.ts',
  ])
  for (const text of tree.values()) {
    expect(text.slice(0, 200)).toMatch(/Generated from \S+.* by `npm run generate`\. Do not edit/)
  }
  expect(JSON.parse(tree.get('interfaces.json') ?? '').interfaces).toEqual([
    { name: 'lamps', prefix: 'lamps', title: 'Lamp API', mounts: ['/api'] },
  ])
})

it('int64 is what was chosen, also where a later run does not say it', async () => {
  const Pet = { type: 'integer', format: 'int64' }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: {},
    components: { schemas: { Pet } },
  }
  const base = `${folderWith({ 'pets.json': JSON.stringify(document) })}/`
  const words = [join(base, 'pets.json')]
  const typeOf = () => /Pet: (\w+);/.exec(readTree(join(base, 'generated')).get('pets/types.ts') ?? '')?.[1]
  await generate(base, words)
  expect(typeOf()).toBe('number')
  await generate(base, words, { int64: 'bigint' })
  expect(typeOf()).toBe('bigint')
  expect((await generate(base, words, { check: true })).size).toBe(0)
  await generate(base, words)
  expect(typeOf()).toBe('bigint')
  expect([...(await generate(base, words, { check: true, int64: 'string' })).keys()]).toContain('pets/types.ts')
  await generate(base, words, { int64: 'number' })
  expect(typeOf()).toBe('number')
})

it('gives the same bytes wherever the repository lies, and whether made in one go or one after the other', async () => {
  const [one, other] = [await sampleOfTwo(), await sampleOfTwo()]
  await generate(one)
  expect([...(await generate(other, ['desks'])).keys()]).not.toContain('lamps/types.ts')
  await generate(other, ['lamps'])
  expect(readTree(join(other, 'generated'))).toEqual(readTree(join(one, 'generated')))
})

it('finds a fresh tree in order, whatever a checkout did to line ends and permissions', async () => {
  const base = await generatedSample()
  const file = join(base, 'generated/lamps/openapi.yaml')
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('\n', '\r\n'))
  await chmod(file, 0o755)
  expect(await check(base)).toEqual({})
})

it('finds each file that is not what the sources give, and writes only those', async () => {
  const base = await generatedSample()
  const timeOf = (file: string) => statSync(join(base, 'generated/lamps', file)).mtimeMs
  const before = timeOf('openapi.yaml')
  await edit(base, 'generated/lamps/types.ts', 'getLamp', 'getLump')
  await edit(base, 'specs/lamps/rules.yaml', 'is read by', 'is found by')
  await rm(join(base, 'generated/interfaces.json'))
  await mkdir(join(base, 'generated/desks'))
  await writeFile(join(base, 'generated/desks/types.ts'), '')
  const expected = {
    'desks/types.ts': 'orphaned',
    'interfaces.json': 'missing',
    'lamps/rules.json': 'stale',
    'lamps/types.ts': 'stale',
  }
  expect(await check(base)).toEqual(expected)
  expect(Object.fromEntries(await generate(base))).toEqual(expected)
  expect(await check(base)).toEqual({})
  expect(timeOf('openapi.yaml')).toBe(before)
  expect(existsSync(join(base, 'generated/desks'))).toBe(false)
})

it('leaves whole files when it is killed', async () => {
  const folder = temporaryFolder()
  const contents = ['old ', 'next '].map((text) => text.repeat(500_000))
  const program = `
    import { updateTree } from ${JSON.stringify(new URL('tree.ts', import.meta.url))}
    for (let turn = 0; ; turn++) {
      updateTree(${JSON.stringify(folder)}, new Map([['file', ['old ', 'next '][turn % 2].repeat(500_000)]]), new Map(), false)
      console.log('written')
    }`
  const { says, end } = startProcess([process.execPath, '--input-type=module', '--eval', program])
  await says(/(written\n){5}/)
  await end('SIGKILL')
  expect(contents).toContain(readTree(folder).get('file'))
})

it('says why it cannot write', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'file'))
  expect(() => updateTree(folder, new Map([['file', '']]), new Map(), false)).toThrow(
    /^generated\/ cannot be written: EISDIR/,
  )
})

async function messageOf(base: string, names: string[] = []): Promise<string> {
  const error = await generate(base, names).then(
    () => new Error('it was generated'),
    (error: Error) => error,
  )
  expect(error).toBeInstanceOf(UserError)
  expect(existsSync(join(base, 'generated'))).toBe(false)
  return error.message
}

const path = 'paths/lamps_{lampId}.yaml'

/** What the generator prints after these edits of the sample. The lint, whose test has more faults, finds the place. */
const broken: Record<string, [printed: string, ...edits: Edit[]]> = {
  'a $ref to a file that is not there': [
    'specs/lamps/paths/lamps_{lampId}.yaml:15:26  `$ref: ../schemas/Lmp.yaml` names no file. Did you mean ../schemas/Lamp.yaml?',
    [path, '../schemas/Lamp.yaml', '../schemas/Lmp.yaml'],
  ],
  'a YAML syntax error in the rules': [
    'specs/lamps/rules.yaml:1:9  YAML: Nested mappings are not allowed in compact mappings',
    ['rules.yaml', 'prefix: LAMP', 'prefix: LAMP: x'],
  ],
  'an operation without an operationId': [
    'specs/lamps/paths/lamps_{lampId}.yaml:3:1  Operation object should contain `operationId` field.',
    [path, '  operationId: getLamp\n', ''],
  ],
  'an operationId that is used twice': [
    'specs/lamps/paths/lamps_{lampId}.yaml:20:3  Every operation must have a unique `operationId`.',
    [path, 'operationId: replaceLamp', 'operationId: getLamp'],
  ],
  'a document without servers': [
    'specs/lamps/openapi.yaml:1:1  Servers must be present.',
    [
      'openapi.yaml',
      'servers:\n  - url: http://127.0.0.1:4010/lamps/api\n    description: The mock of this repository.\n',
      '',
    ],
  ],
  'a pattern that JavaScript cannot compile': [
    'specs/lamps/schemas/Lamp.yaml:6:31  Pattern is not plain ECMAScript; write it without flags, as `[Aa]bc` for `(?i)abc`.',
    ['schemas/Lamp.yaml', 'id: {type: string,', "id: {type: string, pattern: '(?i)hall',"],
  ],
}

it.for(Object.entries(broken))('refuses %s, and writes nothing', async ([, [printed, ...edits]]) => {
  expect(await messageOf(await sampleRepository(...edits))).toBe(printed)
})

it('tells the faults of every interface in one run, and puts nothing in place', async () => {
  const base = await sampleOfTwo()
  for (const name of ['desks', 'lamps']) await edit(base, `specs/${name}/schemas/Lamp.yaml`, 'Shade.yaml', 'Shape.yaml')
  const message = await messageOf(base)
  for (const name of ['desks', 'lamps'])
    expect(message).toContain(
      `specs/${name}/schemas/Lamp.yaml:8:17  \`$ref: Shape.yaml\` names no file. Did you mean Shade.yaml?`,
    )
})

it.for([
  ['an interface that is not there', '', ['lumps'], "unknown interface 'lumps'; did you mean 'lamps'?"],
  [
    'an entry whose document is not there',
    'apis:\n  lamps: {root: specs/desks.yaml}\n',
    [],
    'redocly.yaml:2:17  there is no specs/desks.yaml; write it, or remove the entry',
  ],
  [
    'a redocly.yaml that is not YAML',
    'apis: [',
    [],
    'redocly.yaml:1:8  YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
  ],
  [
    'an entry without a root',
    'apis:\n  lamps: {}',
    [],
    'redocly.yaml:2:10  lamps needs `root`: the path of its OpenAPI document',
  ],
] as const)('refuses %s', async ([, text, names, message]) => {
  const base = await sampleRepository()
  if (text !== '') writeFileSync(join(base, 'redocly.yaml'), text)
  expect(await messageOf(base, [...names])).toBe(message)
})
