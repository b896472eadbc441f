import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { report } from '../specs/diagnostic.ts'
import { lintAll, lintInterface, repository } from './lint.ts'
import { type Edit, sampleWith } from './sample.fixture.ts'
import { readWorkspace } from './workspace.ts'

const path = 'paths/lamps_{lampId}.yaml'

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
    'specs/lamps/openapi.yaml:11:3  error  struct  Expected type `Tag` (object) but got `null`',
    ['openapi.yaml', '  - name: Lamps', '  -\n  - name: Lamps'],
  ],
  'a parameter of no shape': [
    'specs/lamps/paths/lamps_{lampId}.yaml:2:3  error  struct  Expected type `Parameter` (object) but got `null`',
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
    'specs/lamps/schemas/Lamp.yaml:6:31  error  plain-pattern  Pattern is not plain ECMAScript (Unterminated character class); write it without flags, as `[Aa]bc` for `(?i)abc`.',
    ['schemas/Lamp.yaml', 'type: string,', "type: string, pattern: '[',"],
  ],
  'a keyword of another OpenAPI version': [
    'specs/lamps/schemas/Lamp.yaml:6:22  error  struct  Property `nullable` is not expected here.',
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
    'specs/lamps/upgrade.yaml:1:9  error  data-schema  `steps.0` must be one of stop, replace, start.',
    ['upgrade.yaml', 'stop', 'stp'],
  ],
  'a rule of no known kind, with a field of its own': [
    [
      'specs/lamps/rules.yaml:14:11  error  rule-form  `rules.2.kind` must be one of schema, behaviour, client, tool, prose.',
      'specs/lamps/rules.yaml:15:11  error  rule-form  `rules.2` has no field `note`; it may have id, statement, source, kind, operations, why.',
    ].join('\n'),
    ['rules.yaml', 'kind: client', 'kind: clint\n    note: x'],
  ],
  'prose without a reason': [
    'specs/lamps/rules.yaml:15:5  error  rule-form  `rules.3` needs `why`.',
    ['rules.yaml', '    why: A date of retirement is shown by no answer.\n', ''],
  ],
  'lines that are a number': [
    'specs/lamps/rules.yaml:5:68  error  rule-form  `rules.0.source.lines` must be string.',
    ['rules.yaml', "lines: '3'", 'lines: 3'],
  ],
  'a rule that the document does not cite any more': [
    'specs/lamps/rules.yaml:15:9  error  rule-uncited  LAMP-004 (prose) is cited by no `x-rules` in specs/lamps/; add it on `info` or a tag.',
    ['openapi.yaml', 'x-rules: [LAMP-004]', 'x-rules: [LAMP-001]'],
  ],
  'a fact that no entry cites any more': [
    'specs/lamps/rules.yaml:1:1  error  fact-uncited  lamps.txt, line 8: a fact that no rule or gap cites. Write the entry, or add the line to the `source.lines` of the one that says it.',
    ['rules.yaml', "lines: '8'", "lines: '7'"],
  ],
}

it('lintInterface has nothing against the sample', async () => {
  expect(await lines(await sampleWith())).toEqual([])
})

it('lintInterface has nothing against a schema that refers to itself', async () => {
  const inner = 'properties: {inner: {$ref: Shade.yaml}}\nadditionalProperties: true'
  expect(await lines(await sampleWith(['schemas/Shade.yaml', 'additionalProperties: true', inner]))).toEqual([])
})

it.each(Object.entries(broken))('lintInterface reports %s', async (_, [printed, ...edits]) => {
  expect((await lines(await sampleWith(...edits))).join('\n')).toBe(printed)
})

it('lintInterface sees a mended file at once: nothing is kept between two runs', async () => {
  const root = await sampleWith(['examples/lamp-lit.yaml', 'lit: true', 'lit: 1'])
  expect(await lines(root)).toHaveLength(1)
  await writeFile(join(root, 'specs/lamps/examples/lamp-lit.yaml'), 'value: {id: hall, lit: true}\n')
  expect(await lines(root)).toEqual([])
})

it('lintInterface asks for a catalogue that is missing, and for nothing that follows from it', async () => {
  const root = await sampleWith()
  await rm(join(root, 'specs/lamps/rules.yaml'))
  expect(await lines(root)).toEqual([
    'specs/lamps/rules.yaml:1:1  error  missing-file  lamps has documented rules. Write their catalogue.',
  ])
})

it('lintAll asks for a document that is missing', async () => {
  const root = await sampleWith()
  await rm(join(root, 'specs/lamps/openapi.yaml'))
  expect(report(await lintAll(await readWorkspace(root)))).toBe(
    'specs/lamps/openapi.yaml:1:1  error  missing-file  redocly.yaml names this file as the document of lamps. Write it, or remove the entry.',
  )
})

it('lintAll finds a document that redocly.yaml does not name, and shared files that nothing refers to', async () => {
  const root = await sampleWith(
    ['../candles/openapi.yaml', '', 'openapi: 3.1.0\n'],
    ['../shared/headers/Trace.yaml', '', 'description: A trace.\n'],
  )
  expect(report(await lintAll(await readWorkspace(root))).split('\n\n')).toEqual([
    'specs/candles/openapi.yaml:1:1  error  unlisted-document  No entry of `apis` in redocly.yaml names this document; add one.',
    'specs/shared/headers/Trace.yaml:1:1  error  orphan-file  No $ref from any document leads here. Refer to this file, or remove it.',
  ])
})

it('lintAll stops with one line when sources.yaml is malformed', async () => {
  const root = await sampleWith(['../sources.yaml', "'3-5,8'", "'3 to 8'"])
  await expect(readWorkspace(root)).rejects.toThrow(/^specs\/sources\.yaml:2:5 {2}Each document needs [^\n]*$/)
})

it('lintAll stops with one line when redocly.yaml is broken', async () => {
  const root = await sampleWith(['../../redocly.yaml', '', 'apis: [\n'])
  await expect(readWorkspace(root)).rejects.toThrow(/^redocly\.yaml:2:1 {2}YAML: Flow sequence [^\n]*$/)
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
  const text = report(await lintInterface('lamps', await readWorkspace(root)))
  return text.split('\n').filter((line) => line !== '')
}
