import { writeFileSync } from 'node:fs'
import type { Scenario } from '../documents/scenarios.ts'
import type { LoadProcess } from '../load/load.ts'
import type { Job, JobResult } from '../load/load-generator.ts'
import { cpuSeconds, residentMegabytes } from '../processes/process-usage.ts'
import { NoAnswerError } from '../servers/first-answer.ts'
import type { Peer } from '../servers/peer.ts'
import { canServe } from '../servers/peers.ts'
import { type ServerProcess, startServer } from '../servers/server-process.ts'
import { summarise } from './statistics.ts'

/** One peer in one scenario, and what was measured of it, one entry a round. */
export interface Cell {
  scenario: Scenario
  peer: Peer
  rounds: Round[]
  /** The same at a share of the rate that it reached in the rounds; empty where that is not measured. */
  tail: Round[]
  /** Memory of the server's process, in MB, after its first answer and after the last round. */
  memory: { idle: number | undefined; loaded: number | undefined }
  /** How often what went wrong, warm-up included. */
  failures: Record<string, number>
}

export interface Round extends Omit<JobResult, 'failures'> {
  /** Seconds of processor time that the server used. */
  cpuSeconds: number | undefined
}

export interface Plan {
  rounds: number
  seconds: number
  warmUpSeconds: number
  connections: number
  serverCores: readonly number[] | undefined
  /** Hears what goes on. */
  tell: (what: string) => void
  /** Takes those on demand that cannot be started here. */
  absences: Absence[]
}

/** A peer that takes no part, and why. */
export interface Absence {
  peer: Peer
  reason: string
}

/** Share of a server's own rate at which the time of its answers is measured. */
export const tailLoad = 0.7

type RunningCell = Cell & { server: ServerProcess; next: number }

/**
 * Measures every peer in every scenario that it can serve. All servers run the whole time, idle but for one, and take turns:
 * what disturbs the machine for a while disturbs them alike.
 */
export async function measure(
  scenarios: Scenario[],
  peers: readonly Peer[],
  load: LoadProcess,
  plan: Plan,
): Promise<Cell[]> {
  const cells = await startCells(scenarios, peers, plan)
  for (const cell of cells) {
    plan.tell(`warming up ${cell.peer.name} for ${cell.scenario.name}`)
    // Each operation once, whatever the time: its first call compiles schemas, which no round is to pay for.
    await run(cell, { seconds: 60, atMost: cell.scenario.recipe.collections.length })
    await run(cell, { seconds: plan.warmUpSeconds })
  }
  for (let round = 1; round <= plan.rounds; round++) {
    plan.tell(`round ${round} of ${plan.rounds}`)
    for (const cell of cells) cell.rounds.push(await run(cell, { seconds: plan.seconds }))
  }
  const tailed = cells.filter(({ scenario, peer }) => !scenario.smaller && tailPeers.has(peer.name))
  for (let round = 1; round <= plan.rounds; round++) {
    plan.tell(`round ${round} of ${plan.rounds}, at ${tailLoad * 100} % of each server's rate`)
    for (const cell of tailed) {
      const { median } = summarise(cell.rounds.map(({ requests, seconds }) => requests / seconds))
      cell.tail.push(await run(cell, { seconds: plan.seconds, rate: tailLoad * median }))
    }
  }

  for (const cell of cells) cell.memory.loaded = residentMegabytes(cell.server.pid)
  await Promise.all([...new Set(cells.map(({ server }) => server))].map((server) => server.end()))
  return cells

  async function run(cell: RunningCell, how: Pick<Job, 'seconds' | 'rate' | 'atMost'>): Promise<Round> {
    const { scenario, peer, server } = cell
    const { recipe } = scenario
    const { connections } = plan
    const before = cpuSeconds(server.pid)
    const { failures, ...result } = await load
      .run({ port: server.port, base: peer.base(scenario), recipe, first: cell.next, connections, ...how })
      .catch((error: Error) => {
        throw new NoAnswerError(`${peer.title}, ${scenario.name}: ${error.message}`)
      })
    cell.next += result.requests + connections
    for (const [what, times] of Object.entries(failures)) cell.failures[what] = (cell.failures[what] ?? 0) + times
    const after = cpuSeconds(server.pid)
    return { ...result, cpuSeconds: before === undefined || after === undefined ? undefined : after - before }
  }
}

/** Those near enough to the limit that their tail tells something. */
const tailPeers: ReadonlySet<string> = new Set(['mock', 'fastify', 'bare'])

/** Peers that answer from the document come first, so that those that answer a constant can be given an answer of theirs. */
async function startCells(
  scenarios: Scenario[],
  peers: readonly Peer[],
  { serverCores, tell, absences }: Plan,
): Promise<RunningCell[]> {
  const servers = new Map<string, ServerProcess>()
  const cells: RunningCell[] = []
  for (const scenario of scenarios) {
    const able = peers.filter((peer) => canServe(peer, scenario))
    const [constant, others] = [able.filter((peer) => peer.constant), able.filter((peer) => !peer.constant)]
    for (const peer of [...others, ...constant]) {
      tell(`starting ${peer.name} for ${scenario.name}`)
      const key = peer.command(scenario).join(' ')
      try {
        const server = servers.get(key) ?? (await startServer(peer, scenario, { cores: serverCores }))
        servers.set(key, server)
        const answer = await server.ask(scenario)
        if (peer === others[0]) writeFileSync(scenario.answerFile, answer)
        const memory = { idle: residentMegabytes(server.pid), loaded: undefined }
        cells.push({ scenario, peer, rounds: [], tail: [], memory, failures: {}, server, next: 1 })
      } catch (error) {
        if (!peer.onDemand || !(error instanceof NoAnswerError)) throw error
        absences.push({ peer, reason: error.message })
      }
    }
  }
  return cells
}
