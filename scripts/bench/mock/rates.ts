import { writeFileSync } from 'node:fs'
import type { Job, JobResult } from '../load/generator.ts'
import type { LoadProcess } from '../load/load.ts'
import type { Peer } from '../servers/peers.ts'
import { NoAnswerError, type ServerProcess, startServer } from '../servers/server.ts'
import { sampleInTurns, summarise } from '../statistics.ts'
import { cpuSeconds, residentMegabytes } from '../usage.ts'
import type { Scenario } from './scenarios.ts'

/** How long and how often the mock and its peers are asked. */
export interface Plan {
  rounds: number
  seconds: number
  warmUp: number
  connections: number
  serverCores: readonly number[] | undefined
}

/** One peer in one scenario, with a sample for each round. */
export interface Cell {
  scenario: Pick<Scenario, 'name' | 'smaller'>
  peer: Pick<Peer, 'name' | 'title'>
  rounds: Round[]
  /** Rounds at a share of the peer's own rate; empty where that is not measured. */
  tail: Round[]
  /** Memory of the server's process in MB after its first answer and after the last round. */
  memory: { idle: number | undefined; loaded: number | undefined }
  /** Counts of failures by message, warm-up included. */
  failures: Record<string, number>
}

export interface Round extends Omit<JobResult, 'failures'> {
  /** Processor time of the server's process. */
  cpuSeconds: number | undefined
}

/** Share of a server's own rate at which the time of its answers is measured. */
export const tailLoad = 0.7

/** Peers fast enough for their tail to be compared with the mock's. */
const tailPeers = ['mock', 'fastify', 'bare']

type RunningCell = Cell & { scenario: Scenario; peer: Peer; server: ServerProcess; next: number }

/**
 * Measures every peer in every scenario that it can serve. All servers run the whole time, and one at a time is asked, in
 * turns, so that a disturbance of the machine meets all alike.
 *
 * @param absences collects why a peer on demand takes no part
 */
export async function measureRates(
  scenarios: readonly Scenario[],
  peers: readonly Peer[],
  load: LoadProcess,
  plan: Plan,
  absences: string[],
): Promise<Cell[]> {
  const cells = await startCells(scenarios, peers, plan, absences)
  for (const cell of cells) {
    console.error(`warming up ${cell.peer.name} for ${cell.scenario.name}`)
    // The first call of an operation compiles schemas, which no round is to pay for.
    await run(cell, { seconds: 60, maxRequests: cell.scenario.recipe.collections.length })
    await run(cell, { seconds: plan.warmUp })
  }
  await sampleInTurns(plan.rounds, cells, async (cell, round) => {
    if (cell === cells[0]) console.error(`round ${round} of ${plan.rounds}`)
    cell.rounds.push(await run(cell, { seconds: plan.seconds }))
  })
  const tailed = cells.filter(({ scenario, peer }) => !scenario.smaller && tailPeers.includes(peer.name))
  await sampleInTurns(plan.rounds, tailed, async (cell, round) => {
    if (cell === tailed[0])
      console.error(`round ${round} of ${plan.rounds}, at ${tailLoad * 100} % of each server's rate`)
    const { median } = summarise(cell.rounds.map(({ requests, seconds }) => requests / seconds))
    cell.tail.push(await run(cell, { seconds: plan.seconds, rate: tailLoad * median }))
  })
  for (const cell of cells) cell.memory.loaded = residentMegabytes(cell.server.pid)
  await Promise.all([...new Set(cells.map(({ server }) => server))].map((server) => server.end()))
  return cells.map(({ server: _, next: __, ...cell }) => cell)

  async function run(cell: RunningCell, how: Pick<Job, 'seconds' | 'rate' | 'maxRequests'>): Promise<Round> {
    const { scenario, peer, server } = cell
    const { connections } = plan
    const job = { port: server.port, base: peer.base(scenario), recipe: scenario.recipe, first: cell.next, connections }
    const before = cpuSeconds(server.pid)
    const { failures, ...result } = await load.run({ ...job, ...how }).catch((error: Error) => {
      throw new NoAnswerError(`${peer.title}, ${scenario.name}: ${error.message}`)
    })
    cell.next += result.requests + connections
    for (const [what, count] of Object.entries(failures)) cell.failures[what] = (cell.failures[what] ?? 0) + count
    const after = cpuSeconds(server.pid)
    return { ...result, cpuSeconds: before === undefined || after === undefined ? undefined : after - before }
  }
}

async function startCells(
  scenarios: readonly Scenario[],
  peers: readonly Peer[],
  { serverCores }: Plan,
  absences: string[],
): Promise<RunningCell[]> {
  const servers = new Map<string, ServerProcess>()
  const cells: RunningCell[] = []
  for (const scenario of scenarios) {
    const able = peers.filter(({ serves }) => serves?.(scenario) ?? true)
    // The first peer's answer becomes the one that peers with a constant answer give, so these start last.
    const ordered = able.toSorted((one, other) => Number(one.constant ?? false) - Number(other.constant ?? false))
    for (const peer of ordered) {
      console.error(`starting ${peer.name} for ${scenario.name}`)
      try {
        const key = peer.command(scenario).join(' ')
        const server = servers.get(key) ?? (await startServer(peer, scenario, { cores: serverCores }))
        servers.set(key, server)
        const answer = await server.ask(scenario)
        if (peer === ordered[0] && !peer.constant) writeFileSync(scenario.answerFile, answer)
        const memory = { idle: residentMegabytes(server.pid), loaded: undefined }
        cells.push({ scenario, peer, rounds: [], tail: [], memory, failures: {}, server, next: 1 })
      } catch (error) {
        if (!peer.onDemand || !(error instanceof NoAnswerError)) throw error
        absences.push(`${peer.title}: ${error.message}`)
      }
    }
  }
  return cells
}
