import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { startProcess } from '../../src/start-process.fixture.ts'
import { temporaryFolder } from '../../src/temporary-folder.fixture.ts'
import { root } from '../../src/workspace/root.ts'
import {
  environmentWith,
  install,
  command as installed,
  installRuntimes,
  newestNode,
  oldestNode,
} from './installed.fixture.ts'

const run = promisify(execFile)
const minutes = 60_000
const { tarball } = inject('packed')
let missing = inject('notInstalled')

const lamps = `openapi: 3.1.0
info: {title: Lamps, version: 1.0.0}
servers: [{url: 'https://lamps.example/v1'}]
paths:
  /lamps/{lampId}:
    parameters: [{name: lampId, in: path, required: true, schema: {type: string}}]
    get:
      operationId: getLamp
      summary: Reads a lamp.
      security: []
      x-rules: [LMP-001]
      responses:
        '200':
          description: The lamp.
          content: {application/json: {schema: {$ref: '#/components/schemas/Lamp'}}}
        '404': {description: There is no such lamp.}
components:
  schemas:
    Lamp: {type: object, required: [id, lit], properties: {id: {type: string}, lit: {type: boolean}}}
`

const rules = `rules:
  - id: LMP-001
    statement: A lamp that is read has the ID of the request.
    kind: behaviour
`

const definition = (typed: boolean) => `import { problemDetails } from 'rulebound/behaviour'
${typed ? "import type { InterfaceDefinition } from 'rulebound/behaviour'\nimport type { operations } from '../../../generated/lamps/types.ts'\n" : ''}
export const definition${typed ? ': InterfaceDefinition<operations>' : ''} = {
  behaviours: { getLamp: async ({ path }) => ({ status: 200, body: { id: path.lampId, lit: true } }) },
  credentials: [],
  renderRefusal: problemDetails,
}
`

const checks = `import { changesBody, expect, on } from 'rulebound/check'

export const checks = {
  roles: { anyone: { description: 'A caller.', values: {}, onMock: {} } },
  samples: [],
  checks: {
    'LMP-001': {
      sabotage: on('getLamp', changesBody, () => ({ id: 'other', lit: true })),
      async run(t) {
        const { body } = await t.call('getLamp', { path: { lampId: 'hall' } })
        expect(body.id, 'ID of the lamp').toBe('hall')
      },
    },
  },
}
`

beforeAll(async () => {
  missing ||= await installRuntimes()
}, 10 * minutes)

function write(folder: string, files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
}

describe.each([
  {
    title: 'one document and TypeScript, on the newest Node.js',
    node: newestNode,
    typed: true,
    paths: ['openapi.yaml'],
  },
  {
    title: 'one document and TypeScript, on the oldest Node.js',
    node: oldestNode,
    typed: true,
    paths: ['openapi.yaml'],
  },
  {
    title: 'two documents and no TypeScript, on the oldest Node.js',
    node: oldestNode,
    typed: false,
    paths: ['apis/doors/openapi.yaml', 'apis/lamps/openapi.yaml'],
  },
])('a repository with $title', ({ node, typed, paths }) => {
  it('goes from init to a behaviour and a proven rule', { timeout: 10 * minutes }, async ({ skip }) => {
    if (missing) skip(missing)
    const folder = join(temporaryFolder(), 'lamps')
    const peers = ['@redocly/openapi-core', ...(typed ? ['openapi-typescript', 'typescript'] : [])]
    const versions = peers.map((name) => {
      const manifest = readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')
      return `${name}@${JSON.parse(manifest).version}`
    })
    const notInstalled = await install(folder, tarball, ...versions)
    if (notInstalled) skip(notInstalled)
    const program = join(folder, 'node_modules/rulebound/src/cli/rulebound.js')
    const options = { cwd: folder, env: environmentWith(node) }
    const rulebound = async (...words: string[]) => (await run(node, [program, ...words], options)).stdout
    for (const path of paths) write(folder, { [path]: lamps })

    expect(await rulebound('init')).toContain(`redocly.yaml: lamps is ${paths.at(-1)}`)
    expect(await rulebound('init')).toMatch(/^Nothing is left to do/)
    expect(await rulebound('lint')).toMatch(new RegExp(`^${paths.length} documents?, 0 rules: `, 'm'))
    if (typed) expect(await rulebound('generate')).toContain('generated/lamps/types.ts')

    write(folder, {
      [join(dirname(paths.at(-1) ?? ''), 'rules.yaml')]: rules,
      [`src/interfaces/lamps/definition.${typed ? 'ts' : 'js'}`]: definition(typed),
      'src/interfaces/lamps/checks.mjs': checks,
    })
    expect(await rulebound('verify', 'lamps')).toMatch(/lamps .+ 1 inconclusive .+ 2 passed/)
    const proof = '2 checks, and each fails where just its rule is broken\n'
    expect(await rulebound('verify', 'lamps', '--prove')).toBe(proof)

    const mock = startProcess([node, program, 'mock', '--port', '0'], options)
    const [, origin] = await mock.says(/lamps +(http:\/\/127\.0\.0\.1:\d+)/)
    const answer = await fetch(`${origin}/lamps/v1/lamps/hall`)
    expect(await answer.json()).toEqual({ id: 'hall', lit: true })
    await mock.end()

    write(folder, { [`src/interfaces/lamps/definition.${typed ? 'ts' : 'js'}`]: 'export const definition = {\n' })
    const broken = run(node, [program, 'verify', 'lamps'], options)
    await expect(broken).rejects.toMatchObject({
      stderr: expect.stringMatching(/^src\/interfaces\/lamps\/definition\.[jt]s cannot be loaded:/),
    })
  })
})

it('serves a single document where it lies, and writes nothing beside it', { timeout: 2 * minutes }, async ({
  skip,
}) => {
  if (missing) skip(missing)
  const folder = temporaryFolder()
  write(folder, { 'shop.yaml': lamps })
  const mock = startProcess([newestNode, installed, 'mock', './shop.yaml', '--port', '0'], {
    cwd: folder,
    env: environmentWith(newestNode),
  })
  const [, origin] = await mock.says(/shop +(http:\/\/127\.0\.0\.1:\d+)/)
  expect(await (await fetch(`${origin}/shop/v1/lamps/hall`)).json()).toMatchObject({ id: expect.any(String) })
  expect(readdirSync(folder)).toEqual(['shop.yaml'])
  await mock.end()
})
