import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startProcess } from '../../start-process.fixture.ts'
import { folderWith } from '../../temporary-folder.fixture.ts'
import { root } from '../../workspace/root.ts'
import { generate } from '../generate/generate.ts'
import { edit, sampleRepository } from '../generate/repository.fixture.ts'
import { addInterface } from '../new/new.ts'

const definition = `
import { problemDetails } from '../../behaviour/problem-details.ts'
export const definition = { behaviours: {}, credentials: [], renderRefusal: problemDetails }
`

/** A copy of this repository whose only interfaces are the sample and the mock's own. */
async function copyWithSample(): Promise<string> {
  const base = await sampleRepository()
  const copied = ['src', 'scripts', 'specs/mock-control', '.spectral.yaml', 'package.json']
  await Promise.all(copied.map((path) => cp(join(root, path), join(base, path), { recursive: true })))
  await symlink(join(root, 'node_modules'), join(base, 'node_modules'))
  await mkdir(join(base, 'src/interfaces/lamps'))
  await writeFile(join(base, 'src/interfaces/lamps/definition.ts'), definition)
  const control = 'apis:\n  mock-control:\n    root: specs/mock-control/openapi.yaml\n'
  await edit(base, 'redocly.yaml', 'apis:\n', control)
  await generate(base)
  return base
}

/** Starts the `dev` of a repository, ours or another; `says` waits for the next output that matches. */
async function startDev(base: string, program = join(base, 'src/cli/rulebound.ts'), words: string[] = []) {
  const args = [program, 'dev', ...words, '--port', '0']
  const started = startProcess([process.execPath, ...args], { cwd: base })
  const { process: child, output, printed, end } = started
  onTestFinished(() => void child.kill('SIGKILL'))
  let isOver = false
  void started.ended.then(() => {
    isOver = true
  })
  let seen = 0
  async function says(expected: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const text = output.stdout.slice(seen)
      const found = expected.exec(text)
      if (found) {
        seen += found.index + found[0].length
        return found
      }
      if (isOver) throw new Error(`instead of ${expected} it said:\n${text}${output.stderr}`)
      await printed()
    }
  }
  const [, origin] = await says(/(http:\/\/127\.0\.0\.1:\d+)\/lamps/)
  await says(/Watching the documents, src\/interfaces\/ and redocly\.yaml\.\n/)
  const headers = { authorization: `Basic ${btoa('any:')}` }
  const read = async (path: string) => (await fetch(`${origin}${path}`, { headers })).json()
  return { origin, end, says, read, lamp: () => read('/lamps/api/lamps/hall') }
}

it('an edit of code is what the next request runs, and a broken one leaves the last good code', async () => {
  const base = await copyWithSample()
  const file = 'src/interfaces/lamps/definition.ts'
  const answering = (colour: string) =>
    `import { lit } from './lit.ts'\n${definition.replace('{}', `{ getLamp: async () => ({ status: 200, body: { id: 'hall', lit, shade: { colour: '${colour}' } } }) }`)}`
  await writeFile(join(base, 'src/interfaces/lamps/lit.ts'), 'export const lit: boolean = true\n')
  const { end, says, lamp } = await startDev(base)
  await writeFile(join(base, file), answering('red'))
  await says(/^lamps: loaded again in \d+ ms; it starts anew in every session\n/m)
  expect(await lamp()).toMatchObject({ lit: true, shade: { colour: 'red' } })

  await writeFile(join(base, file), 'export const definition = {\n')
  await says(/^lamps: not in order, the mock serves what it had\n/m)
  expect(await lamp()).toMatchObject({ shade: { colour: 'red' } })

  await writeFile(join(base, file), answering('blue'))
  await says(/^lamps: loaded again/m)
  await writeFile(join(base, 'src/interfaces/lamps/lit.ts'), 'export const lit: boolean = false\n')
  await says(/^lamps: loaded again/m)
  expect(await lamp()).toMatchObject({ lit: false, shade: { colour: 'blue' } })
  await end('SIGINT')
})

