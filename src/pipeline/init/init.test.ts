import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderWith, temporaryFolder } from '../../temporary-folder.fixture.ts'
import { listEntries } from '../../workspace/entries.ts'
import { initWorkspace } from './init.ts'

const yaml = 'openapi: 3.1.0\ninfo: {title: Lamps, version: 1.0.0}\npaths: {}\n'
const json = '{\n  "swagger": "2.0",\n  "info": {"title": "Doors", "version": "1"}, "paths": {}\n}\n'

const read = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8')

it('lists each document under a separate name, and no other YAML or JSON', () => {
  const folder = folderWith({
    'api/lamps.openapi.yaml': yaml,
    'api/doors/openapi.json': json,
    'api/schemas/Lamp.yaml': 'type: object\n',
    'node_modules/one/openapi.yaml': yaml,
    'generated/lamps/openapi.yaml': yaml,
    'nested.yaml': 'example:\n  openapi: 3.1.0\n',
  })
  initWorkspace(folder)
  expect(read(folder, 'redocly.yaml')).toMatch(
    /^# .+\ntelemetry: off\n# .+\nextends:\n {2}- minimal\napis:\n {2}doors:\n {4}root: api\/doors\/openapi\.json\n {2}lamps:\n {4}root: api\/lamps\.openapi\.yaml\n$/,
  )
})

it('finds a version behind other members, and writes names of any characters', () => {
  const folder = folderWith({
    '[id]/openapi.json': '{"info": {"title": "x [", "version": "1"}, "paths": {}, "swagger": "2.0"}',
    '@acme/api #2/shop: v1.yaml': `info: {title: ${'long '.repeat(6000)}}\npaths: {}\nopenapi: 3.0.3\n`,
    'data.json': '{"list": [{"swagger": "2.0"}]}',
  })
  initWorkspace(folder)
  expect(listEntries(folder).map(({ document }) => document)).toEqual([
    '@acme/api #2/shop: v1.yaml',
    '[id]/openapi.json',
  ])
})

it('changes nothing on a second run', () => {
  const folder = folderWith({ 'openapi.yaml': yaml, 'package.json': '{\n    "name": "shop"\n}\n', '.github/x': '' })
  const files = ['redocly.yaml', 'package.json', '.github/workflows/rulebound.yml']
  expect(initWorkspace(folder).remaining).toEqual([])
  const before = files.map((file) => read(folder, file))
  expect(initWorkspace(folder)).toEqual({ written: [], remaining: [] })
  expect(files.map((file) => read(folder, file))).toEqual(before)
})

it('adds to a redocly.yaml and a package.json, and keeps what stands there', () => {
  const folder = folderWith({
    'redocly.yaml': '# ours\napis:\n  doors: # the old one\n    root: doors.json\nrules: {}\n',
    'doors.json': json,
    'lamps.yaml': yaml,
    'package.json': '{"scripts":{"api:lint":"other"},"devDependencies":{"typescript":"5.6.3"}}',
  })
  initWorkspace(folder)
  expect(read(folder, 'redocly.yaml')).toBe(
    '# ours\napis:\n  doors: # the old one\n    root: doors.json\n  lamps:\n    root: lamps.yaml\nrules: {}\n',
  )
  const { scripts, devDependencies, scarfSettings } = JSON.parse(read(folder, 'package.json'))
  expect(scripts).toMatchObject({ 'api:lint': 'other', 'api:mock': 'rulebound mock' })
  expect(devDependencies).toMatchObject({ typescript: '5.6.3', rulebound: expect.stringMatching(/^file:\.\.?\//) })
  expect(scarfSettings).toEqual({ enabled: false })
})

it('prints the scripts and the job where there is no package.json and no .github/', () => {
  const { remaining } = initWorkspace(folderWith({ 'openapi.yaml': yaml }))
  expect(remaining).toEqual([
    expect.stringMatching(
      /\n {2}npm install --no-save .*'file:[^']+' '@stoplight\/spectral-cli@.+\n {2}npx rulebound lint\n/,
    ),
    expect.stringMatching(
      /- run: npm install --no-save .*'file:[^']+' '@stoplight\/spectral-cli@.+\n +- run: npx rulebound lint\n/,
    ),
  ])
})

it('starts an empty folder with a document from elsewhere', () => {
  const from = join(folderWith({ 'doors.json': json }), 'doors.json')
  const folder = temporaryFolder()
  initWorkspace(folder, from)
  expect(read(folder, 'openapi.json')).toBe(json)
  expect(read(folder, 'redocly.yaml')).toContain('    root: openapi.json\n')
})

it.each([
  ['a folder without a document', {}, undefined, /^there is no OpenAPI document .*--from <file>$/],
  ['a file that is no document', { 'a.yaml': 'a: 1\n' }, 'a.yaml', /^--from: a\.yaml is no OpenAPI document$/],
  [
    'a redocly.yaml to which no entry can be added',
    { 'redocly.yaml': 'apis: {}\n', 'b.yaml': yaml },
    undefined,
    /^redocly\.yaml {2}`apis` must have each entry on separate lines/,
  ],
  [
    'a redocly.yaml that is not YAML',
    { 'redocly.yaml': 'a: [\n', 'b.yaml': yaml },
    undefined,
    /^redocly\.yaml:\d+:\d+ {2}/,
  ],
])('refuses %s in one message', (_, files, from, message) => {
  expect(() => initWorkspace(folderWith(files as Record<string, string>), from)).toThrow(message)
})
