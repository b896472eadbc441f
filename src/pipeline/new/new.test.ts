import { execFile, spawnSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { cli } from '../../cli/run-command.fixture.ts'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { contentsOf, copyRepository } from '../generate/repository.fixture.ts'

const run = promisify(execFile)

/** The longest allowed name, with which generated code still fits into the width of a line. */
const longest = 'parking-lots-of-the-inner-city'

function runNew(base: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/cli/rulebound.ts', 'new', ...args], {
    cwd: base,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

/** Does not compile, and does not run, unless the client exists. */
const caller = `
import { createParkingLotsOfTheInnerCityClient, getItem, unwrap } from 'rulebound/${longest}'
import { startMock } from 'rulebound/testing'

await using mock = await startMock({ interfaces: ['${longest}'] })
const lots = createParkingLotsOfTheInnerCityClient({ baseUrl: mock.baseUrl('${longest}') })
console.log((await unwrap(getItem(lots, { itemId: 'item-1' }))).name)
await mock.fail('getItem', { status: 404 })
`

/** The smallest definition, as CONTRIBUTING.md shows it. */
async function leastDefinition(base: string): Promise<string> {
  const text = await readFile(join(base, 'CONTRIBUTING.md'), 'utf8')
  const [, code = ''] = /```ts\n([^`]*export const definition[^`]*)```/.exec(text) ?? []
  return code.replaceAll(/^ {3}/gm, '').replaceAll('<name>', longest)
}

it('a new interface passes the lint, the types, its checks and the proof of its checks at once', async () => {
  const base = await copyRepository()
  const added = runNew(base, longest, '--title', 'Parking: lots (inner city)', '--prefix', 'LOTS')
  expect(added.stderr).toBe('')
  expect(added.stdout).toMatch(/^Added parking-lots-.+\n 8\. .+scripts\/package\/readme\.md\n 9\. .+\n10\. .+\n$/s)

  const inCopy = { cwd: base, encoding: 'utf8' } as const
  const node = (...args: string[]) => run(process.execPath, args, inCopy)
  expect((await node('src/cli/rulebound.ts', 'lint', longest)).stdout).toMatch(/1 document: no problem/)
  expect((await node('src/cli/rulebound.ts', 'generate')).stdout).toBe('generated/ is up to date\n')
  await node('node_modules/@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', `src/interfaces/${longest}`)

  await writeFile(join(base, 'src/caller.ts'), caller)
  await writeFile(join(base, `src/interfaces/${longest}/least.ts`), await leastDefinition(base))
  const code = ['definition', 'checks', 'least'].map((file) => `src/interfaces/${longest}/${file}.ts`)
  const project = { extends: './tsconfig.json', include: [], files: ['src/caller.ts', ...code] }
  await writeFile(join(base, 'caller.json'), JSON.stringify({ ...project, compilerOptions: { incremental: false } }))
  await node('node_modules/typescript-7/bin/tsc', '-p', 'caller.json')
  expect((await node('src/caller.ts')).stdout).toBe('First item\n')

  const report = ['--reporter=json', '--outputFile=report.json']
  await node('node_modules/vitest/vitest.mjs', 'run', '--project', `rules: ${longest}`, ...report)
  const { testResults } = JSON.parse(await readFile(join(base, 'report.json'), 'utf8')) as {
    testResults: { assertionResults: { title: string; status: string }[] }[]
  }
  const passed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed')
    .map(({ title }) => title)
  expect(passed.sort()).toEqual([
    'LOTS-001 fails when broken',
    'LOTS-001: An item is read by its id.',
    `the checks of ${longest} meet all of its document`,
  ])
})

it('an interface in another repository has what that has a place for, and its check is proven', async () => {
  const base = temporaryFolder()
  await writeFile(join(base, 'redocly.yaml'), 'apis:\n  lamps:\n    root: openapi.yaml # here\n')
  await writeFile(join(base, 'openapi.yaml'), 'openapi: 3.1.0\ninfo: {title: Lamps, version: "1"}\npaths: {}\n')
  const rulebound = (...words: string[]) => {
    const { stdout, stderr } = spawnSync(process.execPath, [cli, ...words], { cwd: base, encoding: 'utf8' })
    return stdout + stderr
  }
  expect(rulebound('new', 'parking')).toMatch(/^Added parking, .+\n\n(( \d|10)\. .+\n){10}$/)
  expect(await readFile(join(base, 'redocly.yaml'), 'utf8')).toContain('    root: openapi.yaml # here\n  parking:\n')
  expect((await readdir(base)).sort()).toEqual(['openapi.yaml', 'redocly.yaml', 'specs', 'src'])
  expect((await readdir(join(base, 'src/interfaces/parking'))).sort()).toEqual([
    'behaviour.mts',
    'checks.mts',
    'definition.mts',
  ])
  // One for the rule of the catalogue, and one for each of the two documented answers.
  expect(rulebound('verify', 'prove', 'parking')).toBe('3 checks, and each fails where just its rule is broken\n')
  expect(rulebound('new', 'garage', '--prefix', 'PARK')).toMatch(
    /^specs\/parking\/rules\.yaml has the prefix PARK already/,
  )
  expect(rulebound('new', 'parking')).toMatch(/^redocly\.yaml has an interface 'parking' already/)
})

it('refuses bad names, titles and prefixes in one message, and changes no file', async () => {
  const base = await copyRepository()
  await writeFile(join(base, 'docs/guides/half.md'), '# Half\n')
  const before = await contentsOf(base)
  const refused = (...args: string[]) => runNew(base, ...args).stderr
  expect(refused()).toMatch(/^error: missing required argument 'name'\n$/)
  expect(refused('a', 'b')).toMatch(/^error: too many arguments/)
  for (const name of ['Parking', '../parking', 'parking/lots', 'p', '2nd', 'a--b', 'a-', 'x'.repeat(31)]) {
    expect(refused(name)).toBe(
      `'${name}' cannot name an interface. A name has 2 to 30 small letters, digits and single hyphens, and starts with a letter, such as parking or parking-lots.\n`,
    )
  }
  for (const name of ['testing', 'validate', 'request-params', 'shared']) {
    expect(refused(name)).toBe(`'${name}' is taken: the package or a folder of specs/ has that name. Choose another.\n`)
  }
  for (const name of ['orders', 'mock-control'])
    expect(refused(name)).toBe(`redocly.yaml has an interface '${name}' already. Choose another name.\n`)
  expect(refused('half')).toBe("docs/guides/half.md exists already. Remove it, or choose another name than 'half'.\n")
  expect(refused('parking', '--prefix', 'ORD')).toBe(
    'specs/orders/rules.yaml has the prefix ORD already. Give another with --prefix.\n',
  )
  expect(refused('parking', '--prefix', 'park')).toMatch(
    /^--prefix takes 2 to 8 capital letters .+'park' does not\.\n$/,
  )
  expect(refused('parking', '--title', 'a\nb')).toMatch(/^--title takes one line .+\n$/)
  expect(refused('parking', '--tilte', 'x')).toMatch(/^error: unknown option '--tilte'; did you mean --title\?\n$/)
  expect(await contentsOf(base)).toEqual(before)
})

it('refuses a repository in which another interface is broken in one message, and changes no file', async () => {
  const base = await copyRepository()
  await writeFile(join(base, 'specs/orders/openapi.yaml'), 'openapi: [\n')
  const before = await contentsOf(base)
  expect(runNew(base, 'parking')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^parking is not added, and no file is changed:\nspecs\/orders\/openapi\.yaml:\d+:/),
  })
  expect(await contentsOf(base)).toEqual(before)
  expect((await readdir(base)).filter((name) => name.startsWith('.new-'))).toEqual([])
})