it('an edit reaches the mock, a broken one is shown while the last good one is served, and is mended', async () => {
  const base = await copyWithSample()
  const { end, says, lamp } = await startDev(base)
  expect(await lamp()).toMatchObject({ shade: { colour: 'green' } })

  await edit(base, 'specs/lamps/examples/lamp-lit.yaml', 'colour: green', 'colour: red')
  await says(/^lamps: loaded again/m)
  expect(await lamp()).toMatchObject({ shade: { colour: 'red' } })

  await edit(base, 'specs/lamps/examples/lamp-lit.yaml', 'colour: red}}', 'colour: blue}')
  await says(/^specs\/lamps\/examples\/lamp-lit\.yaml:\d+:\d+ {2}error {2}yaml {2}YAML: .+\n/m)
  await says(/^lamps: not in order, the mock serves what it had\n/m)
  expect(await lamp()).toMatchObject({ shade: { colour: 'red' } })
  expect(await readFile(join(base, 'generated/lamps/openapi.yaml'), 'utf8')).toContain('colour: red')

  await edit(base, 'specs/lamps/examples/lamp-lit.yaml', 'colour: blue}', 'colour: blue}}')
  await says(/^lamps: loaded again/m)
  expect(await lamp()).toMatchObject({ shade: { colour: 'blue' } })

  // redocly.yaml concerns all interfaces: a fault in it is shown with its position, and mending it generates all of them again.
  await edit(base, 'redocly.yaml', 'apis:\n', 'apis: [\n')
  await says(/^redocly\.yaml:\d+:\d+ {2}YAML: .+\nNot in order: the mock serves what it had\.\n/m)
  await edit(base, 'redocly.yaml', 'apis: [\n', 'apis:\n')
  await says(/^lamps: loaded again/m)
  expect((await end('SIGINT')).code).toBe(0)
})

it('a new interface is served without a restart, once it has a definition', async () => {
  const base = await copyWithSample()
  const { origin, says, read } = await startDev(base)
  // The definition comes last.
  const plan = { name: 'desks', title: 'Desk API', prefix: 'DESK' }
  await addInterface({ base, catalogueSchema: 'specs/rules.schema.yaml' }, plan, () =>
    rm(join(base, 'src/interfaces/desks'), { recursive: true }),
  )
  await says(/^src\/interfaces\/desks\/definition\.ts is missing; write it, and save redocly\.yaml again\n/m)
  expect((await fetch(`${origin}/desks/items/item-1`)).status).toBe(404)

  await mkdir(join(base, 'src/interfaces/desks'))
  await writeFile(join(base, 'src/interfaces/desks/definition.ts'), definition)
  await edit(base, 'redocly.yaml', 'apis:\n', 'apis:\n\n')
  await says(/^desks: new, at http:\/\/127\.0\.0\.1:\d+\/desks\n/m)
  expect(await read('/desks/items/item-1')).toMatchObject({ name: 'First item' })
  const { interfaces } = (await read('/_control/interfaces')) as { interfaces: object[] }
  expect(interfaces).toContainEqual(expect.objectContaining({ name: 'desks', baseUrls: [`${origin}/desks`] }))

  await edit(base, 'specs/desks/examples/item.yaml', 'First item', 'Other item')
  await says(/^desks: loaded again/m)
  expect(await read('/desks/items/item-1')).toMatchObject({ name: 'Other item' })
})

it('starts on sources that are broken, with what was generated before, and generates what was edited before', async () => {
  const base = await copyWithSample()
  await edit(base, 'specs/lamps/schemas/Lamp.yaml', 'Shade.yaml', 'Shape.yaml')
  const { says, end } = await startDev(base)
  await says(
    /^specs\/lamps\/schemas\/Lamp\.yaml:8:17 {2}`\$ref: Shape\.yaml` names no file\.[\s\S]+\nNot in order: the mock/m,
  )
  await edit(base, 'specs/lamps/schemas/Lamp.yaml', 'Shape.yaml', 'Shade.yaml')
  await says(/^lamps: loaded again/m)
  await end()

  await edit(base, 'specs/lamps/examples/lamp-lit.yaml', 'colour: green', 'colour: red')
  const again = await startDev(base)
  await again.says(/^lamps: loaded again/m)
  expect(await again.lamp()).toMatchObject({ shade: { colour: 'red' } })
})

