import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, it, onTestFinished } from 'vitest'
import { startProcess } from '../../src/start-process.fixture.ts'
import { temporaryFolder } from '../../src/temporary-folder.fixture.ts'
import { command, environmentWith } from './installed.fixture.ts'

// Every command on a document of four files, from the packed tarball, in a folder with nothing else.

const missing = inject('notInstalled')
const options = (cwd: string) => ({ cwd, env: environmentWith(process.execPath) })

const document = `openapi: 3.1.0
info: {title: Pets, version: 1.0.0}
servers: [{url: 'https://pets.example/v1'}]
security: []
paths:
  /pets:
    get:
      operationId: listPets
      summary: Lists pets.
      responses:
        '200':
          description: The pets.
          content:
            application/json:
              schema: {type: array, items: {$ref: './openapi.yaml#/components/schemas/Pet'}}
        '400': {$ref: '../shared/answers.yaml#/BadRequest'}
  /pets/{petId}:
    parameters: [{name: petId, in: path, required: true, schema: {type: string}}]
    get:
      operationId: getPet
      summary: Reads a pet.
      responses:
        '200':
          description: The pet.
          content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}
        '404': {$ref: '../shared/answers.yaml#/NotFound'}
components:
  schemas:
    Pet:
      oneOf: [{$ref: 'schemas/cat%231.yaml'}, {$ref: 'schemas/small%20dog.yaml'}]
      discriminator: {propertyName: kind, mapping: {cat: 'schemas/cat%231.yaml', dog: './schemas/small%20dog.yaml'}}
`

const files: Readonly<Record<string, string>> = {
  'api/openapi.yaml': document,
  'api/schemas/cat#1.yaml': `type: object
required: [id, kind]
properties:
  id: {type: string}
  kind: {const: cat}
  kittens: {type: array, items: {$ref: '#'}}
  friend: {$ref: ./small%20dog.yaml}
`,
  'api/schemas/small dog.yaml': `type: object
required: [id, kind]
properties: {id: {type: string}, kind: {const: dog}, trouble: {$ref: '../../shared/answers.yaml#/Problem'}}
`,
  'shared/answers.yaml': `Problem: {type: object, properties: {title: {type: string}}}
BadRequest:
  description: The request is not valid.
  content: {application/json: {schema: {$ref: '#/Problem'}}}
NotFound:
  description: There is no such pet.
  content: {application/json: {schema: {$ref: '#/Problem'}}}
`,
}

