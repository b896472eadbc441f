import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { callCommand } from '../../cli/call-command.fixture.ts'
import { folderWith } from '../../temporary-folder.fixture.ts'
import { sentencesOf } from './drafts.ts'

const home = process.cwd()

afterEach(() => {
  process.chdir(home)
})

const document = `openapi: 3.1.0
info: {title: Lamps, version: 1.0.0, license: {name: none, identifier: MIT}}
servers: [{url: https://lamps.example}]
paths:
  /lamps:
    get:
      operationId: listLamps
      summary: Lists
      security: []
      description: |
        Lamps come in the order of
        their names. A list has at most 50.
      responses: {'200': {description: All lamps.}, default: {description: Any fault.}}
      x-note: {description: Nobody reads this.}
  /lamps/{lamp}: {$ref: paths/lamp.yaml}
components:
  schemas:
    Lamp: {type: object, properties: {default: {type: string, description: The colour.}}, example: {description: A red one.}}
`

const lamp = `get:
  operationId: getLamp
  summary: Reads
  security: []
  description: A lamp is lit or dark.
  parameters: [{name: lamp, in: path, required: true, schema: {type: string}}]
  responses: {'200': {description: ''}, 4XX: {description: ''}}
`

const pointer = '/paths/~1lamps/get/description'

function enter(files: Record<string, string> = {}): void {
  process.chdir(folderWith({ 'lamps/openapi.yaml': document, 'lamps/paths/lamp.yaml': lamp, ...files }))
}

async function call(...words: string[]) {
  return callCommand(words)
}

it('lists the sentences of descriptions with their pointers, and writes nothing', async () => {
  enter()
  expect(
    (await call('rules', '--drafts', './lamps/openapi.yaml')).stdout,
  ).toBe(`${pointer}  Lamps come in the order of their names.
${pointer}  A list has at most 50.
/paths/~1lamps/get/responses/200/description  All lamps.
/paths/~1lamps/get/responses/default/description  Any fault.
/components/schemas/Lamp/properties/default/description  The colour.
paths/lamp.yaml#/get/description  A lamp is lit or dark.
6 sentences without a rule
`)
  expect(existsSync('lamps/rules.yaml')).toBe(false)
})

it('makes the sentences of a description rules, which are no drafts any more', async () => {
  enter()
  expect(await call('rules', 'add', `#${pointer}`, './lamps/openapi.yaml')).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync('lamps/rules.yaml', 'utf8')).toBe(`prefix: LAMP
rules:
  - id: LAMP-001
    statement: "Lamps come in the order of their names."
    kind: prose
    source: {"document":"openapi.yaml","section":"${pointer}","sentence":"Lamps come in the order of their names."}
    operations: ["listLamps"]
  - id: LAMP-002
    statement: "A list has at most 50."
    kind: prose
    source: {"document":"openapi.yaml","section":"${pointer}","sentence":"A list has at most 50."}
    operations: ["listLamps"]
`)
  expect((await call('rules', './lamps/openapi.yaml')).stdout).toMatch(/^LAMP-001 .+\n {2}listLamps · prose · /)
  expect((await call('rules', '--drafts', './lamps/openapi.yaml')).stdout).toContain('4 sentences without a rule')
  const again = await call('rules', 'add', pointer, './lamps/openapi.yaml')
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('has no sentence that is not a rule') })
})

const written = `# Our lamps.
prefix: LMP
rules:
  # The first.
  - {id: LMP-004, statement: Lamps are listed.} # Not yet shown.
  - id: LMP-002 # LMP-007 is gone.
    statement: |
      A lamp is sold.

# What nobody says.
gaps: []
`

