import { afterEach, expect, it } from 'vitest'
import { callCommand } from '../../cli/call-command.fixture.ts'
import { folderWith } from '../../temporary-folder.fixture.ts'

const home = process.cwd()

afterEach(() => {
  process.chdir(home)
})

const document = `openapi: 3.1.0
info: {title: Lamps, version: 1.0.0}
paths:
  /lamps:
    get: {operationId: listLamps, x-rules: [LMP-001, LMP-002], responses: {'200': {description: All.}}}
`

const catalogue = `rules:
  - {id: LMP-001, statement: All lamps are listed.}
  - {id: LMP-002, statement: A list is JSON., kind: schema}
  - {id: LMP-003, statement: A lamp is dark., kind: prose}
  - {id: LMP-004, statement: A lamp is sold.}
`

const checks = `export const checks = { roles: {}, samples: [], checks: { 'LMP-001': { run() {} } } }\n`

function enter(files: Record<string, string>): void {
  process.chdir(folderWith(files))
}

it('lists the rules of a workspace with their operations, checks and lines', async () => {
  enter({
    'redocly.yaml': 'apis:\n  lamps:\n    root: api/openapi.yaml\n',
    'api/openapi.yaml': document,
    'api/rules.yaml': catalogue,
    'src/interfaces/lamps/checks.mjs': checks,
  })
  const { stdout, code } = await callCommand(['rules'])
  expect(stdout).toBe(`LMP-001  All lamps are listed.
  listLamps · has a check · api/rules.yaml:2
LMP-002  A list is JSON.
  listLamps · has a derived check · api/rules.yaml:3
LMP-003  A lamp is dark.
  prose · api/rules.yaml:4
LMP-004  A lamp is sold.
  has no check · api/rules.yaml:5
listLamps/200  GET /lamps answers 200 (All) as its document describes it.
  listLamps · has a derived check
5 rules, 1 without a check
`)
  expect(code).toBe(0)
  const [first] = JSON.parse((await callCommand(['rules', 'lamps', '--json'])).stdout)
  expect(first).toEqual({
    interface: 'lamps',
    id: 'LMP-001',
    statement: 'All lamps are listed.',
    kind: 'behaviour',
    operations: ['listLamps'],
    check: 'written',
    place: 'api/rules.yaml:2',
  })
})

it.each([
  [
    'a document where it lies',
    ['./api/openapi.yaml'],
    /^LMP-001 .+\n {2}listLamps · has no check · api\/rules.yaml:2\n/,
  ],
  ['a bundled interface', ['orders'], /^ORD-091 .+\n.+updateOrder · has a check · \/.+\/orders\/rules\.yaml:\d+$/m],
  ['a bundled catalogue without a document', ['request-params'], /^PRM-055 .+\n {2}tool · \/.+:222$/m],
])('lists the rules of %s', async (_, words, expected) => {
  enter({ 'api/openapi.yaml': document, 'api/rules.yaml': catalogue })
  expect((await callCommand(['rules', ...words])).stdout).toMatch(expected)
})

it('refuses an unknown name in one line, with exit code 2', async () => {
  enter({ 'redocly.yaml': 'apis:\n  lamps:\n    root: openapi.yaml\n', 'openapi.yaml': document })
  expect(await callCommand(['rules', 'lamsp'])).toEqual({
    stdout: '',
    stderr: "unknown interface 'lamsp'; did you mean 'lamps'?\n",
    code: 2,
  })
})
