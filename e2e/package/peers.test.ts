import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { root } from '../../src/workspace/root.ts'
import {
  exportedNames,
  install,
  installRuntimes,
  keptFolder,
  newestNode,
  oldestNode,
  versionOf,
} from './installed.fixture.ts'
import { compilers, importsOf, resolutions, typeCheck } from './type-check.fixture.ts'

const run = promisify(execFile)
const minutes = 60_000

/** The oldest, a middle and the newest version of each peer, each with a version of TypeScript that accepts the types of the peers. */
const projects = [
  {
    name: 'oldest',
    node: oldestNode,
    peers: ['vitest@3.2.0', 'jest@29.7.0', 'expect@29.7.0', 'msw@2.0.0', 'fastify@4.29.1'],
    compiler: compilers['5.6'],
    resolution: resolutions.node16,
  },
  {
    name: 'middle',
    node: process.execPath,
    peers: ['vitest@4.1.12', 'jest@30.5.2', 'expect@30.5.2', 'msw@2.15.0', 'fastify@5.0.0'],
    compiler: compilers['6.0'],
    resolution: resolutions.bundler,
  },
  {
    name: 'newest',
    node: newestNode,
    peers: ['vitest', 'expect', 'msw', 'fastify'].map((name) => `${name}@${versionOf(name)}`),
    compiler: compilers['7.0'],
    resolution: resolutions.nodenext,
  },
].map((project) => ({ ...project, folder: keptFolder(`peers-${project.name}`) }))

const guide = readFileSync(join(root, 'docs/guides/testing.md'), 'utf8')

/** Programs of a project by the names of their files. */
const programs = {
  'guide.vitest.test.ts': blockOf('vitest'),
  'guide.jest.test.ts': blockOf('jest'),
  'matchers.vitest.test.ts': `
    import 'rulebound/validate/vitest'
    import { test } from 'rulebound/testing/vitest'
    import { expect } from 'vitest'
    test('the version is what the document says', async ({ mock, session }) => {
      const response: Response = await session.fetch(mock.baseUrl('kv-cluster') + '/version')
      const matched: Promise<void> = expect(response).toMatchContract('kv-cluster', 'getVersion')
      await matched
      expect(session).toHaveReceived('getVersion', { status: 200 })
      expect(session).not.toHaveReceived('getMetrics')
      expect(session).not.toHaveReceived('getVersions')
    })`,
  'matchers.jest.test.ts': `
    import { expect, test } from '@jest/globals'
    import 'rulebound/validate/jest'
    import { createMock } from 'rulebound/msw'
    test('the version is what the document says', async () => {
      const mock = await createMock({ interfaces: ['kv-cluster'] })
      const response = await mock.fetch(mock.baseUrl('kv-cluster') + '/version')
      await expect(response).toMatchContract('kv-cluster', 'getVersion')
    })`,
  'handlers.ts': `
    import { setupServer } from 'msw/node'
    import { handlers } from 'rulebound/msw'
    const server = setupServer(...handlers('kv-cluster', { at: 'https://cluster.example' }))
    server.listen()
    const { status } = await fetch('https://cluster.example/m1/version')
    server.close()
    console.log(status)`,
  'plugin.ts': `
    import { fastify } from 'fastify'
    import { paramInt } from 'rulebound/request-params'
    import { requestParams } from 'rulebound/request-params/fastify'
    const app = fastify()
    app.register(requestParams)
    app.get('/orders', async () => 'page ' + paramInt('page'))
    console.log((await app.inject('/orders?page=3')).body)`,
}

let missing = ''
const exported = exportedNames().filter((name) => /\/(vitest|jest|msw|fastify)$/.test(name))

beforeAll(async () => {
  missing = await installRuntimes()
  for (const { folder, peers, compiler } of projects) {
    const checker = 'installed' in compiler ? [compiler.installed] : []
    missing ||= await install(folder, inject('packed').tarball, '@types/node@22', ...peers, ...checker)
  }
}, 15 * minutes)

describe.each(projects)('with the $name peers ($peers)', ({ folder, node, peers, compiler, resolution }) => {
  const hasJest = peers.some((peer) => peer.startsWith('jest@'))
  const written = Object.entries(programs).filter(([file]) => hasJest || !file.includes('jest'))

  beforeAll(() => {
    writeFileSync(join(folder, 'imports.ts'), importsOf(exported))
    for (const [file, code] of written) {
      writeFileSync(join(folder, file), code)
      // Neither the oldest Node.js nor Jest reads TypeScript.
      writeFileSync(join(folder, file.replace(/ts$/, 'js')), stripTypeScriptTypes(code))
    }
  })

  it('the type checker accepts the programs and imports', { timeout: 3 * minutes }, async ({ skip }) => {
    if (missing) skip(missing)
    const files = ['imports.ts', ...written.map(([file]) => file)]
    expect(await typeCheck(folder, compiler, { ...resolution, types: ['node'] }, files)).toBe('')
  })

  it('Vitest has fixtures and matchers', { timeout: 2 * minutes }, async ({ skip }) => {
    if (missing) skip(missing)
    const words = [join(folder, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, 'vitest.test.js']
    const { stdout } = await run(node, words, { cwd: folder, env: { ...process.env, NO_COLOR: '1' } })
    expect(stdout).toMatch(/Tests +2 passed/)
  })

  const jest = (cwd: string, ...words: string[]) => {
    const program = ['--experimental-vm-modules', join(folder, 'node_modules/jest/bin/jest.js'), ...words]
    return run(node, program, { cwd, env: { ...process.env, NODE_ENV: 'test' } })
  }
  if (hasJest) {
    it('Jest has matchers', { timeout: 2 * minutes }, async ({ skip }) => {
      if (missing) skip(missing)
      expect((await jest(folder, 'jest.test.js')).stderr).toMatch(/Tests: +2 passed, 2 total/)
    })

    it('Jest has matchers for .mjs in a project of CommonJS', { timeout: 2 * minutes }, async ({ skip }) => {
      if (missing) skip(missing)
      const own = join(folder, 'commonjs')
      mkdirSync(own, { recursive: true })
      writeFileSync(join(own, 'package.json'), '{"type": "commonjs", "jest": {"testMatch": ["**/*.test.*js"]}}')
      writeFileSync(join(own, 'guide.test.mjs'), stripTypeScriptTypes(programs['guide.jest.test.ts']))
      expect((await jest(own, 'guide.test.mjs')).stderr).toMatch(/Tests: +1 passed, 1 total/)
    })
  }

  it.for([
    ['MSW answers as the mock does', 'handlers.js', '200\n'],
    ['Fastify reads parameters', 'plugin.js', 'page 3\n'],
  ] as const)('%s', { timeout: minutes }, async ([, file, printed], { skip }) => {
    if (missing) skip(missing)
    expect((await run(node, [join(folder, file)], { cwd: folder })).stdout).toBe(printed)
  })
})

/** The program of the guide for a test runner. */
function blockOf(runner: string): string {
  const block = new RegExp(`^\`\`\`ts ${runner}\n([\\s\\S]*?)^\`\`\``, 'm').exec(guide)?.[1]
  if (block === undefined) throw new Error(`docs/guides/testing.md has no program for ${runner}`)
  return block
}
