import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { isAsShown } from '../../../../e2e/guides/transcript.ts'
import { contentsOf, copyRepository } from '../../generate/repository.fixture.ts'

const run = promisify(execFile)
const documents = fileURLToPath(new URL('documents/', import.meta.url))
const guide = fileURLToPath(new URL('../../../../docs/guides/your-own-contracts.md', import.meta.url))

/** Does not compile unless the client knows the paths of the document. */
const caller = `
import { createPetstoreClient } from 'rulebound/petstore'
import { startMock } from 'rulebound/testing'

await using mock = await startMock({ interfaces: ['petstore'] })
const pets = createPetstoreClient({ baseUrl: mock.baseUrl('petstore') })
await pets.POST('/pets', { body: { id: 9, name: 'Mia' } })
const { data } = await pets.GET('/pets/{petId}', { params: { path: { petId: '9' } } })
console.log(data?.name)
`

it('follows the guide: an OpenAPI file becomes a mock with state, checks that can fail, a client and pages', async () => {
  const base = await copyRepository()
  await cp(join(documents, 'petstore.yaml'), join(base, 'openapi.yaml'))
  const inCopy = { cwd: base, encoding: 'utf8' } as const
  const text = await readFile(guide, 'utf8')
  const commands = [...text.matchAll(/^(npm run .+)$/gm)].map(([, command = '']) => command)
  expect(commands).toEqual([
    'npm run new -- petstore --from openapi.yaml',
    'npm run lint -- petstore',
    'npm run test:interface -- petstore',
  ])
  const node = (...args: string[]) => run(process.execPath, args, inCopy)

  const added = await node('src/cli/rulebound.ts', 'new', 'petstore', '--from', 'openapi.yaml')
  expect(added.stdout).toMatch(
    /^Added petstore \(Swagger Petstore\): 3 operations, 6 rules, of which checks show 5, and 9 drafts\.\n/,
  )
  const linted = await node('src/cli/rulebound.ts', 'lint', 'petstore')
  expect(linted.stdout).toBe('1 interface, 1 catalogue, 6 rules, 9 drafts without effect: no problems\n')
  expect((await node('src/cli/rulebound.ts', 'generate')).stdout).toBe('generated/ is up to date\n')
  await node('node_modules/@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', 'src/interfaces/petstore')

  await writeFile(join(base, 'src/caller.ts'), caller)
  const code = ['definition', 'checks', 'client'].map((file) => `src/interfaces/petstore/${file}.ts`)
  const project = { extends: './tsconfig.json', include: [], files: ['src/caller.ts', ...code] }
  await writeFile(join(base, 'caller.json'), JSON.stringify({ ...project, compilerOptions: { incremental: false } }))
  await node('node_modules/typescript-7/bin/tsc', '-p', 'caller.json')
  expect((await node('src/caller.ts')).stdout).toBe('Mia\n')

  const report = ['--reporter=json', '--outputFile=report.json']
  await node('node_modules/vitest/vitest.mjs', 'run', '--project', 'rules: petstore', ...report)
  const { numPassedTests, numFailedTests } = JSON.parse(await readFile(join(base, 'report.json'), 'utf8'))
  // Each of the five rules passes, and fails when it is broken.
  expect([numPassedTests, numFailedTests]).toEqual([10, 0])

  const [program = '', shown = ''] = ['js', 'text'].map((language) => blockOf(text, language))
  const [command = ''] = /^npx rulebound .+$/m.exec(text) ?? []
  const bad = await verifyAsShown(base, program, command)
  expect(isAsShown(bad.output, shown), bad.output).toBe(true)
  expect(bad.status).toBe(1)
  const good = await verifyAsShown(base, program.replace("id: '1'", 'id: 1'), command)
  expect(good).toMatchObject({ status: 0, output: expect.stringContaining('1 inconclusive, 0 skipped, 4 passed') })
}, 240_000)

function blockOf(markdown: string, language: string): string {
  return markdown.split(`\n\`\`\`${language}\n`)[1]?.split('\n```')[0] ?? ''
}

/** Starts the guide's server, runs the guide's command against it, and returns what it prints with the address of the guide. */
async function verifyAsShown(base: string, program: string, command: string) {
  await writeFile(join(base, 'server.mjs'), program)
  const server = spawn(process.execPath, ['server.mjs'], { cwd: base, env: { ...process.env, PORT: '0' } })
  try {
    const [address] = await once(server.stdout.setEncoding('utf8'), 'data')
    const [shown, real] = ['http://127.0.0.1:8080/v1', String(address).trim()]
    const words = command.replace('npx rulebound', `'${process.execPath}' src/cli/rulebound.ts`).replace(shown, real)
    const { CI: _, ...env } = process.env
    const ran = spawnSync('bash', ['-c', `${words} 2>&1`], { cwd: base, env, encoding: 'utf8' })
    return { status: ran.status, output: ran.stdout.replaceAll(real, shown) }
  } finally {
    server.kill()
  }
}

it('takes a Swagger 2.0 document with 42 operations, and writes nothing of one that it refuses', async () => {
  const base = await copyRepository()
  const runNew = (...args: string[]) => {
    const command = ['src/cli/rulebound.ts', 'new', ...args]
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: base, encoding: 'utf8' })
    return { status, stdout, stderr }
  }
  const before = await contentsOf(base)
  await writeFile(join(base, 'bad.yaml'), 'openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths: {/a/../b: {}}\n')
  expect(runNew('things', '--from', 'bad.yaml')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('path /a/../b'),
  })
  expect(runNew('things', '--from', 'none.yaml')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("'none.yaml' is not a file"),
  })
  expect(await contentsOf(base)).toEqual(before)
  await rm(join(base, 'bad.yaml'))

  const { status, stdout, stderr } = runNew('gotify', '--from', join(documents, 'gotify.json'))
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(
    /^Added gotify \(Gotify REST-API\.\): 42 operations, \d+ rules, of which checks show [56]\d, and \d+ drafts\.\n/,
  )
  expect(stdout).toContain('Not kept as it was:\n')
  const linted = await run(process.execPath, ['src/cli/rulebound.ts', 'lint', 'gotify'], {
    cwd: base,
    encoding: 'utf8',
  })
  expect(linted.stdout).toMatch(/drafts without effect: no problems\n$/)
  expect(await readdir(join(base, 'specs/gotify/source'))).toEqual(['openapi.json'])
}, 240_000)
