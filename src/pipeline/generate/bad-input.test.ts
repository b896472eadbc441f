import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { UserError } from '../../user-error.ts'
import type { Edit } from '../lint/sample.fixture.ts'
import { generate } from './generate.ts'
import { edit, sampleOfTwo, sampleRepository } from './repository.fixture.ts'

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

/** What the generator prints after these edits of the sample. */
const broken: Record<string, [printed: string, ...edits: Edit[]]> = {
  'a $ref to a file that is not there': [
    'specs/lamps/paths/lamps_{lampId}.yaml:15:26  `$ref: ../schemas/Lmp.yaml` names no file. Did you mean ../schemas/Lamp.yaml?',
    [path, '../schemas/Lamp.yaml', '../schemas/Lmp.yaml'],
  ],
  'a $ref to a folder': [
    'specs/lamps/paths/lamps_{lampId}.yaml:15:26  `$ref: ../schemas` names no file. Write the file, or mend the path.',
    [path, '../schemas/Lamp.yaml', '../schemas'],
  ],
  'a YAML syntax error in the root document': [
    'specs/lamps/openapi.yaml:2:1  YAML: Tabs are not allowed as indentation',
    ['openapi.yaml', 'info:\n', '\tinfo:\n'],
  ],
  'a YAML syntax error in a file that two others refer to': [
    'specs/lamps/schemas/Lamp.yaml:5:1  YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
    ['schemas/Lamp.yaml', 'required: [id, lit]', 'required: [id, lit'],
  ],
  'a repeated key': [
    'specs/lamps/schemas/Lamp.yaml:2:1  Key `type` stands twice in this mapping; remove one.',
    ['schemas/Lamp.yaml', 'type: object', 'type: object\ntype: object'],
  ],
  'a YAML syntax error in the rules': [
    'specs/lamps/rules.yaml:1:9  YAML: Nested mappings are not allowed in compact mappings',
    ['rules.yaml', 'prefix: LAMP', 'prefix: LAMP: x'],
  ],
  'rules that are not a mapping': [
    'specs/lamps/rules.yaml:1:1  The file must hold a mapping, `key: value`; it holds none.',
    ['rules.yaml', '', '- LAMP-001'],
  ],
  'an empty document': [
    'specs/lamps/openapi.yaml:1:1  The file must hold a mapping, `key: value`; it holds none.',
    ['openapi.yaml', '', ''],
  ],
  'a document of another kind': [
    'specs/lamps/openapi.yaml  Unsupported AsyncAPI version: 1.0.0',
    ['openapi.yaml', 'openapi: 3.1.0', 'asyncapi: 1.0.0'],
  ],
  'a document without paths': [
    'specs/lamps/openapi.yaml:1:1  `paths` must be a mapping',
    ['openapi.yaml', "paths:\n  /lamps/{lampId}: {$ref: 'paths/lamps_{lampId}.yaml'}", ''],
  ],
  'a document without a title': [
    'specs/lamps/openapi.yaml:3:3  `info` needs a `title`',
    ['openapi.yaml', '  title: Lamp API\n', ''],
  ],
  'a document without servers': [
    'specs/lamps/openapi.yaml:1:1  the first server must be http://127.0.0.1:4010/<interface>…: the mock serves it there',
    [
      'openapi.yaml',
      'servers:\n  - url: http://127.0.0.1:4010/lamps/api\n    description: The mock of this repository.\n',
      '',
    ],
  ],
  'a first server that is not the mock': [
    'specs/lamps/openapi.yaml:8:3  the first server must be http://127.0.0.1:4010/<interface>…: the mock serves it there',
    ['openapi.yaml', 'http://127.0.0.1:4010/lamps/api', "'{base_url}/api'"],
  ],
  'a path segment that is part fixed, part parameter': [
    'specs/lamps/openapi.yaml:16:25  path /lamps/{lampId}.json: the mock cannot match the segment `{lampId}.json`, which must be fixed or one whole parameter',
    ['openapi.yaml', '/lamps/{lampId}:', '/lamps/{lampId}.json:'],
  ],
  'an operation without an operationId': [
    'specs/lamps/paths/lamps_{lampId}.yaml:4:3  get /lamps/{lampId} needs an `operationId`',
    [path, '  operationId: getLamp\n', ''],
  ],
  'an operationId that is used twice': [
    'specs/lamps/paths/lamps_{lampId}.yaml:20:3  operationId getLamp is used twice',
    [path, 'operationId: replaceLamp', 'operationId: getLamp'],
  ],
  'a pattern that AJV cannot compile': [
    'specs/lamps/schemas/Lamp.yaml:6:7  AJV cannot compile a schema of getLamp, response 200 application/json: Invalid regular expression: /(?i)hall/u: Invalid group',
    ['schemas/Lamp.yaml', 'id: {type: string,', "id: {type: string, pattern: '(?i)hall',"],
  ],
  'a parameter with a type that there is not': [
    'specs/lamps/parameters/LampId.yaml:5:9  AJV cannot compile a schema of getLamp, path parameter lampId: schema is invalid: data/type must be equal to one of the allowed values, data/type must be array, data/type must match a schema in anyOf',
    ['parameters/LampId.yaml', 'type: string', 'type: strng'],
  ],
}

it.for(Object.entries(broken))('%s', async ([, [printed, ...edits]]) => {
  expect(await messageOf(await sampleRepository(...edits))).toBe(printed)
})

it('tells the faults of every interface in one run', async () => {
  const base = await sampleOfTwo(['schemas/Lamp.yaml', 'Shade.yaml', 'Shape.yaml'])
  expect((await messageOf(base)).split('\n')).toEqual([
    'specs/lamps/schemas/Lamp.yaml:8:17  `$ref: Shape.yaml` names no file. Did you mean Shade.yaml?',
    'specs/desks/schemas/Lamp.yaml:8:17  `$ref: Shape.yaml` names no file. Did you mean Shade.yaml?',
  ])
})

it('a $ref into another interface', async () => {
  const base = await sampleOfTwo()
  await edit(base, 'specs/desks/schemas/Lamp.yaml', 'Shade.yaml', '../../lamps/schemas/Shade.yaml')
  expect(await messageOf(base)).toBe(
    'specs/desks/schemas/Lamp.yaml:8:17  specs/lamps/schemas/Shade.yaml is neither of specs/desks nor of specs/shared: an interface stands alone',
  )
})

it('an interface that is not there', async () => {
  expect(await messageOf(await sampleOfTwo(), ['lumps'])).toBe("unknown interface 'lumps'; did you mean 'lamps'?")
})

it('a document that redocly.yaml names and that is not there', async () => {
  const base = await sampleOfTwo()
  await rm(join(base, 'specs/desks/openapi.yaml'))
  expect(await messageOf(base)).toMatch(
    /^redocly\.yaml:\d+:11 {2}there is no specs\/desks\/openapi\.yaml; write it, or remove the entry$/,
  )
})

it('redocly.yaml is missing', async () => {
  const base = await sampleRepository()
  await rm(join(base, 'redocly.yaml'))
  expect(await messageOf(base)).toBe('redocly.yaml is missing: it names the interfaces and their documents')
})

it.for([
  [
    'is not YAML',
    'apis: [',
    'redocly.yaml:1:8  YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
  ],
  [
    'has an entry without a root',
    'apis:\n  lamps: {}',
    'redocly.yaml:2:10  lamps needs `root`: the path of its OpenAPI document',
  ],
])('redocly.yaml %s', async ([, text = '', message]) => {
  const base = await sampleRepository()
  await writeFile(join(base, 'redocly.yaml'), text)
  expect(await messageOf(base)).toBe(message)
})
