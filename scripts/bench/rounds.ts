import { writeFileSync } from 'node:fs'
import { NoAnswerError } from './first-answer.ts'
import type { LoadProcess } from './load.ts'
import type { JobResult } from './load-generator.ts'
import type { Peer } from './peers.ts'
import { cpuSeconds, residentMegabytes } from './process-usage.ts'
import type { Scenario } from './scenarios.ts'
import { type ServerProcess, startServer } from './server-process.ts'

/** One peer in one scenario, and what was measured of it, one entry a round. */
export interface Cell {
  scenario: Scenario
  peer: Peer
  rounds: Round[]
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
  serverCore: number | undefined
  /** Hears what goes on. */
  tell: (what: string) => void
}

type RunningCell = Cell & { server: ServerProcess; next: number }

/**
 * Measures every peer in every scenario. All servers run the whole time, idle but for one, and take turns: what disturbs the
 * machine for a while disturbs them alike.
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

  for (const cell of cells) cell.memory.loaded = residentMegabytes(cell.server.pid)
  await Promise.all([...new Set(cells.map(({ server }) => server))].map((server) => server.end()))
  return cells

  async function run(cell: RunningCell, { seconds, atMost }: { seconds: number; atMost?: number }): Promise<Round> {
    const { scenario, peer, server } = cell
    const before = cpuSeconds(server.pid)
    const { failures, ...result } = await load
      .run({
        port: server.port,
        base: peer.base(scenario),
        recipe: scenario.recipe,
        first: cell.next,
        connections: plan.connections,
        seconds,
        ...(atMost === undefined ? {} : { atMost }),
      })
      .catch((error: Error) => {
        throw new NoAnswerError(`${peer.title}, ${scenario.name}: ${error.message}`)
      })
    cell.next += result.requests + plan.connections
    for (const [what, times] of Object.entries(failures)) cell.failures[what] = (cell.failures[what] ?? 0) + times
    const after = cpuSeconds(server.pid)
    return { ...result, cpuSeconds: before === undefined || after === undefined ? undefined : after - before }
  }
}

/** Peers that answer from the document come first, so that those that answer a constant can be given an answer of theirs. */
async function startCells(
  scenarios: Scenario[],
  peers: readonly Peer[],
  { serverCore, tell }: Plan,
): Promise<RunningCell[]> {
  const servers = new Map<string, ServerProcess>()
  const cells: RunningCell[] = []
  for (const scenario of scenarios) {
    const [constant, others] = [peers.filter((peer) => peer.constant), peers.filter((peer) => !peer.constant)]
    // A constant answer does not know how large a document is.
    for (const peer of scenario.smaller ? others : [...others, ...constant]) {
      tell(`starting ${peer.name} for ${scenario.name}`)
      const key = peer.command(scenario).join(' ')
      const server = servers.get(key) ?? (await startServer(peer, scenario, serverCore))
      servers.set(key, server)
      const answer = await server.ask(scenario)
      if (peer === others[0]) writeFileSync(scenario.answerFile, answer)
      const memory = { idle: residentMegabytes(server.pid), loaded: undefined }
      cells.push({ scenario, peer, rounds: [], memory, failures: {}, server, next: 1 })
    }
  }
  return cells
}
