import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { listFindings } from '../../report/finding.ts'
import { root as repository } from '../../workspace/root.ts'
import { lintWorkspace } from './lint.ts'
import { type Edit, sampleWith } from './sample.fixture.ts'

const path = 'paths/lamps_{lampId}.yaml'

/** One more rule, from line 20 of the catalogue on. */
const rule = (id: string, more = '', source = "{document: lamps.txt, section: Limits, lines: '5'}"): Edit => [
  'rules.yaml',
  'gaps:\n',
  `  - {id: ${id}, kind: client, source: ${source}, statement: Lamps are warm.${more}}\ngaps:\n`,
]
const source = (text: string): Edit => rule('LAMP-005', '', `{section: Light, ${text}}`)
const ownText: Edit[] = [
  ['../sources.yaml', 'documents:\n', 'documents:\n  - {name: lamps.md, file: docs/lamps.md}\n'],
  ['../../docs/lamps.md', '', '# Light\n\nLamps.\n'],
]
const shade = (ref: string): Edit => ['schemas/Lamp.yaml', 'Shade.yaml}', `Shade.yaml}\n  other: {$ref: ${ref}}`]

/** All that the lint prints after these edits of the sample. */
const broken: Record<string, [printed: string, ...edits: Edit[]]> = {
  'a YAML syntax error, without all that follows from it': [
    'specs/lamps/paths/lamps_{lampId}.yaml:3:1  error  yaml  YAML: Tabs are not allowed as indentation',
    [path, 'get:\n', '\tget:\n'],
  ],
  'a repeated key': [
    'specs/lamps/rules.yaml:15:5  error  yaml  Key `kind` stands twice in this mapping; remove one.',
    ['rules.yaml', '    kind: client', '    kind: client\n    kind: client'],
  ],
  'an empty file': [
    'specs/lamps/openapi.yaml:1:1  error  yaml  The file must hold a mapping, `key: value`; it holds none.',
    ['openapi.yaml', '', ''],
  ],
  'a document of another kind': [
    'specs/lamps/openapi.yaml:1:1  error  openapi-version  The document must start with `openapi: 3.1.0`.',
    ['openapi.yaml', 'openapi: 3.1.0', "swagger: '2.0'"],
  ],
  'a document of no shape, on which some rules of Redocly throw': [
    'specs/lamps/openapi.yaml:10:1  error  struct  `tags/0` must be object, and is null.',
    ['openapi.yaml', '  - name: Lamps', '  -\n  - name: Lamps'],
  ],
  'a parameter of no shape': [
    'specs/lamps/paths/lamps_{lampId}.yaml:1:1  error  struct  `parameters/1` must be object, and is null.',
    [path, '- $ref: ../parameters/LampId.yaml', '- $ref: ../parameters/LampId.yaml\n  -'],
  ],
  'a $ref to a file that is not there, once for three tools': [
    'specs/lamps/paths/lamps_{lampId}.yaml:15:26  error  file-reference  `$ref: ../schemas/Lmp.yaml` names no file. Did you mean ../schemas/Lamp.yaml?',
    [path, '../schemas/Lamp.yaml', '../schemas/Lmp.yaml'],
  ],
  'an example that its schema refuses, once for its two uses': [
    'specs/lamps/examples/lamp-lit.yaml:2:24  error  no-invalid-media-type-examples  Example value must conform to the schema: `lit` property type must be boolean.',
    ['examples/lamp-lit.yaml', 'lit: true', 'lit: 1'],
  ],
  'a pattern that no example can be checked against': [
    'specs/lamps/schemas/Lamp.yaml:6:31  error  plain-pattern  Pattern is not plain ECMAScript; write it without flags, as `[Aa]bc` for `(?i)abc`.',
    ['schemas/Lamp.yaml', 'type: string,', "type: string, pattern: '[',"],
  ],
  'a keyword of another OpenAPI version': [
    "specs/lamps/schemas/Lamp.yaml:6:22  warning  struct  `nullable` is a keyword of OpenAPI 3.0; write `type: [string, 'null']`.",
    ['schemas/Lamp.yaml', 'type: string,', 'type: string, nullable: true,'],
  ],
  'an orphan with a bad name': [
    [
      "specs/lamps/schemas/candle.yaml:1:1  error  file-name  The file name is the component's name: PascalCase, ending in .yaml.",
      'specs/lamps/schemas/candle.yaml:1:1  error  orphan-file  No $ref from specs/lamps/openapi.yaml leads here. Refer to this file, or remove it.',
    ].join('\n'),
    ['schemas/candle.yaml', '', 'type: object\n'],
  ],
  'a data file that its schema refuses': [
    'specs/lamps/upgrade.yaml:1:9  error  data-schema  `steps/0` must be one of "stop", "replace", "start", and is "stp".',
    ['upgrade.yaml', 'stop', 'stp'],
  ],
  'a rule of no known kind, with an unknown field': [
    [
      'specs/lamps/rules.yaml:14:11  error  rule-form  `kind` must be one of "schema", "behaviour", "client", "tool", "prose", and is "clint".',
      'specs/lamps/rules.yaml:15:11  error  rule-form  Property `note` is not expected here.',
    ].join('\n'),
    ['rules.yaml', 'kind: client', 'kind: clint\n    note: x'],
  ],
  'prose without a reason': [
    'specs/lamps/rules.yaml:15:5  error  rule-form  `why` is missing here.',
    ['rules.yaml', '    why: A date of retirement is shown by no answer.\n', ''],
  ],
  'lines that are a number': [
    'specs/lamps/rules.yaml:5:68  error  rule-form  `lines` must be string, and is 3.',
    ['rules.yaml', "lines: '3'", 'lines: 3'],
  ],
  'an unknown rule near a known one': [
    [
      'specs/lamps/openapi.yaml:6:13  error  catalogued-ids  LAMP-04 is not among the rules of specs/lamps/rules.yaml; did you mean LAMP-004?',
      'specs/lamps/rules.yaml:15:9  error  rule-uncited  LAMP-004 (prose) is cited by no `x-rules` in specs/lamps/; add it on `info` or a tag.',
    ].join('\n'),
    ['openapi.yaml', 'LAMP-004', 'LAMP-04'],
  ],
  'an unknown rule far from all': [
    'specs/lamps/openapi.yaml:6:23  error  catalogued-ids  ORD-412 is not among the rules of specs/lamps/rules.yaml; write the entry, or mend the ID.',
    ['openapi.yaml', 'LAMP-004', 'LAMP-004, ORD-412'],
  ],
  'an unknown gap, in a file that is reached through another': [
    'specs/lamps/schemas/Shade.yaml:4:10  error  catalogued-ids  LAMP-G02 is not among the gaps of specs/lamps/rules.yaml; add it to this file; the next free number is LAMP-G02.',
    ['schemas/Shade.yaml', 'LAMP-G01', 'LAMP-G02'],
  ],
  'a rule that the document does not cite any more': [
    'specs/lamps/rules.yaml:15:9  error  rule-uncited  LAMP-004 (prose) is cited by no `x-rules` in specs/lamps/; add it on `info` or a tag.',
    ['openapi.yaml', 'x-rules: [LAMP-004]', 'x-rules: [LAMP-001]'],
  ],
  'a fact that no entry cites any more': [
    'specs/lamps/rules.yaml:1:1  error  fact-uncited  lamps.txt, line 8: a fact that no rule or gap cites. Write the entry, or add the line to the `source.lines` of the one that says it.',
    ['rules.yaml', "lines: '8'", "lines: '7'"],
  ],
  'an ID that is used twice': [
    'specs/lamps/rules.yaml:20:10  error  rule-id  LAMP-001 already stands in line 3. An ID names one entry permanently.',
    rule('LAMP-001'),
  ],
  'an ID of another catalogue': [
    'specs/lamps/rules.yaml:20:10  error  rule-id  ROOM-001 must start with the prefix LAMP-.',
    rule('ROOM-001'),
  ],
  'a prefix that another catalogue has': [
    'specs/lamps/rules.yaml:1:9  error  rule-id  Prefix LAMP is taken by specs/rooms/rules.yaml.',
    ['../rooms/rules.yaml', '', 'prefix: LAMP\nrules: []\ngaps: []\n'],
  ],
  'an operation whose name is nearly right': [
    'specs/lamps/rules.yaml:20:135  error  rule-operation  LAMP-005 names the operation getLmp, and no document in specs/lamps/ has it; did you mean getLamp?',
    rule('LAMP-005', ', operations: [getLmp]'),
  ],
  'an operation that there is not': [
    'specs/lamps/rules.yaml:20:135  error  rule-operation  LAMP-005 names the operation dimEveryLamp, and no document in specs/lamps/ has it; mend the name, or remove it.',
    rule('LAMP-005', ', operations: [dimEveryLamp]'),
  ],
  'operations of a rule that a node cites': [
    'specs/lamps/rules.yaml:7:17  error  rule-operation  LAMP-001 is cited by `x-rules` in specs/lamps/, which tells its operations; remove this list.',
    ['rules.yaml', '    kind: schema', '    kind: schema\n    operations: [getLamp]'],
  ],
  'a source whose name is nearly right': [
    'specs/lamps/rules.yaml:20:69  error  rule-source  LAMP-005 cites lamp.txt, which specs/sources.yaml does not name. Did you mean lamps.txt?',
    source("document: lamp.txt, lines: '1'"),
  ],
  'a source that nobody declares': [
    'specs/lamps/rules.yaml:20:69  error  rule-source  LAMP-005 cites docs/lamps.md, which specs/sources.yaml does not name. Declare it there.',
    source('document: docs/lamps.md'),
  ],
  'a source whose file is missing': [
    'specs/lamps/rules.yaml:20:69  error  rule-source  LAMP-005 cites gone.md, and docs/gone.md is missing.',
    source('document: gone.md'),
    ['../sources.yaml', 'documents:\n', 'documents:\n  - {name: gone.md, file: docs/gone.md}\n'],
  ],
  'a section that the source does not have': [
    'specs/lamps/rules.yaml:20:72  error  rule-source  LAMP-005 cites the section "Dark", which lamps.md does not have.',
    rule('LAMP-005', '', '{document: lamps.md, section: Dark}'),
    ...ownText,
  ],
  'lines beyond the end of a text of the repository': [
    'specs/lamps/rules.yaml:20:86  error  rule-source  LAMP-005 cites line 4 of lamps.md, which ends at 3.',
    source("document: lamps.md, lines: '4'"),
    ...ownText,
  ],
  'lines beyond the end of a text elsewhere': [
    'specs/lamps/rules.yaml:20:87  error  rule-source  LAMP-005 cites line 13 of lamps.txt, which ends at 12.',
    source("document: lamps.txt, lines: '11-13'"),
  ],
  'lines that run backwards': [
    "specs/lamps/rules.yaml:20:87  error  rule-source  LAMP-005 cites lamps.txt without lines such as '123', '123-127' or '12,123-127'.",
    source("document: lamps.txt, lines: '5-3'"),
  ],
  'a text elsewhere that is cited without lines': [
    "specs/lamps/rules.yaml:20:42  error  rule-source  LAMP-005 cites lamps.txt without lines such as '123', '123-127' or '12,123-127'.",
    source('document: lamps.txt'),
  ],
  'runs of facts that no entry cites': [
    'specs/lamps/rules.yaml:1:1  error  fact-uncited  lamps.txt, lines 1,10-12: a fact that no rule or gap cites. Write the entry, or add the line to the `source.lines` of the one that says it.',
    ['../sources.yaml', '3-5,8', '1,3-5,8,10-12'],
  ],
  'a $ref to a part of the document': [
    'specs/lamps/schemas/Lamp.yaml:9:17  error  file-reference  `$ref: #/components/schemas/Lamp` must name a whole file, by its path from this one.',
    shade("'#/components/schemas/Lamp'"),
  ],
  'a $ref to a part of a file': [
    'specs/lamps/schemas/Lamp.yaml:9:17  error  file-reference  `$ref: Shade.yaml#/properties/lit` must name a whole file, by its path from this one.',
    shade("'Shade.yaml#/properties/lit'"),
  ],
  'a $ref to the network': [
    'specs/lamps/schemas/Lamp.yaml:9:17  error  file-reference  `$ref: https://lamps.example/Shade.yaml` must name a whole file, by its path from this one.',
    shade('https://lamps.example/Shade.yaml'),
  ],
  'a $ref to a folder': [
    'specs/lamps/schemas/Lamp.yaml:9:17  error  file-reference  `$ref: ../schemas` names no file. Write the file, or mend the path.',
    shade('../schemas'),
  ],
  'a $ref to a file of another interface': [
    'specs/lamps/schemas/Lamp.yaml:9:17  error  file-reference  specs/rooms/Shade.yaml is neither of specs/lamps nor of specs/shared: an interface stands alone.',
    shade('../../rooms/Shade.yaml'),
    ['../rooms/Shade.yaml', '', 'type: object\n'],
  ],
  'orphans that refer to one another, and one in a folder of no known kind': [
    [
      'specs/lamps/errors/Gone.yaml:1:1  error  orphan-file  No $ref from specs/lamps/openapi.yaml leads here. Refer to this file, or remove it.',
      'specs/lamps/schemas/A.yaml:1:1  error  orphan-file  No $ref from specs/lamps/openapi.yaml leads here. Refer to this file, or remove it.',
      'specs/lamps/schemas/B.yaml:1:1  error  orphan-file  No $ref from specs/lamps/openapi.yaml leads here. Refer to this file, or remove it.',
    ].join('\n'),
    ['schemas/A.yaml', '', 'items: {$ref: B.yaml}\n'],
    ['schemas/B.yaml', '', 'items: {$ref: A.yaml}\n'],
    ['errors/Gone.yaml', '', 'description: Unused.\n'],
  ],
  'names of files in another case or with another ending': [
    [
      "specs/lamps/examples/Lit.yaml:1:1  error  file-name  The file name is the component's name: kebab-case, ending in .yaml.",
      'specs/lamps/examples/Lit.yaml:1:1  error  orphan-file  No $ref from specs/lamps/openapi.yaml leads here. Refer to this file, or remove it.',
      "specs/lamps/parameters/lamp-id.yaml:1:1  error  file-name  The file name is the component's name: PascalCase, ending in .yaml.",
      'specs/lamps/parameters/lamp-id.yaml:1:1  error  orphan-file  No $ref from specs/lamps/openapi.yaml leads here. Refer to this file, or remove it.',
      "specs/lamps/responses/Gone.yml:1:1  error  file-name  The file name is the component's name: PascalCase, ending in .yaml.",
      'specs/lamps/responses/Gone.yml:1:1  error  orphan-file  No $ref from specs/lamps/openapi.yaml leads here. Refer to this file, or remove it.',
    ].join('\n'),
    ['parameters/lamp-id.yaml', '', 'name: id\n'],
    ['responses/Gone.yml', '', 'description: Gone.\n'],
    ['examples/Lit.yaml', '', 'value: {}\n'],
  ],
}

