import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { folderWith } from '../temporary-folder.fixture.ts'
import { loadContract, loadRules } from './contracts.ts'
import { listInterfaces, setUserInterfaces } from './interfaces.ts'
import { openDocuments, openWorkspace } from './open-workspace.ts'
import { root } from './root.ts'

afterEach(() => setUserInterfaces())

const document = `openapi: 3.1.0
info: {title: Lamps, version: 1.0.0}
servers: [{url: 'https://lamps.example/v1'}]
paths:
  /lamps:
    get: {operationId: listLamps, x-rules: [LMP-001], responses: {'200': {description: All.}}}
`

const names = () => listInterfaces().map(({ name }) => name)

it('serves the interfaces of the workspace above the working directory, with the rules beside the document', async () => {
  const folder = folderWith({
    'redocly.yaml': 'apis:\n  lamps:\n    root: api/openapi.yaml\n',
    'api/openapi.yaml': document,
    'api/rules.yaml': 'rules:\n  - {id: LMP-001, statement: All lamps are listed.}\n',
    'deep/down/x': '',
  })
  await openWorkspace({ words: [], from: join(folder, 'deep/down') })
  expect(names()).toEqual(['lamps'])
  expect(loadRules('lamps')).toMatchObject([
    { id: 'LMP-001', kind: 'behaviour', operations: ['listLamps'] },
    { id: 'listLamps/200', answer: '200' },
  ])
  expect(loadContract('lamps').match('GET', '/v1/lamps')).toMatchObject({ kind: 'operation' })
})

it('finds a name in the workspace first, then among the bundled interfaces, and says which are hidden', async () => {
  const folder = folderWith({ 'redocly.yaml': 'apis:\n  orders:\n    root: openapi.yaml\n', 'openapi.yaml': document })
  const opened = await openWorkspace({ words: ['orders', 'secrets'], from: folder })
  expect(opened).toMatchObject({
    names: ['orders', 'secrets'],
    remarks: ['orders: of this workspace, and not the bundled interface'],
  })
  expect(loadContract('orders').title).toBe('Lamps')
  expect(loadContract('secrets').title).not.toBe('Lamps')
})

it('gives documents on the command line names of their own, and leaves the workspace out', async () => {
  const folder = folderWith({
    'redocly.yaml': 'apis:\n  lamps:\n    root: one/lamps.yaml\n',
    'one/lamps.yaml': document,
    'two/lamps.yaml': document,
  })
  const words = ['one/lamps.yaml', 'two/lamps.yaml'].map((file) => join(folder, file))
  expect((await openWorkspace({ words, from: folder })).names).toEqual(['lamps-api', 'lamps-api-2'])
  expect(names()).toEqual(['lamps-api', 'lamps-api-2'])
})

it('says that a workspace has no documents, and which interfaces are used instead', async () => {
  const folder = folderWith({ 'redocly.yaml': 'telemetry: off\n' })
  const { interfaces, remarks } = await openWorkspace({ words: [], from: folder })
  expect([interfaces, remarks]).toEqual([
    [],
    [
      `${folder}/redocly.yaml names no document under \`apis\`; add them with: npx rulebound init\nThe bundled interfaces are used instead.`,
    ],
  ])
  expect((await openWorkspace({ words: ['orders'], from: folder })).remarks).toEqual([])
  await expect(openDocuments(`${folder}/`, [])).rejects.toThrow('names no document under `apis`')
})

it('reads nothing in the repository of the bundled interfaces', async () => {
  expect((await openWorkspace({ words: [], from: join(root, 'src') })).interfaces).toEqual([])
  expect(names()).toContain('orders')
})

it.each([
  ['an unknown name', {}, ['lamsp'], /^unknown interface 'lamsp'; did you mean 'lamps'\?$/],
  ['a document that is not there', {}, ['./none.yaml'], /none\.yaml does not exist/],
  ['a rule without a statement', { 'rules.yaml': 'rules:\n  - id: A-1\n' }, [], /rules\.yaml:2:5 {2}a rule needs `id`/],
  ['rules that are no list', { 'rules.yaml': 'rules: 5\n' }, [], /rules\.yaml {2}`rules` must be a list$/],
])('refuses %s in one message', async (_, files, words, message) => {
  const folder = folderWith({
    'redocly.yaml': 'apis:\n  lamps:\n    root: openapi.yaml\n',
    'openapi.yaml': document,
    ...files,
  })
  await expect(openWorkspace({ words, from: folder })).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringMatching(message),
  })
})