it.each([
  [
    'a list with comments',
    written,
    'LMP-008',
    /A lamp is sold\.\n {2}- id: LMP-008\n( {4}.+\n)+\n# What nobody says\.\ngaps: \[\]\n$/,
  ],
  [
    'a list without indent',
    'rules:\n- id: L-9\n  statement: A.',
    'L-010',
    /^rules:\n- id: L-9\n {2}statement: A\.\n- id: L-010\n/,
  ],
  ['a catalogue without rules', 'prefix: LL\n', 'LL-001', /^prefix: LL\nrules:\n {2}- id: LL-001\n/],
])('adds rules to %s, and changes no other line', async (_, catalogue, id, expected) => {
  enter({ 'redocly.yaml': 'apis:\n  lamps:\n    root: lamps/openapi.yaml\n', 'lamps/rules.yaml': catalogue })
  const { stdout, stderr } = await call('rules', 'add', 'paths/lamp.yaml#/get/description')
  expect(stdout + stderr).toContain(`${id}  A lamp is lit or dark.\n`)
  expect(stdout).toMatch(/verify asks for their checks: write them in .+lamps\/checks\.ts/)
  const now = readFileSync('lamps/rules.yaml', 'utf8')
  expect(now).toMatch(expected)
  const lines = now.split('\n')
  for (const line of catalogue.split('\n')) expect(lines).toContain(line)
  expect((await call('rules', 'lamps', '--json')).stdout).toContain(`"id": "${id}"`)
})

it.each([
  [
    'a list on one line',
    'rules: [{id: L-1, statement: A.}]\n',
    ['./lamps/openapi.yaml'],
    /must have each entry on separate lines/,
  ],
  ['no document', '', [], /there are no documents of yours here/],
])('refuses %s in one line, and writes nothing', async (_, catalogue, words, message) => {
  enter(catalogue === '' ? {} : { 'lamps/rules.yaml': catalogue })
  const { code, stderr } = await call('rules', 'add', pointer, ...words)
  expect([code, stderr.trim().split('\n').length]).toEqual([2, 1])
  expect(stderr).toMatch(message)
  if (catalogue !== '') expect(readFileSync('lamps/rules.yaml', 'utf8')).toBe(catalogue)
})

it.each([
  ['a document', ['./lamps/openapi.yaml'], {}],
  ['an interface of a workspace', [], { 'redocly.yaml': 'apis:\n  lamps:\n    root: lamps/openapi.yaml\n' }],
])('lint of %s tells that a quoted sentence has changed', async (_, words, files) => {
  enter(files)
  await call('rules', 'add', pointer, './lamps/openapi.yaml')
  await call('rules', 'add', 'paths/lamp.yaml#/get/description', './lamps/openapi.yaml')
  expect((await call('lint', ...words)).stdout).not.toContain('rule-sentence')
  writeFileSync('lamps/openapi.yaml', document.replace('at most 50', 'at most 20'))
  writeFileSync('lamps/paths/lamp.yaml', lamp.replace(/ {2}description: A lamp.+\n/, ''))
  const { stdout, code } = await call('lint', ...words)
  expect(code).toBe(1)
  const found = stdout.split('\n').filter((line) => line.includes('rule-sentence'))
  expect(found).toEqual([
    expect.stringMatching(
      /^lamps\/rules\.yaml:11:\d+ .+LAMP-002 was made of "A list has at most 50\.", .+at most 20\." \(lamps\/openapi\.yaml:10\)/,
    ),
    expect.stringMatching(
      /^lamps\/rules\.yaml:16:\d+ .+LAMP-003 .+\/get\/description is gone \(lamps\/paths\/lamp\.yaml:1\)/,
    ),
  ])
})

it.each([
  ['# Lamps\n\nA lamp. It is\nred.', ['A lamp.', 'It is red.']],
  ['Modes:\n- One is on.\n- The other is off', ['Modes:', 'One is on.', 'The other is off']],
  ['| a | b |\n|---|---|\n\n```\nA lamp.\n```\nOn, e.g. at night.', ['On, e.g. at night.']],
  ['---\n42', []],
])('takes %j for its sentences', (text, expected) => {
  expect(sentencesOf(text)).toEqual(expected)
})