it('lintWorkspace has nothing against the sample', async () => {
  expect(await lines(await sampleWith())).toEqual([])
})

it.each<[string, ...Edit[]]>([
  ['an operation of a rule that no node cites', rule('LAMP-005', ', operations: [getLamp]')],
  ['a section and lines of a text of the repository', source("document: lamps.md, lines: '1-3'"), ...ownText],
  [
    'a fact that another catalogue cites',
    ['../sources.yaml', '3-5,8', '3-5,8-9'],
    ['../rooms/rules.yaml', '', "rules: [{id: ROOM-001, source: {document: lamps.txt, lines: '9'}}]\n"],
  ],
  [
    'a JSON Schema that refers within itself',
    ['upgrade.schema.yaml', 'type: object', "type: object\n$defs: {step: {$ref: '#/$defs/step'}}"],
  ],
])('lintWorkspace has nothing against %s', async (_, ...edits) => {
  expect(await lines(await sampleWith(...edits))).toEqual([])
})

it('lintWorkspace has nothing against a schema that refers to itself', async () => {
  const inner = 'properties: {inner: {$ref: Shade.yaml}}\nadditionalProperties: true'
  expect(await lines(await sampleWith(['schemas/Shade.yaml', 'additionalProperties: true', inner]))).toEqual([])
})

