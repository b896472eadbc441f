import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startMock } from '../mock/start-mock.ts'
import { folderWith } from '../temporary-folder.fixture.ts'
import { bundled } from './bundled.ts'
import { selectEntries } from './entries.ts'
import { openWorkspace } from './open-workspace.ts'
import { root } from './root.ts'

const document = `openapi: 3.1.0
info: {title: Lamps, version: 1.0.0}
servers: [{url: 'https://lamps.example/v1'}]
paths:
  /lamps:
    get: {operationId: listLamps, x-rules: [LMP-001], responses: {'200': {description: All.}}}
`

const namesOf = (interfaces: readonly { name: string }[]) => interfaces.map(({ name }) => name)

it('has the interfaces of the workspace above the working directory, with the rules beside the document', async () => {
  const folder = folderWith({
    'redocly.yaml': 'apis:\n  lamps:\n    root: api/openapi.yaml\n',
    'api/openapi.yaml': document,
    'api/rules.yaml': 'rules:\n  - {id: LMP-001, statement: All lamps are listed.}\n',
    'deep/down/x': '',
  })
  const { interfaces, find } = await openWorkspace({ words: [], from: join(folder, 'deep/down') })
  expect(namesOf(interfaces)).toEqual(['lamps'])
  expect(find('lamps').rules).toMatchObject([
    { id: 'LMP-001', kind: 'behaviour', operations: ['listLamps'] },
    { id: 'listLamps/200', answer: '200' },
  ])
  expect(find('lamps').contract.match('GET', '/v1/lamps')).toMatchObject({ kind: 'operation' })
})

it('finds a name in the workspace first, then among the bundled interfaces, and says which are hidden', async () => {
  const folder = folderWith({ 'redocly.yaml': 'apis:\n  orders:\n    root: openapi.yaml\n', 'openapi.yaml': document })
  const { interfaces, remarks, find } = await openWorkspace({ words: ['orders', 'secrets'], from: folder })
  expect(namesOf(interfaces)).toEqual(['orders', 'secrets'])
  expect(remarks).toEqual(['orders: of this workspace, and not the bundled interface'])
  expect(find('orders').contract.title).toBe('Lamps')
  expect(find('secrets').contract.title).not.toBe('Lamps')
  expect(() => find('none')).toThrow(/^there is no interface 'none'; /)
})

it('two workspaces live in one process, and neither sees the other', async () => {
  const open = (title: string) => {
    const folder = folderWith({
      'redocly.yaml': 'apis:\n  lamps:\n    root: openapi.yaml\n',
      'openapi.yaml': document.replace('title: Lamps', `title: ${title}`),
    })
    return openWorkspace({ words: [], from: folder })
  }
  const [one, other] = await Promise.all([open('One'), open('Other')])
  const mocks = await Promise.all([one, other, bundled].map((workspace) => startMock({ workspace })))
  try {
    expect(mocks.map(({ interfaces }) => interfaces.map(({ title }) => title).slice(0, 2))).toEqual([
      ['One'],
      ['Other'],
      namesOf(bundled.interfaces)
        .slice(0, 2)
        .map((name) => bundled.find(name).title),
    ])
    const lamps = `${mocks[0]?.interfaces[0]?.baseUrls[0]}/lamps`
    expect((await fetch(lamps, { headers: { 'X-Mock-Session': 'own' } })).status).toBe(200)
    expect(await openWorkspace(JSON.parse(JSON.stringify(one.recipe)))).toMatchObject({
      interfaces: [{ title: 'One' }],
    })
    expect(() => bundled.find('lamps')).toThrow('there is no interface')
  } finally {
    for (const mock of mocks) await mock.close()
  }
})

it('gives documents on the command line separate names, and leaves the workspace out', async () => {
  const folder = folderWith({
    'redocly.yaml': 'apis: broken',
    'one/lamps.yaml': document,
    'two/lamps.yaml': document,
  })
  const words = ['one/lamps.yaml', 'two/lamps.yaml'].map((file) => join(folder, file))
  expect(namesOf((await openWorkspace({ words, from: folder })).interfaces)).toEqual(['lamps-api', 'lamps-api-2'])
})

it('says that a workspace has no documents, and which interfaces are used instead', async () => {
  const folder = folderWith({ 'redocly.yaml': 'telemetry: off\n' })
  const { interfaces, remarks } = await openWorkspace({ words: [], from: folder })
  expect(namesOf(interfaces)).toEqual(namesOf(bundled.interfaces))
  expect(remarks).toEqual([
    `${folder}/redocly.yaml names no document under \`apis\`; add them with: npx rulebound init\nThe bundled interfaces are used instead.`,
  ])
  expect((await openWorkspace({ words: ['orders'], from: folder })).remarks).toEqual([])
  expect(() => selectEntries(`${folder}/`, [])).toThrow('names no document under `apis`')
})

it('opens the bundled interfaces in their own repository, and their catalogues without a document', async () => {
  const { interfaces, libraries } = await openWorkspace({ words: [], from: join(root, 'src') })
  expect(interfaces.every((one) => one.published === undefined)).toBe(true)
  expect(libraries.map(({ name, rules }) => [name, rules.length > 0])).toEqual([['request-params', true]])
  expect(await openWorkspace({ words: ['request-params'], from: root })).toMatchObject({
    interfaces: [],
    libraries: [{ name: 'request-params' }],
  })
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
