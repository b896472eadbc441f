import { listInterfaces } from '../../src/workspace/interfaces.ts'
import { startLoad } from './load/load.ts'
import { measureDocsPause } from './mock/docs-pause.ts'
import { measureMemory } from './mock/memory.ts'
import { measureRates } from './mock/rates.ts'
import { ratesSection } from './mock/rates-section.ts'
import { exampleScenarios, orderApiScenarios } from './mock/scenarios.ts'
import { measureStartUp } from './mock/start-up.ts'
import { type Section, targetsTable } from './mock/targets.ts'
import { measureWorkers } from './mock/workers.ts'
import type { Measure, Options } from './options.ts'
import { chooseCores, temporaryFolder } from './processes.ts'
import type { Report } from './report.ts'
import { mock, type Peer, withNodeFlags } from './servers/peers.ts'
import { install } from './servers/server.ts'

/** Measures the mock beside its peers. */
export async function bench(options: Options): Promise<Report> {
  const { quick, connections, profile, measure } = options
  const { rounds = quick ? 2 : 5, seconds = quick ? 0.3 : 3, warmUp = quick ? 0.5 : 8 } = options
  const measures = (name: Measure) => measure.includes(name)
  const absences: string[] = []
  const peers = options.peers.filter((peer) => isInstalled(peer, absences))
  const cores = chooseCores()
  const plan = { rounds, seconds, warmUp, connections, serverCores: cores && [cores.server] }
  const folder = temporaryFolder()
  const interfaces = listInterfaces().filter(({ prefix }) => !prefix.startsWith('_')).length
  console.error('generating the documents')
  const orders = await orderApiScenarios(folder)

  const sections: Record<string, Section> = {}
  const starters = peers.filter(({ name }) => name === 'mock' || name === 'prism')
  if (measures('start-up'))
    sections.startUp = await measureStartUp(orders[0], starters, { starts: quick ? 3 : 10, folder, interfaces })
  if (measures('docs')) sections.docs = await measureDocsPause(orders[0], quick ? 2 : 10)
  const load = startLoad(cores?.load)
  if (measures('rates')) {
    const scenarios = [...(await exampleScenarios(folder)), ...orders]
    const chosen = scenarios.filter(({ name }) => name.includes(options.scenarios))
    const profiled = peers.map((peer) =>
      profile && peer === mock ? withNodeFlags(peer, '--cpu-prof', `--cpu-prof-dir=${profile}`) : peer,
    )
    sections.rates = ratesSection(await measureRates(chosen, profiled, load, plan, absences))
  }
  if (measures('memory') || measures('sessions')) {
    sections.memory = await measureMemory(orders, load, {
      requests: measures('memory') ? (options.requests ?? (quick ? 30_000 : 1_000_000)) : undefined,
      sessions: measures('sessions') ? (quick ? 100 : 1000) : undefined,
      interfaces,
      connections,
      serverCores: plan.serverCores,
    })
  }
  if (measures('workers')) sections.workers = await measureWorkers(orders[0], load, { ...plan, cores })
  await load.end()

  const { rates, startUp, docs, memory, workers } = sections
  const printed = [rates, startUp, docs, memory, workers].filter((section) => section !== undefined)
  const targets = printed.flatMap((section) => section.targets)
  return {
    sections: [
      `Node ${process.version}; ${rounds} rounds of ${seconds} s after ${warmUp} s of warming up, interleaved; ${connections} keep-alive connections; medians.`,
      cores
        ? 'Servers on one core, the load generator on another.'
        : 'Not bound to cores (no `taskset`, or one core only): servers and load generator disturb each other.',
      ...printed.flatMap(({ tables }) => tables),
      targetsTable(targets),
      ...absences.map((absence) => `**Absent:** ${absence}`),
      ...printed.flatMap(({ notes = [] }) => notes),
    ],
    results: {
      bound: cores !== undefined,
      options: { rounds, seconds, warmUp, connections },
      interfaces,
      measured: Object.fromEntries(Object.entries(sections).map(([name, { results }]) => [name, results])),
      absences,
      targets,
    },
    failures: [],
  }
}

function isInstalled({ title, installs }: Peer, absences: string[]): boolean {
  if (!installs) return true
  console.error(`looking for ${installs.name} ${installs.version}`)
  const reason = install(installs)
  if (reason !== undefined) absences.push(`${title}: ${reason}`)
  return reason === undefined
}