it.each(Object.entries(broken))('lintWorkspace reports %s', async (_, [printed, ...edits]) => {
  expect((await lines(await sampleWith(...edits))).join('\n')).toBe(printed)
})

it('lintWorkspace sees a mended file at once: nothing is kept between two runs', async () => {
  const root = await sampleWith(['examples/lamp-lit.yaml', 'lit: true', 'lit: 1'])
  expect(await lines(root)).toHaveLength(1)
  await writeFile(join(root, 'specs/lamps/examples/lamp-lit.yaml'), 'value: {id: hall, lit: true}\n')
  expect(await lines(root)).toEqual([])
})

it('lintWorkspace asks for a catalogue that is missing, and for nothing that follows from it', async () => {
  const root = await sampleWith()
  await rm(join(root, 'specs/lamps/rules.yaml'))
  expect(await lines(root)).toEqual([
    'specs/lamps/rules.yaml:1:1  error  missing-file  lamps has documented rules. Write their catalogue.',
  ])
})

it('lintWorkspace asks for a document that is missing', async () => {
  const root = await sampleWith()
  await rm(join(root, 'specs/lamps/openapi.yaml'))
  expect(listFindings((await lintWorkspace(root, [])).findings)).toBe(
    'specs/lamps/openapi.yaml:1:1  error  missing-file  redocly.yaml names this file as the document of lamps. Write it, or remove the entry.',
  )
})

