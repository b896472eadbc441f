import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { install, installRuntimes, keptFolder, runtimes, tooOld } from './installed.fixture.ts'
import { packPackage } from './packed.fixture.ts'

const run = promisify(execFile)
const minutes = 60_000

const project = keptFolder('project')
let packed: Awaited<ReturnType<typeof packPackage>>
/** Why nothing could be installed; empty if it could. */
let noInstall = ''

beforeAll(async () => {
  packed = await packPackage()
  noInstall = await install(project, packed.tarball)
}, 10 * minutes)
afterAll(() => packed?.[Symbol.dispose]())

describe('the package', () => {
  it('is found in order by publint', async () => {
    const { messages, pkg } = await publint({ pkgDir: packed.built, pack: false, strict: true })
    const faults = messages.map((message) => formatMessage(message, pkg))
    expect(faults).toEqual([])
  })

  it('has types that are right for every export', async () => {
    const { problems } = (await checkPackage(createPackageFromTarballData(readFileSync(packed.tarball)), {
      excludeEntrypoints: ['./package.json'],
    })) as { problems: { kind: string; resolutionKind?: string; entrypoint?: string }[] }
    // The package is ESM only. It supports neither Node 10's resolution without `exports` nor `require`.
    const faults = problems.filter(
      ({ kind, resolutionKind }) => resolutionKind !== 'node10' && kind !== 'CJSResolvesToESM',
    )
    expect(faults).toEqual([])
  })

  it('has an export for each client, and no wildcard', () => {
    const names = Object.keys(packed.manifest.exports)
    const clients = globSync('src/interfaces/*/client.js', { cwd: packed.built }).map(
      (file) => `./${file.split('/')[2]}`,
    )
    expect(clients.length).toBeGreaterThan(0)
    expect(names).toEqual(expect.arrayContaining(clients))
    expect(names.filter((name) => name.includes('*'))).toEqual([])
  })

  it('holds no test, no source and nothing that only the repository needs', () => {
    const files = globSync('**/*', { cwd: packed.built, exclude: ['*.tgz'] })
    expect(files.filter((file) => /\.test\.|\.fixture\.|(?<!\.d)\.ts$/.test(file))).toEqual([])
  })
})

describe('installed into an empty project', () => {
  it('brings no further package, runs no install script, and takes at most 10 MB', () => {
    expect(packed.manifest).not.toHaveProperty('dependencies')
    expect(packed.manifest).not.toHaveProperty('optionalDependencies')
    expect(packed.manifest).not.toHaveProperty('scripts')
    const files = globSync('**/*', { cwd: packed.built, exclude: ['*.tgz'], withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
    expect(bytes).toBeLessThan(10_000_000)
  })

  it('names every package that it contains, with its licence', () => {
    const notices = readFileSync(join(packed.built, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
    expect(notices).toMatch(/^@stoplight\/prism-http \d\S+ \(Apache-2\.0\)$/m)
    expect(notices).toMatch(/^commander \d\S+ \(MIT\)$/m)
  })

  it(
    'can be imported, every export of it',
    async ({ skip }) => {
      if (noInstall) skip(noInstall)
      const names = Object.keys(packed.manifest.exports).filter(
        (name) => name !== '.' && name !== './package.json' && !/\/(vitest|jest|msw)$/.test(name),
      )
      const imports = names.map(
        (name) => `console.log('${name}', Object.keys(await import('rulebound${name.slice(1)}')).length > 0)`,
      )
      const printed = await execute('imports.js', imports.join('\n'))
      expect(printed).toBe(names.map((name) => `${name} true\n`).join(''))
    },
    minutes,
  )

  it(
    'says what to import instead of the package itself',
    async ({ skip }) => {
      if (noInstall) skip(noInstall)
      const { stderr } = await execute('root.js', "import 'rulebound'").catch((error) => error)
      expect(stderr).toMatch(/^Error: 'rulebound' itself exports nothing; import a part of it, such as/m)
      // Node.js prints the line of the error, which may not be the whole file.
      expect(stderr.length).toBeLessThan(1500)
    },
    minutes,
  )

  it(
    'has the command',
    async ({ skip }) => {
      if (noInstall) skip(noInstall)
      const command = join(project, 'node_modules/.bin/rulebound')
      expect((await run(process.execPath, [command, '--help'])).stdout).toContain('Usage: rulebound')
      const seed = join(project, 'seed.yaml')
      writeFileSync(seed, 'interfaces: {orders: {records: {api-keys: {team-key: {owner: our team}}}}}')
      const mock = spawn(process.execPath, [command, 'mock', 'orders', '--port', '0', '--seed', seed], {
        cwd: project,
      })
      const ended = once(mock, 'exit')
      let printed = ''
      for await (const chunk of mock.stdout) {
        printed += chunk
        if (printed.includes('Try:')) break
      }
      const [origin = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? []
      const headers = { accept: 'application/json', authorization: `Basic ${btoa('team-key:')}` }
      expect((await fetch(`${origin}/orders/api/orders`, { headers })).status).toBe(200)
      expect(printed, 'the package has no docs').toMatch(/^interface +base URL$/m)
      const docs = await (await fetch(`${origin}/docs/`)).json()
      expect(docs).toMatchObject({ detail: expect.stringContaining('rendered by the repository') })
      mock.kill('SIGTERM')
      await ended
    },
    minutes,
  )

  const foreign = process.platform === 'linux' && process.arch === 'x64' ? '' : ': they are installed for Linux on x64'
  describe.skipIf(foreign)(`on other runtimes${foreign}`, () => {
    let missing = ''
    beforeAll(async () => {
      missing = noInstall || (await installRuntimes())
    }, 5 * minutes)

    it.for(runtimes)(
      'has a client and a mock that run in $name',
      { timeout: minutes },
      async ({ binary, words }, { skip }) => {
        if (missing) skip(missing)
        const program = join(project, 'readme.mjs')
        writeFileSync(program, readmeCall())
        const { stdout } = await run(binary, [...words, program], { cwd: project })
        expect(stdout).toMatch(/^[0-9a-f-]{36} Shipped\n$/)
      },
    )

    it(
      'tells an older Node in one line which version it needs',
      async ({ skip }) => {
        if (missing) skip(missing)
        const command = join(project, 'node_modules/rulebound/src/cli/rulebound.js')
        await expect(run(tooOld, [command, 'mock'])).rejects.toMatchObject({
          code: 1,
          stdout: '',
          stderr: expect.stringMatching(/^rulebound \S+ needs Node\.js 22\.13\.0 or newer; this is v20\.19\.0\n$/),
        })
      },
      minutes,
    )

    it(
      'checks the mock, rule by rule, without a test runner',
      async ({ skip }) => {
        if (missing) skip(missing)
        const command = [join(project, 'node_modules/.bin/rulebound'), 'verify', 'orders', '--only', 'ORD-06']
        expect((await run(process.execPath, command)).stdout).toMatch(
          / 0 failed, 0 differs, 0 inconclusive, 0 skipped, \d+ passed\n/,
        )
      },
      minutes,
    )
  })

  async function execute(file: string, code: string): Promise<string> {
    writeFileSync(join(project, file), code)
    return (await run(process.execPath, [join(project, file)], { cwd: project })).stdout
  }
})

function readmeCall(): string {
  const [, code = ''] =
    /```js first-call\.mjs\n([\s\S]*?)```/.exec(readFileSync(join(packed.built, 'README.md'), 'utf8')) ?? []
  return code
}