const collection = (name: string) => `openapi: 3.1.0
info: {title: ${name}, version: '1'}
paths:
  /${name}:
    post:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/One'}}}}
      responses: {'201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/One'}}}}}
  /${name}/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get:
      responses: {'200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/One'}}}}}
components: {schemas: {One: {$ref: one.yaml}}}
`

it('only the interface whose files were edited starts anew in another repository', async () => {
  const documents = ['lamps', 'doors']
  const one = 'type: object\nproperties: {id: {type: string}}\n'
  const base = folderWith({
    'redocly.yaml': `apis:\n${documents.map((name) => `  ${name}:\n    root: ${name}/openapi.yaml\n`).join('')}`,
    ...Object.fromEntries(documents.map((name) => [`${name}/openapi.yaml`, collection(name)])),
    ...Object.fromEntries(documents.map((name) => [`${name}/one.yaml`, one])),
  })
  const { origin, says } = await startDev(base, join(root, 'src/cli/rulebound.ts'))
  const headers = { 'content-type': 'application/json' }
  const statusOf = async (name: string) => (await fetch(`${origin}/${name}/${name}/1`)).status
  for (const name of documents)
    await fetch(`${origin}/${name}/${name}`, { method: 'POST', headers, body: '{"id": "1"}' })
  expect(await Promise.all(documents.map(statusOf))).toEqual([200, 200])

  await writeFile(
    join(base, 'doors/one.yaml'),
    'type: object\nproperties: {id: {type: string}, open: {type: boolean}}\n',
  )
  await says(/^doors: loaded again in \d+ ms; it starts anew in every session\n/m)
  expect(await Promise.all(documents.map(statusOf))).toEqual([200, 404])

  await writeFile(join(base, 'lamps/openapi.yaml'), 'openapi: [\n')
  await says(/lamps\/openapi\.yaml:2:1 .+\nNot in order: the mock serves what it had\.\n/m)
  expect(await statusOf('lamps')).toBe(200)

  await writeFile(join(base, 'lamps/openapi.yaml'), collection('lamps'))
  await says(/^lamps: loaded again/m)
  await mkdir(join(base, 'doors/rooms'))
  await writeFile(join(base, 'doors/rooms/openapi.yaml'), collection('rooms').replace('one.yaml', '../one.yaml'))
  await edit(base, 'redocly.yaml', 'apis:\n', 'apis:\n  rooms:\n    root: doors/rooms/openapi.yaml\n')
  await says(/^rooms: new, at http:\/\/127\.0\.0\.1:\d+\/rooms\n/m)
})

it.each([
  ['a document', ['./openapi.yaml'], {}],
  [
    'an interface of a workspace',
    [],
    { 'redocly.yaml': 'extends: [minimal]\napis:\n  lamps:\n    root: openapi.yaml\n' },
  ],
])('tells each fault of %s, and serves what was there', async (_, words, files) => {
  const sound = collection('lamps')
    .replace('one.yaml', "'#/components/schemas/Two'")
    .replace('One:', 'Two: {type: object}, One:')
  const base = folderWith({ 'openapi.yaml': sound, 'generated/lamps/types.ts': 'old', ...files })
  const { says } = await startDev(base, join(root, 'src/cli/rulebound.ts'), words)
  const types = () => readFile(join(base, 'generated/lamps/types.ts'), 'utf8')
  if (words.length === 0) await says(/^lamps: generated in \d+ ms\n/m)
  expect((await types()).includes('export interface paths')).toBe(words.length === 0)
  await writeFile(join(base, 'generated/lamps/types.ts'), 'old')
  for (const [fault, line] of [
    ['type: interger', /^openapi\.yaml:12:\d+ .*error {2}struct .+integer/m],
    ["$ref: './none.yaml'", /^openapi\.yaml:12:\d+ .*error.+none\.yaml/m],
  ] as const) {
    await writeFile(join(base, 'openapi.yaml'), sound.replace('type: object', fault))
    await says(line)
    await says(/not in order, the mock serves what it had\n/m)
  }
  await writeFile(join(base, 'openapi.yaml'), sound)
  await says(/loaded again in \d+ ms/)
  expect((await types()).includes('export interface paths')).toBe(words.length === 0)
})
