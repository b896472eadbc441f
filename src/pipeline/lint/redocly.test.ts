import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listFindings } from '../../report/finding.ts'
import { folderWith, temporaryFolder } from '../../temporary-folder.fixture.ts'
import { minimalFindings, redoclyFindings } from './redocly.ts'

const document = (members: string) => `openapi: 3.1.0
info: {title: Lamps, version: 1.0.0}
servers: [{url: https://lamps.example}]
security: []
paths:
  /lamps:
    get:
      operationId: listLamps
      summary: All lamps
      responses:
        '200':
          description: All.
          content:
            application/json:
              ${members}
`

describe('minimalFindings', () => {
  const lint = async (text: string) => {
    const file = join(temporaryFolder(), 'lamps.yaml')
    writeFileSync(file, text)
    return listFindings(await minimalFindings(file)).replaceAll(/^.*lamps\.yaml:/gm, '')
  }
  const media = '/paths/~1lamps/get/responses/200/content/application~1json'

  it.each([
    ['a sound document', 'schema: {type: string}', ''],
    [
      'a description that says more than its schema',
      'schema: {properties: {watts: {type: integer, description: Max 60.}}}',
      `15:73 ${media}/schema/properties/watts/description  warning  rulebound/prose-agrees  The description says "Max 60", and the property has no \`maximum\`; add \`maximum: 60\`.`,
    ],
    [
      'a member that OpenAPI does not have',
      'shema: {}',
      `15:15 ${media}/shema  error  struct  Property \`shema\` is not expected here. Did you mean schema?`,
    ],
    [
      'a reference to the network, which is not followed',
      'schema: {$ref: http://127.0.0.1:9/x.yaml}',
      `15:15 ${media}/schema  warning  no-unresolved-refs  the reference http://127.0.0.1:9/x.yaml is not followed: nothing is fetched from the network`,
    ],
    ['a `$ref` in data, which is no reference', 'example: {$ref: /etc/passwd}', ''],
    [
      'a device flow of OpenAPI 3.2, at which Redocly throws',
      'schema: {type: string}\ncomponents: {securitySchemes: {k: {type: oauth2, flows: {deviceAuthorization: {deviceAuthorizationUrl: /d, tokenUrl: /t, scopes: {}}}}}}',
      `16:58 /components/securitySchemes/k/flows/deviceAuthorization  error  struct  Property \`deviceAuthorization\` is not expected here.
16:32 /components/securitySchemes/k  warning  no-unused-components  Security scheme: "k" is never used.`,
    ],
    [
      'an example with other members',
      'schema: {properties: {rows: {type: array, items: {properties: {id: {type: string}}, required: [id]}}}, required: [rows]}\n              example: {rows: [{id: a}, {$ref: b, id: c}, {}]}',
      `16:59 ${media}/example/rows/2  warning  no-invalid-media-type-examples  Example value must conform to the schema: \`2\` property must have required property 'id'.`,
    ],
    [
      'a reference that leads to itself',
      'schema: {$ref: "#/components/schemas/A"}\ncomponents: {schemas: {A: {$ref: "#/components/schemas/A"}}}',
      `15:15 ${media}/schema  error  no-unresolved-refs  the reference #/components/schemas/A leads in a circle\n16:24 /components/schemas/A  error  no-unresolved-refs  the reference #/components/schemas/A leads in a circle`,
    ],
    [
      'a mapping of a discriminator to the network',
      'schema: {discriminator: {propertyName: kind, mapping: {lamp: http://127.0.0.1:9/x.yaml}}}',
      `15:70 ${media}/schema/discriminator/mapping/lamp  warning  no-unresolved-refs  the reference http://127.0.0.1:9/x.yaml is not followed: nothing is fetched from the network`,
    ],
    [
      'a pattern that takes days for an example',
      `schema: {type: string, pattern: ^(a+)+$}\n              example: ${'a'.repeat(40)}!`,
      '',
    ],
  ])('says where %s is wrong', async (_, members, lines) => {
    expect(await lint(document(members))).toBe(lines)
  })

  it('follows names with percent-encodings, and places faults in the files', async () => {
    const folder = folderWith({
      'api/openapi.yaml': document('schema: {$ref: "../models/a%20b.yaml#/It"}'),
      'models/a b.yaml': 'It: {type: interger}\n',
    })
    const found = await minimalFindings(join(folder, 'api/openapi.yaml'), { allowFiles: [folder] })
    expect(found.map(({ id, place }) => `${basename(place?.file ?? '')}:${place?.line} ${id}`)).toEqual([
      'a b.yaml:1 struct',
    ])
  })

  it('takes no other file for a document', async () => {
    await expect(lint('swagger: 1')).rejects.toThrow(/lamps\.yaml:1:1 \/ {2}it is not an OpenAPI document/)
  })
})

it.each([
  ['warns of a description that says more than its schema', 'rules: {}', ['rulebound/prose-agrees']],
  ['lets the configuration of a repository turn that off', "rules: {'rulebound/prose-agrees': off}", []],
])('%s', async (_, rules, found) => {
  const root = temporaryFolder()
  writeFileSync(join(root, 'redocly.yaml'), `apis: {lamps: {root: lamps.yaml}}\n${rules}\n`)
  writeFileSync(
    join(root, 'lamps.yaml'),
    document('schema: {properties: {watts: {type: integer, description: Max 60.}}}'),
  )
  expect((await redoclyFindings(root, 'lamps', 'lamps.yaml')).map(({ id }) => id)).toEqual(found)
})
