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
  /** Microseconds of processor time that the server spent on one request. */
  cpuPerRequest: number | undefined
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

/**
 * Measures every peer in every scenario. All servers run the whole time, idle but for one, and take turns: what disturbs the
 * machine for a while disturbs them alike.
 */
export async function measure(scenarios: Scenario[], peers: Peer[], load: LoadProcess, plan: Plan): Promise<Cell[]> {
  const servers = new Map<string, ServerProcess>()
  const cells: (Cell & { server: ServerProcess; next: number })[] = []
  for (const scenario of scenarios) {
    for (const peer of peers) {
      const key = peer.command(scenario).join(' ')
      plan.tell(`starting ${peer.name} for ${scenario.name}`)
      const server = servers.get(key) ?? (await startServer(peer, scenario, plan.serverCore))
      servers.set(key, server)
      const memory = { idle: residentMegabytes(server.pid), loaded: undefined }
      cells.push({ scenario, peer, rounds: [], memory, failures: {}, server, next: 1 })
    }
  }

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
  await Promise.all([...servers.values()].map((server) => server.end()))
  return cells

  async function run(
    cell: (typeof cells)[number],
    { seconds, atMost }: { seconds: number; atMost?: number },
  ): Promise<Round> {
    const { scenario, peer, server } = cell
    const before = cpuSeconds(server.pid)
    const { failures, ...result } = await load.run({
      port: server.port,
      base: peer.base(scenario),
      recipe: scenario.recipe,
      first: cell.next,
      connections: plan.connections,
      seconds,
      ...(atMost === undefined ? {} : { atMost }),
    })
    cell.next += result.requests + plan.connections
    for (const [what, times] of Object.entries(failures)) cell.failures[what] = (cell.failures[what] ?? 0) + times
    const after = cpuSeconds(server.pid)
    const used = before === undefined || after === undefined ? undefined : after - before
    return { ...result, cpuPerRequest: used === undefined ? undefined : (used / Math.max(1, result.requests)) * 1e6 }
  }
}