it('lintWorkspace finds a document that redocly.yaml does not name, and shared files that nothing refers to', async () => {
  const root = await sampleWith(
    ['../candles/openapi.yaml', '', 'openapi: 3.1.0\n'],
    ['../shared/headers/Trace.yaml', '', 'description: A trace.\n'],
  )
  expect(listFindings((await lintWorkspace(root, [])).findings).split('\n\n')).toEqual([
    'specs/candles/openapi.yaml:1:1  error  unlisted-document  No entry of `apis` in redocly.yaml names this document; add one.',
    'specs/shared/headers/Trace.yaml:1:1  error  orphan-file  No $ref from any document leads here. Refer to this file, or remove it.',
  ])
})

it('lintWorkspace stops with one line when sources.yaml is malformed', async () => {
  const root = await sampleWith(['../sources.yaml', "'3-5,8'", "'3 to 8'"])
  await expect(lintWorkspace(root, [])).rejects.toThrow(/^specs\/sources\.yaml:2:5 {2}Each document needs [^\n]*$/)
})

it('lintWorkspace stops with one line when redocly.yaml is broken', async () => {
  const root = await sampleWith(['../../redocly.yaml', '', 'apis: [\n'])
  await expect(lintWorkspace(root, [])).rejects.toThrow(/^redocly\.yaml:2:1 {2}YAML: Flow sequence [^\n]*$/)
})

const run = (...names: string[]) =>
  promisify(execFile)(process.execPath, ['src/cli/rulebound.ts', 'lint', ...names], { cwd: repository })

it('the command names the interface that was probably meant', async () => {
  await expect(run('ordrs')).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: "unknown interface 'ordrs'; did you mean 'orders'?\n",
  })
})

async function lines(root: string): Promise<string[]> {
  const text = listFindings((await lintWorkspace(root, ['lamps'])).findings)
  return text.split('\n').filter((line) => line !== '')
}
