import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from '../../src/user-error.ts'
import { root } from '../../src/workspace/root.ts'
import { type Options, parseOptions } from './options.ts'
import { endEverything } from './processes.ts'
import type { Report } from './report.ts'

/** To add a benchmark, write a file that exports `bench`, and add a line here. */
const benchmarks: Record<string, () => Promise<{ bench: (options: Options) => Promise<Report> }>> = {
  'request-params': () => import('./request-params.ts'),
  validate: () => import('./validate.ts'),
  pipeline: () => import('./pipeline.ts'),
  docs: () => import('./docs.ts'),
  mock: () => import('./mock.ts'),
  scale: () => import('./scale.ts'),
  import: () => import('./import.ts'),
}

const args = process.argv.slice(2)
const options = parseOptions(args, Object.keys(benchmarks))
for (const [name, load] of Object.entries(benchmarks)) {
  if (options.only === name)
    await runCommand(async () => print(name, await (await load()).bench(options))).finally(endEverything)
  else if (options.only === undefined) await runApart(name)
}

function print(name: string, { sections, results, failures }: Report): void {
  mkdirSync(join(root, 'dist'), { recursive: true })
  const text = JSON.stringify({ node: process.version, ...results }, null, 1)
  writeFileSync(join(root, `dist/bench-${name}.json`), `${text}\n`)
  console.log(`${sections.filter((section) => section !== '').join('\n\n')}\n`)
  for (const failure of failures) console.error(failure)
  if (failures.length > 0) process.exitCode = 1
}

/** Runs a benchmark in its own process, so that memory and compiled code do not affect the next one. */
async function runApart(name: string): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), ...args, '--only', name], { stdio: 'inherit' })
  const end = () => child.kill()
  process.once('exit', end)
  const [code] = await once(child, 'exit')
  process.off('exit', end)
  if (code !== 0) process.exitCode = 1
}
