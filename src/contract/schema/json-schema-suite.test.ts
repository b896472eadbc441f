import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findSuite } from '../../suites.fixture.ts'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { readDocument } from '../published/read-document.ts'
import { schemasOf } from './schemas.ts'

const suite = findSuite('suites/json-schema')

interface Group {
  description: string
  schema: unknown
  tests: { description: string; data: unknown; valid: boolean }[]
}

const noAdditionalItems = 'OpenAPI 3.0 has no additionalItems'
const noId = 'OpenAPI 3.0 has no id'
const noMetaSchema = 'the meta-schema of draft 4 is about other documents than those of OpenAPI 3.0'

/** Cases that do not pass, by the beginnings of their names, with the reason. */
const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'draft2020-12': {
    'format.json | ': 'formats are asserted: OpenAPI documents mean them so',
    'vocabulary.json | schema that uses custom metaschema with with no validation vocabulary | no validation':
      'vocabularies of others are not read',
  },
  'draft2020-12/optional/format': {},
  draft4: {
    'additionalItems.json | ': noAdditionalItems,
    'items.json | items and subitems | too many': noAdditionalItems,
    'uniqueItems.json | uniqueItems with an array of items and additionalItems=false | extra': noAdditionalItems,
    'uniqueItems.json | uniqueItems=false with an array of items and additionalItems=false | extra': noAdditionalItems,
    'dependencies.json | ': 'OpenAPI 3.0 has no dependencies',
    'definitions.json | validate definition against metaschema | invalid': noMetaSchema,
    'ref.json | remote ref, containing refs itself | remote ref invalid': noMetaSchema,
    'ref.json | $ref prevents a sibling id from changing the base uri | ': noId,
    'ref.json | Recursive references between schemas | invalid tree': noId,
    'ref.json | Location-independent identifier': noId,
    'ref.json | id must be resolved against nearest parent, not just immediate parent | non-number': noId,
    'refRemote.json | base URI change': noId,
    'refRemote.json | root ref in remote ref | ': noId,
    'refRemote.json | Location-independent identifier in remote ref | ': noId,
  },
}

/** The cases of a folder of the suite that a schema of a document does not judge as the suite does. */
async function failuresIn(folder: string, version: string): Promise<string[]> {
  const place = temporaryFolder()
  const failures: string[] = []
  for (const file of readdirSync(join(suite ?? '', 'tests', folder)).filter((name) => name.endsWith('.json')))
    for (const { description, schema, tests } of readJson<Group[]>('tests', folder, file)) {
      const schemas = {
        Tried: schema,
        ...(JSON.stringify(schema).includes('localhost') && remotes(folder.split('/')[0] ?? '')),
      }
      const path = join(place, 'openapi.json')
      writeFileSync(path, JSON.stringify({ openapi: version, info: {}, paths: {}, components: { schemas } }))
      const { accepts } = schemasOf((await readDocument(path)).document)
      for (const { description: name, data, valid } of tests)
        if (accepts({ $ref: '#/components/schemas/Tried' }, data) !== valid)
          failures.push(`${file} | ${description} | ${name}`)
    }
  return failures
}

function readJson<T>(...path: string[]): T {
  return JSON.parse(readFileSync(join(suite ?? '', ...path), 'utf8'))
}

/** The documents of the network that schemas of the suite refer to, as schemas with an `$id`. */
function remotes(draft: string): Record<string, unknown> {
  const files = readdirSync(join(suite ?? '', 'remotes'), { recursive: true, encoding: 'utf8' })
  const own = files.filter(
    (file) => file.endsWith('.json') && (file.startsWith(`${draft}/`) || !/^(draft|v1)/.test(file)),
  )
  return Object.fromEntries(
    own.map((file, index) => {
      const address = `http://localhost:1234/${file}`
      const schema = readJson<{ $id?: string }>('remotes', file)
      const isOther = schema.$id !== undefined && schema.$id !== address
      const found = isOther ? { $ref: schema.$id, $defs: { schema } } : schema
      return [`Remote${index}`, { ...found, $id: address }]
    }),
  )
}

it.runIf(suite).each([
  ['draft2020-12', '3.1.0'],
  ['draft2020-12/optional/format', '3.1.0'],
  ['draft4', '3.0.3'],
])('judges the cases of %s as the suite of JSON Schema does, but for those with a reason', async (folder, version) => {
  const known = Object.keys(exceptions[folder] ?? {})
  const failures = await failuresIn(folder, version)
  expect(failures.filter((name) => !known.some((start) => name.startsWith(start)))).toEqual([])
  expect(known.filter((start) => !failures.some((name) => name.startsWith(start)))).toEqual([])
})