function write(folder: string, texts: Readonly<Record<string, string>>): string {
  for (const [file, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

/** A git repository, whose files a document may refer to. */
const repositoryWith = (texts = files) => write(temporaryFolder(), { ...texts, '.git/HEAD': 'ref: refs/heads/main\n' })

async function rulebound(cwd: string, ...words: string[]): Promise<{ code: number; output: string }> {
  const { stdout, stderr, code } = await promisify(execFile)(process.execPath, [command, ...words], options(cwd))
    .then((printed) => ({ ...printed, code: 0 }))
    .catch((error) => error)
  return { code, output: stdout + stderr }
}

/** A pet is sent as `kind`, of which the document has two. */
const har = (kind: string) => {
  const content = { mimeType: 'application/json', text: JSON.stringify({ id: 'a', kind }) }
  const request = { method: 'GET', url: 'https://pets.example/v1/pets/a', headers: [], queryString: [] }
  const headers = [{ name: 'content-type', value: 'application/json' }]
  const entry = { startedDateTime: '2026-01-01T00:00:00Z', request, response: { status: 200, headers, content } }
  return JSON.stringify({ log: { version: '1.2', entries: [entry] } })
}

it.for<[words: string, code: number, prints: RegExp, changed?: Readonly<Record<string, string>>]>([
  ['rules api/openapi.yaml', 0, /getPet\/404 [\s\S]*4 rules, 0 without a check/],
  ['lint api/openapi.yaml', 0, /1 document: no problems/],
  ['lint api/openapi.yaml', 1, /api\/schemas\/small dog\.yaml:1:1 .*"objct"/, { 'type: object': 'type: objct' }],
  ['docs api/openapi.yaml --out site', 0, /site\/index\.html/],
  ['verify api/openapi.yaml', 0, /4 rules on the mock .* 0 failed/],
  [
    'validate cat.har api/openapi.yaml --base-url pets-api=https://pets.example/v1',
    0,
    /1 checked, 0 not in the contract/,
  ],
  ['validate cow.har api/openapi.yaml --base-url pets-api=https://pets.example/v1', 1, /kind/],
  ['diff api/openapi.yaml api/openapi.yaml', 0, /[Nn]othing/],
  ['generate api/openapi.yaml', 2, /npm install .*openapi-typescript/],
])('%s', { timeout: 120_000 }, async ([words, code, prints, changed = {}], { skip }) => {
  if (missing) skip(missing)
  const dog = Object.entries(changed).reduce(
    (text, [from, to]) => text.replace(from, to),
    files['api/schemas/small dog.yaml'] ?? '',
  )
  const folder = repositoryWith({
    ...files,
    'api/schemas/small dog.yaml': dog,
    'cat.har': har('cat'),
    'cow.har': har('cow'),
  })
  const { code: ended, output } = await rulebound(folder, ...words.split(' '))
  expect(output).toMatch(prints)
  expect(output).not.toMatch(/\n +at |ERR_MODULE_NOT_FOUND/)
  expect(ended, output).toBe(code)
})

it('refers by default to files in its folder alone, and to others where they are allowed', {
  timeout: 120_000,
}, async ({ skip }) => {
  if (missing) skip(missing)
  const folder = write(temporaryFolder(), files)
  const refused = await rulebound(folder, 'lint', 'api/openapi.yaml')
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('allow it with --allow-files <folder>') })
  for (const [command, prints] of [
    ['lint', /: no problems/],
    ['rules', /4 rules/],
    ['verify', / 0 failed/],
    ['docs', /files/],
  ] as const) {
    const { code, output } = await rulebound(folder, command, 'api/openapi.yaml', '--allow-files', '.')
    expect([command, code, output]).toEqual([command, 0, expect.stringMatching(prints)])
  }
})

it('mocks it', async ({ skip }) => {
  if (missing) skip(missing)
  const mock = startProcess(
    [process.execPath, command, 'mock', 'api/openapi.yaml', '--port', '0'],
    options(repositoryWith()),
  )
  const [, base] = await mock.says(/(http:\/\/127\.0\.0\.1:\d+\/pets-api\/v1)/)
  expect(await (await fetch(`${base}/pets/a`)).json()).toMatchObject({ id: expect.any(String), kind: 'cat' })
  await mock.end()
})

it('compares what a proxy sees with it', async ({ skip }) => {
  if (missing) skip(missing)
  const upstream = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end('{"id":"a","kind":"cow"}')
  })
  await new Promise<void>((listening) => upstream.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void upstream.close().closeAllConnections())
  const address = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`
  const words = ['proxy', 'api/openapi.yaml', '--upstream', address, '--port', '0']
  const proxy = startProcess([process.execPath, command, ...words], options(repositoryWith()))
  const [, base] = await proxy.says(/(http:\/\/127\.0\.0\.1:\d+)/)
  await (await fetch(`${base}/pets/a`)).text()
  const { stdout, stderr } = await proxy.end('SIGTERM')
  expect(stdout + stderr).toMatch(/kind/)
})

it('follows edits of each file, and says what is wrong with them', async ({ skip }) => {
  if (missing) skip(missing)
  const folder = repositoryWith()
  await rulebound(folder, 'init')
  const dev = startProcess([process.execPath, command, 'dev', '--port', '0'], options(folder))
  const [, base] = await dev.says(/(http:\/\/127\.0\.0\.1:\d+\/api\/v1)/)
  await dev.says(/Watching/)
  write(folder, { 'api/openapi.yaml': document.replace('schemas/small%20dog.yaml', 'schemas/smol.yaml') })
  await dev.says(/schemas\/smol\.yaml leads nowhere[\s\S]*api: not in order/)
  write(folder, {
    'api/openapi.yaml': document.replace(
      'petId, in: path, required: true, schema: {type: string}',
      'petId, in: path, required: true, schema: {type: interger}',
    ),
  })
  await dev.says(/openapi\.yaml:\d+:\d+ .*interger[\s\S]*api: not in order/)
  write(folder, { 'api/openapi.yaml': document })
  await dev.says(/api: loaded again/)
  const dog = readFileSync(join(folder, 'api/schemas/small dog.yaml'), 'utf8')
  write(folder, { 'api/schemas/small dog.yaml': dog.replace('required: [id, kind]', 'required: [id, kind, owner]') })
  await dev.says(/(api: loaded again[\s\S]*){2}/)
  expect(await (await fetch(`${base}/pets/a`)).json()).toMatchObject({ kind: 'cat' })
  await dev.end()
})

it.for(['[id]', '@acme', 'api #2'])(
  'makes a workspace of a folder that is called %s',
  { timeout: 60_000 },
  async (name, { skip }) => {
    if (missing) skip(missing)
    const above = temporaryFolder()
    for (const cwd of [write(join(above, name), files), above]) {
      const { code, output } = await rulebound(cwd, 'init')
      expect(output).toContain(`redocly.yaml: api is ${cwd === above ? `${name}/` : ''}api/openapi.yaml`)
      expect(code).toBe(0)
      expect((await rulebound(cwd, 'rules')).output).toContain('4 rules, 0 without a check')
      expect(await rulebound(cwd, 'lint')).toMatchObject({ code: 0, output: expect.stringMatching(/: no problems/) })
    }
  },
)
