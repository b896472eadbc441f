import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command, InvalidArgumentError, Option } from 'commander'
import { runCommand } from '../../src/user-error.ts'
import { root } from '../../src/workspace/root.ts'
import { type Options, type Report, targetsTable } from './report.ts'
import { peers } from './servers/peers.ts'

/** To add a benchmark, write a file that exports `bench`, and add a line here. */
const benchmarks: Record<string, () => Promise<{ bench: (options: Options) => Promise<Report> }>> = {
  'request-params': () => import('./request-params.ts'),
  mock: () => import('./mock.ts'),
}

const names = peers.map(({ name }) => name)
const measures = ['rates', 'engine', 'memory']
const args = process.argv.slice(2)
const options = new Command('bench')
  .description('Measures this project beside its peers, prints tables and writes dist/bench-<name>.json.')
  .addOption(new Option('--only <name>', 'run one benchmark').choices(Object.keys(benchmarks)))
  .option('--quick', 'a run of a few minutes, to see that it works', false)
  .option('--rounds <number>', 'by default 1 to 41', parsePositive)
  .optionsGroup('mock:')
  .option('--seconds <number>', 'of each round (default: 3; 0.3 with --quick)', parsePositive)
  .option('--warm-up <seconds>', 'before the rounds (default: 8; 0.5 with --quick)', parsePositive)
  .addOption(new Option('--peers <names...>', 'servers to compare').choices(names).default(names))
  .addOption(new Option('--measure <names...>', 'what to measure').choices(measures).default(measures))
  .parse(args, { from: 'user' })
  .opts<Options>()

for (const [name, load] of Object.entries(benchmarks)) {
  if (options.only === name) await runCommand(async () => print(name, await (await load()).bench(options)))
  if (options.only !== undefined) continue
  // In a process of its own, so that memory and compiled code do not affect the next one.
  const command = [fileURLToPath(import.meta.url), ...args, '--only', name]
  if (spawnSync(process.execPath, command, { stdio: 'inherit' }).status !== 0) process.exitCode = 1
}

function parsePositive(text: string): number {
  const number = Number(text)
  if (number > 0 && number <= 60) return number
  throw new InvalidArgumentError('Use a number above 0, at most 60.')
}

function print(name: string, { sections, targets = [], results }: Report): void {
  mkdirSync(join(root, 'dist'), { recursive: true })
  const text = JSON.stringify({ node: process.version, ...results, targets }, null, 1)
  writeFileSync(join(root, `dist/bench-${name}.json`), `${text}\n`)
  const printed = [
    `Node ${process.version}; ${new Date().toISOString().slice(0, 10)}`,
    ...sections,
    targetsTable(targets),
  ]
  console.log(`${printed.filter((section) => section !== '').join('\n\n')}\n`)
}
