import { setTimeout as sleep } from 'node:timers/promises'
import { missingEngine, startEngine, type TestEngine } from '../../src/mock/storage/valkey/engine.fixture.ts'
import { UserError } from '../../src/user-error.ts'
import { type LoadProcess, startLoad } from './load/load.ts'
import { growthTable } from './mock/growth.ts'
import { giveSessions } from './mock/memory.ts'
import { orderApiScenarios, type Scenario } from './mock/scenarios.ts'
import { type Target, targetsTable } from './mock/targets.ts'
import type { Options } from './options.ts'
import { chooseCores, temporaryFolder } from './processes.ts'
import { type Report, table, whole } from './report.ts'
import { mock, type Peer, withFlags } from './servers/peers.ts'
import { type ServerProcess, startMeasured, startServer } from './servers/server.ts'
import { ratio, sampleInTurns, summarise } from './statistics.ts'
import { cpuSeconds } from './usage.ts'

/** Highest ratios of processor time: an engine against memory, for reads, lists and updates; two replicas against one. */
const limits = { list: 1.5, read: 2, update: 2.5, replicas: 1.1 }
/** Highest memory in MB that live sessions add to a replica. */
const maxAdded = 20
const recordsEach = 100

/** Measures sessions on an engine beside sessions in memory, by processor time. */
export async function bench(options: Options): Promise<Report> {
  if (missingEngine !== undefined) throw new UserError(`This benchmark ${missingEngine}.`)
  const { quick, connections } = options
  const { rounds = quick ? 2 : 5, seconds = quick ? 0.5 : 3, warmUp = quick ? 1 : 8 } = options
  const sessions = quick ? 300 : 10_000
  const folder = temporaryFolder()
  const cores = chooseCores()
  const scenarios = (await orderApiScenarios(folder)).map((one) => ({
    ...one,
    // As many tests at the same time as there are connections, each in its own session.
    recipe: { ...one.recipe, sessions: connections },
  })) as [Scenario, ...Scenario[]]
  const engine = await startEngine()
  const enginePid = Number(/process_id:(\d+)/.exec(engine.ask('info', 'server'))?.[1])
  const onEngine = withFlags(mock, '--state', engine.url)
  const load = startLoad(cores?.load)
  const serverCores = cores && [cores.server]
  const servers = [
    await startServer(mock, scenarios[0], { cores: serverCores }),
    await startServer(mock, scenarios[0], { cores: serverCores }),
    await startServer(onEngine, scenarios[0], { cores: serverCores }),
    await startServer(onEngine, scenarios[0], { cores: serverCores }),
  ] as const
  const [inMemory, apart, one, two] = servers

  const targets: Target[] = []
  const rows: string[][] = []
  const results: Record<string, unknown> = {}
  const work = { read: 0, list: 0, update: 0 }
  for (const scenario of scenarios) {
    const kind = scenario.recipe.kind === 'search' ? 'list' : (scenario.recipe.kind as 'read' | 'update')
    const ask = createAsking(scenario, load, enginePid, connections)
    // Two mocks that share nothing show the cost of a second process by itself.
    const contestants = [[inMemory], [one], [one, two], [inMemory, apart]] as const
    for (const contestant of contestants) await ask(contestant, warmUp)
    const samples = await sampleInTurns(rounds, contestants, (contestant, round) => {
      if (contestant === contestants[0]) console.error(`scale, ${kind}: round ${round} of ${rounds}`)
      return ask(contestant, seconds)
    })
    const cpu = samples.map((each) => each.map(({ mock }) => mock))
    const [memory = [], single = [], both = [], unshared = []] = cpu
    const micro = (figures: readonly number[]) => `${whole(summarise(figures).median)} µs`
    const engines = samples[2]?.map(({ engine }) => engine) ?? []
    const more = (two: readonly number[], one: readonly number[]) =>
      `${micro(two)} (${ratio(two, one).median.toFixed(2)}×)`
    rows.push([kind, micro(memory), more(unshared, memory), micro(single), more(both, single), micro(engines)])
    work[kind] = summarise(both).median
    targets.push(
      {
        what: `order ${kind} on an engine against memory`,
        bound: 'max',
        limit: limits[kind],
        unit: '×',
        byCpu: ratio(single, memory).median,
      },
      {
        what: `order ${kind}, two replicas against one`,
        bound: 'max',
        limit: limits.replicas,
        unit: '×',
        byCpu: ratio(both, single).median,
      },
    )
    results[kind] = samples
    if (kind === 'read') results.engineRead = summarise(engines).median
    if (kind === 'update') results.engineUpdate = summarise(engines).median
  }
  await Promise.all([load, ...servers].map(({ end }) => end()))

  const memory = await measureSessions(onEngine, scenarios[0], engine, sessions)
  targets.push({
    what: `memory that ${whole(sessions)} sessions of ${recordsEach} records add to a replica`,
    bound: 'max',
    limit: maxAdded,
    unit: 'MB',
    byClock: memory.replica,
  })
  results.memory = memory
  await engine.stop()
  const perRequest = {
    replica: (work.read + work.list + work.update) / 3e6,
    engine: (Number(results.engineRead) + Number(results.engineUpdate)) / 2e6,
  }
  return {
    sections: [
      `Node ${process.version}; ${rounds} rounds of ${seconds} s after ${warmUp} s of warming up, interleaved; ${connections} keep-alive connections, whose requests are of as many sessions in turn, at either replica; medians of processor time for each request.`,
      table(
        ['Order', 'in memory', '2 that share nothing', 'on an engine, 1 replica', '2 replicas', 'the engine itself'],
        rows,
      ),
      table(
        [`${whole(sessions)} sessions of ${recordsEach} records`, 'MB', 'bytes of a record'],
        [
          ['a replica, beyond an empty one', whole(memory.replica), ''],
          ['the engine', whole(memory.engine), whole((memory.engine * 1e6) / sessions / recordsEach)],
        ],
      ),
      targetsTable(targets),
      growthTable(perRequest, (memory.engine * 1e6) / sessions),
    ],
    results: { ...results, targets },
    failures: [],
  }
}

/** Measures a contestant. Returns the microseconds of processor time of a request, for the mocks and for the engine. */
function createAsking(scenario: Scenario, load: LoadProcess, enginePid: number, connections: number) {
  return async (servers: readonly [ServerProcess, ...ServerProcess[]], seconds: number) => {
    const before = cpuSeconds(enginePid)
    const { cpu, requests } = await load.ask(servers, scenario, { connections, seconds })
    await sleep(50)
    return { mock: cpu, engine: ((cpuSeconds(enginePid) - before) * 1e6) / requests, requests }
  }
}

async function measureSessions(peer: Peer, scenario: Scenario, engine: TestEngine, sessions: number) {
  const server = await startMeasured(peer, scenario)
  const held = () => Number(/used_memory:(\d+)/.exec(engine.ask('info', 'memory'))?.[1]) / 1e6
  try {
    // A few sessions first, so that the memory for loaded and compiled code does not count as theirs.
    await giveSessions(server.port, scenario, { sessions: Math.min(200, sessions), recordsEach, name: 'warm' })
    const [replicaBefore, engineBefore] = [await server.collected(), held()]
    await giveSessions(server.port, scenario, { sessions, recordsEach, name: 'bench' })
    return { replica: (await server.collected()) - replicaBefore, engine: held() - engineBefore, sessions }
  } finally {
    await server.end()
  }
}
