import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, inject, it } from 'vitest'
import { startProcess } from '../../src/start-process.fixture.ts'
import { folderWith, temporaryFolder } from '../../src/temporary-folder.fixture.ts'
import { root } from '../../src/workspace/root.ts'
import {
  environmentWith,
  install,
  command as installed,
  installRuntimes,
  keptFolder,
  newestNode,
  oldestNode,
} from './installed.fixture.ts'
import { compilers, resolutions, typeCheck } from './type-check.fixture.ts'

const run = promisify(execFile)
const minutes = 60_000
const { tarball } = inject('packed')
let missing = inject('notInstalled')
const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const versions: Record<string, string> = { ...dependencies, ...devDependencies }

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

const definition = (typed: boolean, lit: boolean) => `import { problemDetails } from 'rulebound/behaviour'
${typed ? "import type { InterfaceDefinition } from 'rulebound/behaviour'\nimport type { operations } from '../../../generated/lamps/types.ts'\n" : ''}
export const definition${typed ? ': InterfaceDefinition<operations>' : ''} = {
  behaviours: { getLamp: async ({ path }) => ({ status: 200, body: { id: path.lampId, lit: ${lit} } }) },
  credentials: [],
  renderRefusal: problemDetails,
}
`

const nodenext = { ...resolutions.nodenext, allowImportingTsExtensions: true, types: ['node'] }

