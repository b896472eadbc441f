import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand, UserError } from '../../src/cli/user-error.ts'
import { listInterfaces } from '../../src/interfaces/registry.ts'
import { root } from '../generate/interfaces.ts'
import { chooseCores } from './affinity.ts'
import { endEverythingAtExit, startChild } from './children.ts'
import { generatedDocument, orderApi, temporaryFolder } from './documents.ts'
import { NoAnswerError } from './first-answer.ts'
import { startLoad } from './load.ts'
import { type Options, parseOptions } from './options.ts'
import { profiled } from './peers.ts'
import { printReport } from './report.ts'
import { failedRows, type Results, toRows, toStartUp } from './results.ts'
import { measure } from './rounds.ts'
import { generatedScenarios, orderApiScenarios } from './scenarios.ts'
import { measureStartUp } from './start-up.ts'

await runCommand(async () => {
  const { only, parameterRounds, ...options } = parseOptions(process.argv.slice(2))
  endEverythingAtExit()
  if ((only ?? 'request-params') === 'request-params')
    await benchApart('request-params', '--rounds', String(parameterRounds))
  if ((only ?? 'validate') === 'validate') await benchApart('validate')
  if ((only ?? 'mock') !== 'mock') return
  const results = await bench(options).catch((error: unknown) => {
    throw error instanceof NoAnswerError ? new UserError(error.message) : error
  })
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist/bench.json'), `${JSON.stringify(results, null, 1)}\n`)
  console.log(printReport(results))
  if (failedRows(results.rows).length > 0) process.exitCode = 1
})

/** In a process of its own: what the mock's measurements leave behind in memory and in compiled code would disturb it. */
async function benchApart(name: string, ...args: string[]): Promise<void> {
  const script = join(root, `scripts/bench/${name}.ts`)
  const child = startChild([process.execPath, script, ...args], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
  console.log()
}

async function bench({ peers, profile, ...options }: Omit<Options, 'only' | 'parameterRounds'>): Promise<Results> {
  const tell = (what: string) => console.error(what)
  const cores = chooseCores()
  const folder = temporaryFolder()
  tell('generating the documents')
  const small = await generatedDocument(folder, 2)
  const large = await generatedDocument(folder, 1500)
  const orders = orderApiScenarios(folder, orderApi())

  tell('timing start-up')
  const starters = peers.filter(({ name }) => name === 'mock' || name === 'prism')
  const startUp = await measureStartUp(orders[0], starters, options.starts)

  const load = startLoad(cores?.load)
  const scenarios = [...generatedScenarios(folder, small, large), ...orders]
  const measured = peers.map((peer) => (profile && peer.name === 'mock' ? profiled(peer, profile) : peer))
  const cells = await measure(scenarios, measured, load, { ...options, serverCore: cores?.server, tell })
  await load.end()
  return {
    bound: cores !== null,
    node: process.version,
    options,
    interfaces: listInterfaces().filter(({ prefix }) => !prefix.startsWith('_')).length,
    rows: toRows(cells),
    startUp: toStartUp(startUp),
  }
}
