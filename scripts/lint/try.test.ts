import { rm } from 'node:fs/promises'
import { it } from 'vitest'
import { lintAll, lintInterface } from './lint.ts'
import { report } from './problem.ts'
import { type Edit, sampleWith } from './sample.ts'
import { readWorkspace } from './workspace.ts'

const P = 'paths/lamps_{lampId}.yaml'
const cases: Record<string, Edit[]> = {
  sound: [],
  empty: [['openapi.yaml', '', '']],
  emptypath: [[P, '', '']],
  listdoc: [['openapi.yaml', '', '- a\n']],
  noversion: [['openapi.yaml', 'openapi: 3.1.0\n', '']],
  swagger: [['openapi.yaml', 'openapi: 3.1.0', 'swagger: "2.0"']],
  syntax: [[P, 'get:\n', 'get: [\n']],
  tab: [[P, 'get:\n', '\tget:\n']],
  dup: [['rules.yaml', '    kind: client', '    kind: client\n    kind: client']],
  dupflow: [['schemas/Lamp.yaml', '{type: boolean,', '{type: boolean, type: boolean,']],
  dangling: [[P, '../schemas/Lamp.yaml', '../schemas/Lmp.yaml']],
  localref: [[P, '../schemas/Lamp.yaml', "'#/components/schemas/Lamp'"]],
  http: [[P, '../schemas/Lamp.yaml', 'https://nowhere.example/Lamp.yaml']],
  example: [['examples/lamp-lit.yaml', 'lit: true', 'lit: 1']],
  exampleextra: [['examples/lamp-unknown.yaml', 'title:', 'tittle: x, title:']],
  circular: [
    [
      'schemas/Shade.yaml',
      'additionalProperties: true',
      'properties: {inner: {$ref: Shade.yaml}}\nadditionalProperties: true',
    ],
  ],
  circular2: [
    [
      'schemas/Shade.yaml',
      'additionalProperties: true',
      'properties: {inner: {$ref: Lamp.yaml}}\nadditionalProperties: true',
    ],
  ],
  paramsmap: [[P, '  - $ref: ../parameters/LampId.yaml', '  a: b']],
  getstring: [[P, 'put:', 'post: hello\nput:']],
  badpattern: [['schemas/Lamp.yaml', 'type: string,', "type: string, pattern: '[',"]],
  nullable: [['schemas/Lamp.yaml', 'type: string,', 'type: string, nullable: true,']],
  siblings: [['schemas/Lamp.yaml', '{$ref: Shade.yaml}', '{$ref: Shade.yaml, description: x}']],
  unknownfield: [[P, 'summary: Read', 'sumary: Read']],
  orphan: [['schemas/Candle.yaml', '', 'type: object\n']],
  name: [
    ['schemas/candle.yaml', '', 'type: object\n'],
    ['examples/Candle.yml', '', 'value: 1\n'],
  ],
  data: [['upgrade.yaml', 'stop', 'stp']],
  dataschema: [['upgrade.schema.yaml', 'type: array', 'type: arry']],
  kind: [['rules.yaml', 'kind: client', 'kind: clint\n    note: x']],
  cite: [['rules.yaml', "lines: '3'", "lines: '3-99'"]],
  ranges: [['rules.yaml', "lines: '3'", 'lines: 3']],
  prose: [['rules.yaml', '    why: A date of retirement is shown by no answer.\n', '']],
  uncited: [['openapi.yaml', 'x-rules: [LAMP-004]', 'x-rules: [LAMP-001]']],
  op: [['rules.yaml', '[getLamp]', '[getLmp]']],
  fact: [['rules.yaml', "lines: '8'", "lines: '7'"]],
}
for (const [name, edits] of Object.entries(cases)) {
  it(name, async () => {
    const root = await sampleWith(...edits)
    let out
    try {
      out = report(await lintInterface('lamps', await readWorkspace(root)))
    } catch (e) {
      out = 'THROWN ' + (e as Error).stack
    }
    console.log(`## ${name}\n${out}`)
  })
}
it('missing', async () => {
  const root = await sampleWith()
  await rm(`${root}/specs/lamps/openapi.yaml`)
  console.log('## missing\n' + report(await lintAll(await readWorkspace(root))))
})
it('nocatalogue', async () => {
  const root = await sampleWith()
  await rm(`${root}/specs/lamps/rules.yaml`)
  console.log('## nocat\n' + report(await lintAll(await readWorkspace(root))))
})