const client = `import createClient from 'openapi-fetch'
import type { paths } from './generated/lamps/types.ts'
const { GET } = createClient<paths>({ baseUrl: process.argv[2] ?? '' })
const { data } = await GET('/lamps/{lampId}', { params: { path: { lampId: 'hall' } } })
const lit: boolean | undefined = data?.lit
// @ts-expect-error the document has no such member
data?.colour
console.log(lit)
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

const several = ['apis/doors/openapi.yaml', 'apis/lamps/openapi.yaml']

it.for([
  ['one document and TypeScript, on the newest Node.js', newestNode, true, ['openapi.yaml']],
  ['one document and TypeScript, on the oldest Node.js', oldestNode, true, ['openapi.yaml']],
  ['two documents and TypeScript, on the newest Node.js', newestNode, true, several],
  ['two documents and no TypeScript, on the oldest Node.js', oldestNode, false, several],
] as const)(
  'a repository with %s goes from init to a proven rule, a client, an edit and its diff',
  { timeout: 15 * minutes },
  async ([, node, typed, paths], { skip }) => {
    if (missing) skip(missing)
    const folder = join(temporaryFolder(), 'lamps')
    const packages = ['@stoplight/spectral-cli']
    const typedPackages = ['openapi-typescript', 'typescript', 'openapi-fetch', '@types/node']
    const named = (typed ? [...packages, ...typedPackages] : packages).map((name) => `${name}@${versions[name]}`)
    const notInstalled = await install(folder, tarball, ...named)
    if (notInstalled) skip(notInstalled)
    const program = join(folder, 'node_modules/rulebound/src/cli/rulebound.js')
    const options = { cwd: folder, env: environmentWith(node) }
    const start = (...words: string[]) => startProcess([node, program, ...words], options)
    const rulebound = async (...words: string[]) => {
      const { stdout, stderr } = await run(node, [program, ...words], options)
      expect(stderr).not.toContain('Warning')
      return stdout
    }
    const git = (...words: string[]) =>
      run('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...words], options)
    const document = paths.at(-1) ?? ''
    const code = `src/interfaces/lamps/definition.${typed ? 'ts' : 'js'}`
    write(folder, { ...Object.fromEntries(paths.map((path) => [path, lamps])), '.gitignore': 'node_modules\ndist\n' })
    await git('init', '--quiet', '--initial-branch=main')
    await git('add', '--all')
    await git('commit', '--quiet', '--message=before')

    expect(await rulebound('init')).toContain(`redocly.yaml: lamps is ${document}`)
    expect(await rulebound('init')).toMatch(/^Nothing is left to do/)
    expect(await rulebound('lint')).toMatch(new RegExp(`^${paths.length} documents?: `, 'm'))

    const plain = start('mock', '--port', '0')
    const [, plainOrigin] = await plain.says(/lamps +(http:\/\/127\.0\.0\.1:\d+)/)
    const example = await fetch(`${plainOrigin}/lamps/v1/lamps/hall`)
    expect(await example.json()).toEqual({ id: expect.any(String), lit: expect.any(Boolean) })
    await plain.end()

    expect(await rulebound('docs')).toMatch(/^\d+ files, .+: dist\/docs\/index\.html\n$/)
    expect(readFileSync(join(folder, 'dist/docs/index.html'), 'utf8')).toContain('Lamps')

    write(folder, {
      [join(dirname(document), 'rules.yaml')]: rules,
      [code]: definition(typed, true),
      'src/interfaces/lamps/checks.mjs': checks,
    })
    expect(await rulebound('rules', 'lamps')).toMatch(/^LMP-001 .+\n {2}getLamp · has a check · .*rules\.yaml:2$/m)
    expect(await rulebound('verify', 'lamps')).toMatch(/lamps .+ 1 inconclusive .+ 2 passed/)
    const proof = '2 checks, and each fails where just its rule is broken\n'
    expect(await rulebound('verify', 'prove', 'lamps')).toBe(proof)

    const mock = start('mock', '--port', '0')
    const [, served] = await mock.says(/lamps +(http:\/\/127\.0\.0\.1:\d+)/)
    expect(await rulebound('verify', 'lamps', '--base-url', `${served}/lamps/v1`)).toMatch(
      /lamps .+ 0 failed.+ [1-9]\d* passed/,
    )
    await mock.end()

    const dev = start('dev', '--port', '0')
    const [, origin] = await dev.says(/lamps +(http:\/\/127\.0\.0\.1:\d+)/)
    const lit = async () => (await fetch(`${origin}/lamps/v1/lamps/hall`)).json()
    expect(await lit()).toEqual({ id: 'hall', lit: true })
    write(folder, { [code]: definition(typed, false) })
    await dev.says(/^lamps: loaded again/m)
    expect(await lit()).toEqual({ id: 'hall', lit: false })
    write(folder, { [code]: 'export const definition = {\n' })
    await dev.says(/^src\/interfaces\/lamps\/definition\.[jt]s cannot be loaded:/m)
    expect(await lit()).toEqual({ id: 'hall', lit: false })

    if (typed) {
      expect(await rulebound('generate')).toContain('generated/lamps/types.ts')
      write(folder, { 'client.ts': client })
      expect(await typeCheck(folder, compilers['5.9'], nodenext, ['client.ts'])).toBe('')
      write(folder, { 'client.mjs': stripTypeScriptTypes(client) })
      const { stdout } = await run(node, ['client.mjs', `${origin}/lamps/v1`], options)
      expect(stdout).toBe('false\n')
    }
    await dev.end()

    write(folder, { [document]: lamps.replace('required: [id, lit]', 'required: [id]') })
    const changed = await run(node, [program, 'diff'], options).catch((error) => error)
    expect(changed.stdout).toMatch(/^lamps\n {2}breaking {2}response-member-optional {2}/m)
    expect(changed.code).toBe(1)
  },
)

it.each([
  { extends: 'rulebound/spectral', finds: /openapi\.yaml[\s\S]* operation-summary-form / },
  { extends: '[[rulebound/spectral, off]]', finds: /No results with a severity of 'error' found!/ },
])('a ruleset of Spectral extends $extends', { timeout: 5 * minutes }, async ({ extends: extended, finds }) => {
  const folder = keptFolder('spectral')
  const notInstalled = await install(folder, tarball, `@stoplight/spectral-cli@${versions['@stoplight/spectral-cli']}`)
  if (notInstalled) throw new Error(notInstalled)
  write(folder, { 'openapi.yaml': lamps, '.spectral.yaml': `extends: ${extended}\n` })
  const spectral = [join(folder, 'node_modules/.bin/spectral'), 'lint', 'openapi.yaml']
  const options = { cwd: folder, env: environmentWith(newestNode) }
  expect((await run(newestNode, spectral, options).catch((error) => error)).stdout).toMatch(finds)
})

it('the mock serves a single document where it lies, and writes nothing beside it', { timeout: 2 * minutes }, async ({
  skip,
}) => {
  if (missing) skip(missing)
  const folder = folderWith({ 'shop.yaml': lamps })
  const mock = startProcess([newestNode, installed, 'mock', './shop.yaml', '--port', '0'], {
    cwd: folder,
    env: environmentWith(newestNode),
  })
  const [, origin] = await mock.says(/shop +(http:\/\/127\.0\.0\.1:\d+)/)
  expect(await (await fetch(`${origin}/shop/v1/lamps/hall`)).json()).toMatchObject({ id: expect.any(String) })
  expect(readdirSync(folder)).toEqual(['shop.yaml'])
  await mock.end()
})
