import { randomUUID } from 'node:crypto'
import type { components } from '../../generated/mock-control/types.ts'
import { missingEngine, startEngine } from '../../src/mock/storage/valkey/engine.fixture.ts'
import { UserError } from '../../src/user-error.ts'
import { type LoadProcess, startLoad } from './load/load.ts'
import { measureRates, type Plan } from './mock/rates.ts'
import { listScenarios, type Scenario, seededOrders } from './mock/scenarios.ts'
import { chooseCores, residentMegabytes, temporaryFolder } from './processes.ts'
import { type Options, type Report, table, whole } from './report.ts'
import { firstRequest, mock, type Peer, peers, recipeFor, startable } from './servers/peers.ts'
import { startMeasured } from './servers/server.ts'

/** Limits: MB when idle; times that after many requests; MB of a session. */
const [maxIdle, maxGrowth, maxSession] = [140, 1.2, 0.2]
const recordsEach = 100
const connections = 50

export async function bench(options: Options): Promise<Report> {
  const { quick, measure } = options
  const { rounds = quick ? 2 : 5, seconds = quick ? 0.3 : 3, warmUp = quick ? 0.5 : 8 } = options
  const cores = chooseCores()
  const plan = { rounds, seconds, warmUp, connections, serverCores: cores && [cores.server] }
  const folder = temporaryFolder()
  const scenarios = await listScenarios(folder)
  const records = scenarios.filter(({ from }) => from === 'records') as [Scenario, ...Scenario[]]
  const chosen = peers.filter(({ name }) => options.peers.includes(name))
  const load = startLoad(cores?.load)
  const measurements: Record<string, () => Promise<Report>> = {
    rates: () => measureRates(scenarios, chosen, load, plan),
    engine: () => measureEngine(records, load, plan),
    memory: () => measureMemory(records, load, quick, plan.serverCores),
  }
  const reports: [string, Report][] = []
  for (const [name, run] of Object.entries(measurements)) {
    if (!measure.includes(name)) continue
    console.error(name)
    reports.push([name, await run()])
  }
  await load.end()
  return {
    sections: [
      `${rounds} rounds of ${seconds} s after ${warmUp} s of warming up, in turns; ${connections} keep-alive connections; medians.`,
      cores
        ? 'Servers on one core, the load generator on another.'
        : 'Not bound to cores (no `taskset`, or one core only): servers and load generator disturb each other.',
      ...reports.flatMap(([, { sections }]) => sections),
    ],
    targets: reports.flatMap(([, { targets = [] }]) => targets),
    results: Object.fromEntries(reports.map(([name, { results }]) => [name, results])),
  }
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

async function measureMemory(
  scenarios: readonly [Scenario, ...Scenario[]],
  load: LoadProcess,
  quick: boolean,
  cores: readonly number[] | undefined,
): Promise<Report> {
  const server = await startMeasured(startable(mock, scenarios[0]), firstRequest(scenarios[0], mock), { cores })
  const started = residentMegabytes(server.pid)
  await askEachInterface(server.port)
  const idle = residentMegabytes(server.pid)
  const idleCollected = await server.collected()
  let done = 0
  for (const scenario of scenarios) {
    const maxRequests = quick ? 10_000 : 333_334
    const recipe = recipeFor(scenario, mock)
    done += (await load.ask([server], recipe, { connections, seconds: 3600, maxRequests })).requests
  }
  const loaded = residentMegabytes(server.pid)
  const loadedCollected = await server.collected()
  const sessions = quick ? 100 : 1000
  await giveSessions(server.port, sessions)
  const full = await server.collected()
  await server.end()
  const ofSessions = `${sessions} sessions of ${recordsEach} records`
  const rows: [string, number, number][] = [
    ['all interfaces, started', started, Number.NaN],
    ['each asked once: idle', idle, idleCollected],
    [`after ${whole(done)} requests`, loaded, loadedCollected],
    [`with ${ofSessions}`, Number.NaN, full],
  ]
  const what = `memory after ${whole(done)} requests, collected, against idle`
  return {
    sections: [
      table(
        'Resident memory of the mock | MB | After a collection',
        rows.map(([what, ...megabytes]) => [what, ...megabytes.map(whole)]),
      ),
    ],
    targets: [
      { what: 'memory, all interfaces, idle', bound: 'max', limit: maxIdle, unit: 'MB', byClock: idle },
      { what, bound: 'max', limit: maxGrowth, unit: '×', byClock: loadedCollected / idleCollected },
      { what: ofSessions, bound: 'max', limit: sessions * maxSession, unit: 'MB', byClock: full - loadedCollected },
    ],
    results: rows,
  }
}

/** Gives each session its own orders through the control plane, all different. */
async function giveSessions(port: number, sessions: number): Promise<void> {
  const originals = await seededOrders()
  for (let session = 0; session < sessions; session++) {
    const entries = Array.from({ length: recordsEach }, (_, index) => {
      const token = randomUUID()
      return [token, { ...originals[index % originals.length], token, invoiceNumber: `INV-${session}-${index}` }]
    })
    const body = JSON.stringify({ interfaces: { orders: { records: { orders: Object.fromEntries(entries) } } } })
    const address = `http://127.0.0.1:${port}/_control/sessions/bench-${session}/seed`
    const answer = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    if (!answer.ok) throw new UserError(`session ${session} was not seeded: ${await answer.text()}`)
  }
}

/** Sends one request to each interface, so that it loads what a first request needs. */
async function askEachInterface(port: number): Promise<void> {
  const control = await fetch(`http://127.0.0.1:${port}/_control/interfaces`)
  const { interfaces } = (await control.json()) as { interfaces: components['schemas']['ServedInterface'][] }
  for (const { baseUrls, credentials, records } of interfaces) {
    const path = records.find((record) => record.path !== undefined)?.path ?? '/'
    const headers = { accept: 'application/json', ...credentials[0]?.headers }
    await (await fetch(`${baseUrls[0]}${path}`, { headers })).arrayBuffer()
  }
}
