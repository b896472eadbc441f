import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '../../src/cli/user-error.ts'
import { type LoadProcess, startLoad } from './load/load.ts'
import { growthTable } from './mock/growth.ts'
import { giveSessions } from './mock/memory.ts'
import { orderApiScenarios, type Scenario } from './mock/scenarios.ts'
import { type Target, targetsTable } from './mock/targets.ts'
import type { Options } from './options.ts'
import { chooseCores, endChild, startChild, temporaryFolder } from './processes.ts'
import { type Report, table, whole } from './report.ts'
import { mock, type Peer, withNodeFlags } from './servers/peers.ts'
import { NoAnswerError, type ServerProcess, startServer } from './servers/server.ts'
import { ratio, sampleInTurns, summarise } from './statistics.ts'
import { cpuSeconds, residentMegabytes } from './usage.ts'

/** Highest ratios of processor time: an engine against memory, for reads, lists and updates; two replicas against one. */
const limits = { list: 1.5, read: 2, update: 2.5, replicas: 1.1 }
/** Highest memory in MB that live sessions add to a replica. */
const maxAdded = 20
const recordsEach = 100

/** Measures sessions on an engine beside sessions in memory, by processor time. */
export async function bench(options: Options): Promise<Report> {
  const { quick, connections } = options
  const { rounds = quick ? 2 : 5, seconds = quick ? 0.5 : 3, warmUp = quick ? 1 : 8 } = options
  const sessions = quick ? 300 : 10_000
  const folder = temporaryFolder()
  const cores = chooseCores()
  const scenarios = (await orderApiScenarios(folder)).map((one) => ({
    ...one,
    // As many tests at once as there are connections, each in a session of its own.
    recipe: { ...one.recipe, sessions: connections },
  })) as [Scenario, ...Scenario[]]
  const engine = await startEngine(folder)
  const onEngine: Peer = { ...mock, command: (scenario) => stateful(mock.command(scenario), engine.port) }
  const load = startLoad(cores?.load)
  const second = startLoad(cores?.load)
  const serverCores = cores && [cores.server]
  const servers = [
    await startServer(mock, scenarios[0], { cores: serverCores }),
    await startServer(onEngine, scenarios[0], { cores: serverCores }),
    await startServer(onEngine, scenarios[0], { cores: serverCores }),
  ] as const
  const [inMemory, one, two] = servers

  const targets: Target[] = []
  const rows: string[][] = []
  const results: Record<string, unknown> = {}
  const work = { read: 0, list: 0, update: 0 }
  for (const scenario of scenarios) {
    const kind = scenario.recipe.kind === 'search' ? 'list' : (scenario.recipe.kind as 'read' | 'update')
    const ask = createAsking(scenario, load, second, connections)
    const contestants = [[inMemory], [one], [one, two]]
    for (const contestant of contestants) await ask(contestant, engine.pid, warmUp)
    const samples = await sampleInTurns(rounds, contestants, (contestant, round) => {
      if (contestant === contestants[0]) console.error(`scale, ${kind}: round ${round} of ${rounds}`)
      return ask(contestant, engine.pid, seconds)
    })
    const cpu = samples.map((each) => each.map(({ mock }) => mock))
    const [memory = [], single = [], both = []] = cpu
    const micro = (figures: readonly number[]) => `${whole(summarise(figures).median * 1e6)} µs`
    const engines = samples[1]?.map(({ engine }) => engine) ?? []
    rows.push([kind, micro(memory), micro(single), micro(both), micro(engines)])
    work[kind] = summarise(single).median
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
  await Promise.all([load.end(), second.end(), ...servers.map((server) => server.end())])

  const memory = await measureSessions(onEngine, scenarios[0], engine, sessions)
  targets.push({
    what: `memory that ${whole(sessions)} sessions of ${recordsEach} records add to a replica`,
    bound: 'max',
    limit: maxAdded,
    unit: 'MB',
    byClock: memory.replica,
  })
  results.memory = memory
  await engine.end()
  const perRequest = {
    replica: (work.read + work.list + work.update) / 3,
    engine: (Number(results.engineRead) + Number(results.engineUpdate)) / 2,
  }
  return {
    sections: [
      `Node ${process.version}; ${rounds} rounds of ${seconds} s after ${warmUp} s of warming up, interleaved; ${connections} keep-alive connections, each in a session of its own; medians of processor time for each request.`,
      table(['Order', 'in memory', 'on an engine, 1 replica', '2 replicas', 'the engine itself'], rows),
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

/** Asks all servers of a contestant at once. Returns the seconds of processor time of a request: of the mocks, and of the engine. */
function createAsking(scenario: Scenario, load: LoadProcess, second: LoadProcess, connections: number) {
  let next = 1
  return async (servers: readonly ServerProcess[], enginePid: number, seconds: number) => {
    const used = () => servers.reduce((sum, { pid }) => sum + (cpuSeconds(pid) ?? Number.NaN), 0)
    const [before, engineBefore] = [used(), cpuSeconds(enginePid) ?? Number.NaN]
    const share = Math.max(1, Math.floor(connections / servers.length))
    const jobs = servers.map(({ port }, index) =>
      (index === 0 ? load : second).run({
        port,
        base: mock.base(scenario),
        recipe: scenario.recipe,
        first: next,
        connections: share,
        seconds,
      }),
    )
    const done = await Promise.all(jobs)
    const requests = done.reduce((sum, one) => sum + one.requests, 0)
    const [failure] = done.flatMap(({ failures }) => Object.entries(failures))
    if (failure) throw new NoAnswerError(`scale, ${scenario.name}: ${failure.join(' × ')}`)
    next += requests + connections
    await sleep(50)
    return {
      mock: (used() - before) / requests,
      engine: ((cpuSeconds(enginePid) ?? 0) - engineBefore) / requests,
      requests,
    }
  }
}

async function measureSessions(peer: Peer, scenario: Scenario, engine: Engine, sessions: number) {
  const collecting = withNodeFlags(
    peer,
    '--expose-gc',
    '--import',
    join(import.meta.dirname, 'mock/collect-on-request.ts'),
  )
  const server = await startServer(collecting, scenario, { ipc: true })
  const collected = async () => {
    const over = once(server.child, 'message')
    server.child.send('collect')
    await over
    return residentMegabytes(server.pid) ?? Number.NaN
  }
  try {
    // A few sessions first, so that what the mock loads and compiles is not taken for theirs.
    await giveSessions(server.port, scenario, { sessions: Math.min(200, sessions), recordsEach, name: 'warm' })
    const [replicaBefore, engineBefore] = [await collected(), await engine.megabytes()]
    await giveSessions(server.port, scenario, { sessions, recordsEach, name: 'bench' })
    return { replica: (await collected()) - replicaBefore, engine: (await engine.megabytes()) - engineBefore, sessions }
  } finally {
    await server.end()
  }
}

interface Engine {
  port: number
  pid: number
  /** Memory of its records. */
  megabytes(): Promise<number>
  end(): Promise<void>
}

async function startEngine(folder: string): Promise<Engine> {
  const program = ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0)
  if (!program) throw new UserError('this benchmark needs redis-server or valkey-server; install one of them')
  const port = await freePort()
  const child = startChild([program, '--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''], {
    stdio: 'ignore',
  })
  for (;;) {
    if ((await ask(port, 'PING').catch(() => '')).includes('PONG')) break
    if (child.exitCode !== null) throw new UserError(`${program} ended with ${child.exitCode}`)
    await sleep(50)
  }
  return {
    port,
    pid: child.pid ?? 0,
    megabytes: async () => Number(/used_memory:(\d+)/.exec(await ask(port, 'INFO memory'))?.[1]) / 1e6,
    end: () => endChild(child),
  }
}

/** One command on a connection of its own, which the engine closes after its answer. */
async function ask(port: number, command: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.end(`${command}\r\nQUIT\r\n`)
  let text = ''
  for await (const bytes of socket) text += bytes
  return text
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return address !== null && typeof address === 'object' ? address.port : 0
}

/** The command's last argument takes the port. */
function stateful(command: readonly string[], port: number): string[] {
  return [...command].toSpliced(-1, 0, '--state', `valkey://127.0.0.1:${port}`)
}
