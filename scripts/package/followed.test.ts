import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { transform } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findWrongSteps, isAsShown, readSteps, runSteps } from '../../e2e/guides/transcript.ts'
import { root } from '../../src/workspace/root.ts'
import {
  environmentWith,
  install,
  installRuntimes,
  keptFolder,
  newestNode,
  oldestNode,
  oldestVersion,
} from './installed.fixture.ts'
import { packPackage } from './packed.fixture.ts'

const minutes = 60_000
const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'rulebound-followed-'))
let packed: Awaited<ReturnType<typeof packPackage>>
let missing = ''

beforeAll(async () => {
  packed = await packPackage()
  missing = await installRuntimes()
}, 10 * minutes)
afterAll(() => {
  packed?.[Symbol.dispose]()
  rmSync(folder, { recursive: true, force: true })
})

describe.each([
  { name: 'the oldest Node.js', node: oldestNode },
  { name: 'the newest Node.js', node: newestNode },
])('on $name', ({ name, node }) => {
  it('the readme of the package does what it says, word by word', { timeout: 3 * minutes }, async ({ skip }) => {
    if (missing) skip(missing)
    const project = join(folder, name.replaceAll(' ', '-'))
    mkdirSync(project)
    const readme = readFileSync(join(packed.built, 'README.md'), 'utf8')
    for (const [, file = '', code = ''] of readme.matchAll(/^```js (\S+)\n([\s\S]*?)^```/gm))
      writeFileSync(join(project, file), code)
    const env = environmentWith(node)
    // The command that the readme starts in another terminal, with a free port.
    const [, server = ''] = /^```sh\n(.*)\n```/m.exec(readme) ?? []
    const [installation, later] = splitAfterInstall(readSteps(readme))
    // No registry has the version that will be published.
    for (const step of installation)
      step.command = step.command.replace(/install rulebound$/, `install ${packed.tarball}`)
    const before = await runSteps(installation, { origin: '', session: 'readme', folder: project, env })
    expect(readFileSync(join(project, 'node_modules/rulebound/package.json'), 'utf8'), before.join('\n')).toContain(
      '"version"',
    )
    await using mock = await startCommand(`exec ${server} --port 0`, project, env)
    const printed = [
      ...before,
      ...(await runSteps(later, { origin: mock.origin, session: 'readme', folder: project, env })),
    ]
    const steps = [...installation, ...later]
    const wrong = steps.filter(({ expected }, index) => !isAsShown(printed[index] ?? '', expected))
    expect(wrong.map((step) => ({ ...step, printed: printed[steps.indexOf(step)] }))).toEqual([])
    expect(steps.length).toBeGreaterThan(5)
  })
})

describe('on the oldest Node.js, with the installed package', () => {
  const project = keptFolder('guides')
  const installed = join(project, 'node_modules/rulebound/src/cli/rulebound.js')
  const env = environmentWith(oldestNode)
  let mock: Awaited<ReturnType<typeof startCommand>>

  beforeAll(async () => {
    missing ||= await install(project, packed.tarball, ...imported.map((name) => `${name}@${versionOf(name)}`))
    if (!missing) mock = await startCommand(`exec node ${installed} mock --port 0`, project, env)
  }, 5 * minutes)
  afterAll(() => mock?.[Symbol.asyncDispose]())

  const guides = globSync('docs/guides/*.md', { cwd: root }).filter((page) =>
    /^\$ /m.test(readFileSync(join(root, page), 'utf8')),
  )
  it.for(guides.sort())('%s prints what it shows', { timeout: 2 * minutes }, async (page, { skip }) => {
    if (missing) skip(missing)
    const guide = readFileSync(join(root, page), 'utf8')
    const stage = {
      origin: mock.origin,
      session: `guide-${basename(page, '.md')}`,
      folder: root,
      env: { ...env, ...withTypes },
      command: `node ${installed}`,
    }
    expect(await findWrongSteps(guide, stage)).toBe('')
  })

  const pages = ['docs/guides/clients/*.md', 'docs/guides/request-params/*.md', 'docs/guides/testing.md']
  const programs = globSync(pages, { cwd: root }).flatMap((page) => {
    const found = readPrograms(readFileSync(join(root, page), 'utf8'))
    return found.length > 0 ? [{ page, found }] : []
  })
  it.for(programs)(
    'the programs of $page print what it shows',
    { timeout: 2 * minutes },
    async ({ page, found }, { skip }) => {
      if (missing) skip(missing)
      for (const { line, code, printed } of found) {
        await fetch(`${mock.origin}/_control/sessions/default/reset`, { method: 'POST' })
        // This Node.js supports neither types nor `await using`.
        const compiled = await transform(code, { loader: 'ts', target: `node${oldestVersion}`, format: 'esm' })
        const program = join(project, `${basename(page, '.md')}-${line}.mjs`)
        writeFileSync(program, compiled.code.replaceAll('http://127.0.0.1:4010', mock.origin))
        expect((await run(oldestNode, [program], { cwd: project })).stdout, `${page}:${line}`).toBe(printed)
      }
    },
  )
})

/** Packages that programs of the guides import. */
const imported = ['express', 'fastify', 'hono', 'koa', 'msw', 'zod']

/** The examples of the repository, which guides start, are TypeScript. */
const withTypes = { NODE_OPTIONS: '--experimental-strip-types --disable-warning=ExperimentalWarning' }

/** Starts a mock by its command, and waits until it listens. */
async function startCommand(
  command: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<AsyncDisposable & { origin: string }> {
  const child: ChildProcess = spawn('bash', ['-c', command], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let printed = ''
  for await (const chunk of child.stdout ?? []) {
    printed += chunk
    if (printed.includes('Try:')) break
  }
  return {
    origin: /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? printed,
    async [Symbol.asyncDispose]() {
      // npx is a parent of the command.
      process.kill(-(child.pid ?? 0), 'SIGTERM')
      await ended
    },
  }
}

function splitAfterInstall<T extends { command: string }>(steps: T[]): [T[], T[]] {
  const end = steps.findIndex(({ command }) => command.startsWith('npm install')) + 1
  return [steps.slice(0, end), steps.slice(end)]
}

/** Programs of a page that show their output. */
function readPrograms(text: string): { line: number; code: string; printed: string }[] {
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```$/gm)].map(
    ({ index, 1: code = '', 2: printed = '' }) => ({
      line: text.slice(0, index).split('\n').length,
      code,
      printed,
    }),
  )
}

function versionOf(name: string): string {
  return JSON.parse(
    readFileSync(
      join(
        root,
        existsSync(join(root, 'e2e/node_modules', name)) ? 'e2e/node_modules' : 'node_modules',
        name,
        'package.json',
      ),
      'utf8',
    ),
  ).version
}
