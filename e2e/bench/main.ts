import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, cpus, platform } from 'node:os'
import { join } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { runCommand } from '../../src/cli/run-command.ts'
import { missingEngine, startEngine } from '../../src/mock/storage/valkey/engine.fixture.ts'
import { root } from '../../src/workspace/root.ts'
import { type LoadProcess, startLoad } from './load/load.ts'
import { measureRates, type Plan } from './mock/rates.ts'
import { listScenarios, type Scenario } from './mock/scenarios.ts'
import { measureStarts } from './mock/starts.ts'
import { chooseCores, temporaryFolder } from './processes.ts'
import type { Report } from './report.ts'
import { mock, type Peer, peers } from './servers/peers.ts'

interface Options {
  quick: boolean
  write: boolean
  rounds?: number
  seconds?: number
  warmUp?: number
  peers: readonly string[]
  measure: readonly string[]
}

const connections = 50
const performancePage = join(root, 'docs/performance.md')
const written = /(<!-- written by .+? -->).*?(<!-- end of .+? -->)/s
const names = peers.map(({ name }) => name)
const measures = ['rates', 'engine', 'starts']

const options = new Command('bench')
  .description('Measures the mock beside its peers, prints tables and writes dist/bench.json.')
  .option('--write', 'also writes the tables into docs/performance.md', false)
  .option('--quick', 'a run of a few minutes, to see that it works', false)
  .option('--rounds <number>', 'default: 5; 2 with --quick', parsePositive)
  .option('--seconds <number>', 'of each round (default: 3; 0.3 with --quick)', parsePositive)
  .option('--warm-up <seconds>', 'before the rounds (default: 8; 0.5 with --quick)', parsePositive)
  .addOption(new Option('--peers <names...>', 'servers to compare').choices(names).default(names))
  .addOption(new Option('--measure <names...>', 'what to measure').choices(measures).default(measures))
  .parse()
  .opts<Options>()

await runCommand(() => bench(options))

function parsePositive(text: string): number {
  const number = Number(text)
  if (number > 0 && number <= 60) return number
  throw new InvalidArgumentError('Use a number above 0, at most 60.')
}

async function bench({ quick, write, measure, ...given }: Options): Promise<void> {
  const { rounds = quick ? 2 : 5, seconds = quick ? 0.3 : 3, warmUp = quick ? 0.5 : 8 } = given
  const cores = chooseCores()
  const plan = { rounds, seconds, warmUp, connections, serverCore: cores?.server }
  const scenarios = await listScenarios(temporaryFolder())
  const records = scenarios.filter(({ from }) => from === 'records')
  const chosen = peers.filter(({ name }) => given.peers.includes(name))
  const load = startLoad(cores?.load)
  const measurements: Record<string, () => Promise<Report>> = {
    rates: () => measureRates(scenarios, chosen, load, plan),
    engine: () => measureEngine(records, load, plan),
    starts: () => measureStarts(quick ? 2 : 10),
  }
  const reports: [string, Report][] = []
  for (const [name, run] of Object.entries(measurements)) {
    if (!measure.includes(name)) continue
    console.error(name)
    reports.push([name, await run()])
  }
  await load.end()

  const results = Object.fromEntries(reports.map(([name, { results }]) => [name, results]))
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist/bench.json'), `${JSON.stringify({ node: process.version, ...results }, null, 1)}\n`)
  const sections = [
    `${new Date().toISOString().slice(0, 10)}; ${machine()}. ${versions()}.`,
    `${rounds} rounds of ${seconds} s after ${warmUp} s of warming up, in turns; ${connections} keep-alive connections; medians.`,
    cores
      ? 'Servers on one core, the load generator on another.'
      : 'Not bound to cores (no `taskset`, or one core only): servers and load generator disturb each other.',
    ...reports.flatMap(([, { sections }]) => sections),
  ]
  const text = sections.filter((section) => section !== '').join('\n\n')
  console.log(`${text}\n`)
  if (!write) return
  const page = readFileSync(performancePage, 'utf8')
  writeFileSync(
    performancePage,
    page.replace(written, (_, begin, end) => `${begin}\n${text}\n${end}`),
  )
}

function machine(): string {
  return `${availableParallelism()} × ${cpus()[0]?.model.trim()}, ${platform()}`
}

/** Of the mock's runtime and of its peers. */
function versions(): string {
  const of = (folder: string, name: string) => {
    const { version } = createRequire(join(root, folder))(`${name}/package.json`)
    return `${name} ${version}`
  }
  return [`Node.js ${process.versions.node}`, of('src/', '@stoplight/prism-cli'), of('e2e/bench/', 'fastify')].join(
    ', ',
  )
}

/** Sessions on an engine beside sessions in memory: as many tests at the same time as there are connections, each in its own session. */
async function measureEngine(scenarios: readonly Scenario[], load: LoadProcess, plan: Plan): Promise<Report> {
  if (missingEngine !== undefined)
    return { sections: [`**Absent:** the measurement of an engine ${missingEngine}.`], results: {} }
  const engine = await startEngine()
  const command: Peer['command'] = (scenario) => mock.command(scenario).toSpliced(-1, 0, '--state', engine.url)
  const onEngine: Peer = { ...mock, name: 'engine', title: 'this mock on an engine', command }
  const ofSessions = scenarios.map((one) => ({ ...one, name: `${one.name}, sessions`, sessions: connections }))
  return measureRates(ofSessions, [mock, onEngine], load, plan).finally(engine.stop)
}
