import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startMock } from '../../../src/mock/start-mock.ts'
import { startProcess } from '../../../src/start-process.fixture.ts'
import { listEntries } from '../../../src/workspace/entries.ts'
import { root } from '../../../src/workspace/root.ts'
import { type Tool, tools } from './tools.ts'

// npm run codegen [-- <part of a tool's name>…]

const CACHE = join(root, '.cache/codegen')
const PROGRAMS = fileURLToPath(new URL('programs/', import.meta.url))
const TSC = join(root, 'node_modules/typescript/bin/tsc')
const wanted = process.argv.slice(2)
const chosen = tools.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
if (chosen.length === 0) {
  console.error(`no tool has this name; known are ${tools.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const mock = await startMock({ interfaces: ['orders'] })
const full = mock.interfaces[0]?.credentials.find(({ role }) => role === 'full')
const [key = ''] = atob(full?.headers.authorization?.split(' ')[1] ?? '').split(':')
const common = {
  CACHE,
  PROGRAMS,
  TSC,
  NODE: process.execPath,
  ORDERS_URL: `${mock.origin}/orders/api`,
  ORDERS_KEY: key,
}

mkdirSync(CACHE, { recursive: true })
console.log('| tool | language | generates | compiles | calls the order API |\n|---|---|---|---|---|')
for (const tool of chosen) console.log(`| ${[tool.name, tool.language, ...(await tryTool(tool))].join(' | ')} |`)
await mock.close()

/** The cells of a tool's row: how many clients it generates, and whether they compile and call. */
async function tryTool({ name, needs, document, install, generate, compile, call }: Tool): Promise<string[]> {
  const missing = needs.filter((program) => spawnSync('which', [program]).status !== 0)
  if (missing.length > 0) return [`not run: ${missing.join(', ')} is not installed`, '', '']
  const folder = join(CACHE, 'clients', name.replaceAll(/\W+/g, '-'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const run = async (command: string, more: Record<string, string> = {}) => {
    const env = { ...process.env, ...common, ...more }
    // The lowest priority: compilers take all processors that they find.
    const { code, stdout, stderr } = await startProcess(['nice', '-n', '19', 'sh', '-c', command], { cwd: folder, env })
      .ended
    if (code !== 0) console.error(`${name}: ${command}\n${(stdout + stderr).slice(-4000)}`)
    if (code !== 0) process.exitCode = 1
    return code === 0
  }
  if (!(await run(install))) return ['not installed', '', '']
  const generated: string[] = []
  const interfaces = listEntries(root)
  for (const one of interfaces) {
    // A Python package called `secrets` would hide the one of the standard library.
    const NAME = one.name === 'secrets' ? 'secrets_service' : one.name.replaceAll('-', '_')
    if (await run(generate, { DOCUMENT: join(root, 'generated', one.name, document), NAME })) generated.push(NAME)
  }
  const compiles = await run(compile, { NAMES: generated.join(' ') })
  const calls = call === undefined ? 'models alone' : compiles && (await run(call)) ? 'yes' : 'no'
  return [`${generated.length} of ${interfaces.length}`, compiles ? 'yes' : 'no', calls]
}
