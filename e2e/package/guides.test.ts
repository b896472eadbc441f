import { execFile } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readPrograms } from '../../src/guide-programs.fixture.ts'
import { temporaryFolder } from '../../src/temporary-folder.fixture.ts'
import { root } from '../../src/workspace/root.ts'
import { findWrongSteps, isAsShown, readSteps, runSteps } from '../guides/transcript.fixture.ts'
import { environmentWith, installRuntimes, newestNode, oldestNode, startCommand } from './installed.fixture.ts'

const minutes = 60_000
const run = promisify(execFile)
const [{ built, tarball }, project] = [inject('packed'), inject('project')]
let missing = inject('notInstalled')

beforeAll(async () => {
  missing ||= await installRuntimes()
}, 10 * minutes)

describe.each([
  { name: 'the oldest Node.js', node: oldestNode },
  { name: 'the newest Node.js', node: newestNode },
])('on $name', ({ node }) => {
  const folder = temporaryFolder()

  it('the readme of the package does what it says, word by word', { timeout: 3 * minutes }, async ({ skip }) => {
    if (missing) skip(missing)
    const readme = readFileSync(join(built, 'README.md'), 'utf8')
    for (const [, file = '', code = ''] of readme.matchAll(/^```js (\S+)\n([\s\S]*?)^```/gm))
      writeFileSync(join(folder, file), code)
    const steps = readSteps(readme)
    // No registry has the version that will be published.
    for (const step of steps) step.command = step.command.replace(/^npm install rulebound$/, `npm install ${tarball}`)
    const stage = { session: 'readme', folder, env: environmentWith(node) }
    const end = steps.findIndex(({ command }) => command.startsWith('npm install')) + 1
    const before = await runSteps(steps.slice(0, end), { ...stage, origin: '' })
    // The command that the readme starts in another terminal, with a free port.
    const [, server = ''] = /^```sh\n(.*)\n```/m.exec(readme) ?? []
    await using mock = await startCommand(['-c', `exec ${server} --port 0`], { node, cwd: folder, program: 'bash' })
    const printed = [...before, ...(await runSteps(steps.slice(end), { ...stage, origin: mock.origin }))]
    const wrong = steps.flatMap((step, index) =>
      isAsShown(printed[index] ?? '', step.expected) ? [] : [{ ...step, printed: printed[index] }],
    )
    expect(wrong).toEqual([])
    expect(steps.length).toBeGreaterThan(5)
  })
})

describe('on the oldest Node.js, with the installed package', () => {
  let mock: Awaited<ReturnType<typeof startCommand>>
  beforeAll(async () => {
    if (!missing) mock = await startCommand(['mock', '--port', '0'], { node: oldestNode })
  }, minutes)
  afterAll(() => mock?.[Symbol.asyncDispose]())

  const guides = globSync('docs/guides/*.md', { cwd: root }).filter((page) =>
    /^\$ /m.test(readFileSync(join(root, page), 'utf8')),
  )
  it.for(guides.sort())('the guide %s prints what it shows', { timeout: 4 * minutes }, async (page, { skip }) => {
    if (missing) skip(missing)
    const guide = readFileSync(join(root, page), 'utf8')
    await using own = await startOwnMock(guide)
    const stage = {
      origin: (own ?? mock).origin,
      session: `guide-${basename(page, '.md')}`,
      folder: project,
      env: { ...environmentWith(oldestNode), ...withTypes },
    }
    expect(await findWrongSteps(guide, stage)).toBe('')
  })

  const programs = readPrograms([
    'docs/guides/clients.md',
    'docs/guides/request-params/*.md',
    'docs/guides/testing.md',
  ]).filter(({ printed }) => printed !== '')
  it.for(programs)('the program at $page:$line prints what it shows', async ({ name, code, printed }, { skip }) => {
    if (missing) skip(missing)
    await fetch(`${mock.origin}/_control/sessions/default/reset`, { method: 'POST' })
    const program = join(project, `${name}.mjs`)
    // This Node.js reads no types.
    writeFileSync(program, stripTypeScriptTypes(code).replaceAll('http://127.0.0.1:4010', mock.origin))
    expect((await run(oldestNode, [program], { cwd: project })).stdout).toBe(printed)
  })
})

/** Serves the document that a guide shows; undefined if it shows none. */
async function startOwnMock(guide: string): Promise<Awaited<ReturnType<typeof startCommand>> | undefined> {
  const [, document] = /^```yaml\n(openapi:[\s\S]*?)^```/m.exec(guide) ?? []
  if (!document) return undefined
  writeFileSync(join(project, 'petstore.yaml'), document)
  return startCommand(['mock', './petstore.yaml', '--port', '0'], { node: oldestNode })
}

/** The examples of the repository, which guides start, are TypeScript. */
const withTypes = { NODE_OPTIONS: '--experimental-strip-types --disable-warning=ExperimentalWarning' }
