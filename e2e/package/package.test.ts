import { execFile } from 'node:child_process'
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { temporaryFolder } from '../../src/temporary-folder.fixture.ts'
import { pack } from './global-setup.ts'
import { command, installRuntimes, runtimes, startCommand, tooOld } from './installed.fixture.ts'

const run = promisify(execFile)
const minutes = 60_000
const [{ built, tarball, sha256 }, project, missing] = [inject('packed'), inject('project'), inject('notInstalled')]

describe('the package', () => {
  it('publint finds no fault in the package', async () => {
    const { messages, pkg } = await publint({ pkgDir: built, pack: false, strict: true })
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
  })

  it('the package has correct types for every export', async () => {
    const { problems } = (await checkPackage(createPackageFromTarballData(readFileSync(tarball)), {
      excludeEntrypoints: ['./package.json'],
    })) as { problems: { kind: string; resolutionKind?: string; entrypoint?: string }[] }
    // The package is ESM only. It supports neither Node 10's resolution without `exports` nor `require`.
    const faults = problems.filter(
      ({ kind, resolutionKind }) => resolutionKind !== 'node10' && kind !== 'CJSResolvesToESM',
    )
    expect(faults).toEqual([])
  })

  it('a second build makes the same tarball', async () => {
    expect((await pack(temporaryFolder())).sha256).toBe(sha256)
  })

  it('the package has no test, source, dependency or install script, and at most 14 MB', () => {
    const files = globSync('**/*', { cwd: built, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.filter(({ name }) => /\.test\.|\.fixture\.|(?<!\.d)\.ts$/.test(name))).toEqual([])
    const manifest = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'))
    for (const name of ['dependencies', 'optionalDependencies', 'scripts']) expect(manifest).not.toHaveProperty(name)
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
    expect(bytes).toBeLessThan(14_000_000)
  })
})

describe.skipIf(missing)(`installed into an empty project${missing && `: ${missing}`}`, () => {
  const execute = async (file: string, code: string) => {
    writeFileSync(join(project, file), code)
    return (await run(process.execPath, [join(project, file)], { cwd: project })).stdout
  }

  it('the error of importing the package itself names what to import instead', async () => {
    const { stderr } = await execute('root.js', "import 'rulebound'").catch((error) => error)
    expect(stderr).toMatch(/^Error: 'rulebound' itself exports nothing; import a part of it, such as/m)
    // Node.js prints the line of the error, which may not be the whole file.
    expect(stderr.length).toBeLessThan(1500)
  })

  it('the package keeps the names of errors', async () => {
    const code = `
      import { HttpError } from 'rulebound/client'
      import { ControlRefusedError } from 'rulebound/testing'
      import { ContractViolation } from 'rulebound/validate'
      console.log(HttpError.name, ControlRefusedError.name, ContractViolation.name)`
    expect(await execute('names.js', code)).toBe('HttpError ControlRefusedError ContractViolation\n')
  })

  it('the installed mock takes a seed, and its links lead to pages', async () => {
    const seed = join(project, 'seed.yaml')
    writeFileSync(seed, 'interfaces: {orders: {records: {api-keys: {team-key: {owner: our team}}}}}')
    await using mock = await startCommand(['mock', 'orders', '--port', '0', '--seed', seed])
    const headers = { accept: 'application/json', authorization: `Basic ${btoa('team-key:')}` }
    const response = await fetch(`${mock.origin}/orders/api/orders`, { headers })
    expect([response.status, response.headers.get('x-mock-operation')]).toEqual([200, 'listOrders'])
    const links = [...(response.headers.get('link') ?? '').matchAll(/<(.+?)>/g)].map(([, link = '']) => link)
    const printed = [...mock.printed.matchAll(/http:\S+\/docs\/\S*/g)].map(([link]) => link)
    for (const link of [...links, ...printed]) {
      const page = await fetch(new URL(link, mock.origin))
      expect([link, page.status]).toEqual([link, 200])
      const id = link.split('#')[1]
      if (id !== undefined) expect(await page.text()).toContain(`id="${id}"`)
    }
  })

  it('the installed mock serves docs with a diagram and with samples of the typed client', async () => {
    await using mock = await startCommand(['mock', '--port', '0'])
    const read = async (path: string) => {
      const response = await fetch(mock.origin + path)
      expect([path, response.status]).toEqual([path, 200])
      return response.text()
    }
    expect(await read('/')).toContain('href="./orders/"')
    expect(await read('/docs/orders/states/')).toContain('<svg role="img"')
    expect(await read('/docs/orders/operations/listOrders/')).toContain('createOrdersClient')
    expect(await read('/docs/guides/words/')).toContain('sabotage')
  })

  const foreign = process.platform === 'linux' && process.arch === 'x64' ? '' : ': they are installed for Linux on x64'
  describe.skipIf(foreign)(`on other runtimes${foreign}`, () => {
    let noRuntimes = ''
    beforeAll(async () => {
      noRuntimes = await installRuntimes()
    }, 5 * minutes)

    it.for(runtimes)('the client and the mock run in $name', async ({ binary, words }, { skip }) => {
      if (noRuntimes) skip(noRuntimes)
      const readme = readFileSync(join(built, 'README.md'), 'utf8')
      const program = join(project, 'readme.mjs')
      writeFileSync(program, /```js first-call\.mjs\n([\s\S]*?)```/.exec(readme)?.[1] ?? '')
      const { stdout } = await run(binary, [...words, program], { cwd: project })
      expect(stdout).toMatch(/^[0-9a-f-]{36} Shipped\n$/)
    })

    it('the command reports the version that it needs in one line on an older Node.js', async ({ skip }) => {
      if (noRuntimes) skip(noRuntimes)
      await expect(run(tooOld, [command, 'mock'])).rejects.toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/^rulebound \S+ needs Node\.js 22\.13\.0 or newer; this is v20\.19\.0\n$/),
      })
    })
  })
})
