import { writeFileSync } from 'node:fs'
import type { LoadProcess, Round } from '../load/load.ts'
import type { Peer } from '../servers/peers.ts'
import { NoAnswerError, type ServerProcess, startServer } from '../servers/server.ts'
import { sampleInTurns, summarise } from '../statistics.ts'
import { residentMegabytes } from '../usage.ts'
import type { Scenario } from './scenarios.ts'

/** How long and how often the mock and its peers are measured. */
export interface Plan {
  rounds: number
  seconds: number
  warmUp: number
  connections: number
  serverCores: readonly number[] | undefined
}

/** One peer in one scenario, with a sample for each round. */
export interface Cell {
  scenario: Scenario
  peer: Peer
  server: ServerProcess
  rounds: Round[]
  /** Rounds at a share of the peer's own rate; empty if they are not measured. */
  tail: Round[]
  /** Memory of the server's process in MB after its first answer and after the last round. */
  memory: { idle: number; loaded: number }
}

/** Share of a server's own rate at which the time of its answers is measured. */
export const tailLoad = 0.7

/** Peers fast enough for their tail to be compared with the mock's. */
const tailPeers = ['mock', 'fastify', 'bare']

/**
 * Measures every peer in every scenario that it supports. All servers run the whole time and are measured in turns, so that a disturbance
 * of the machine affects all of them.
 *
 * @param absences collects the reasons why peers on demand are left out
 */
export async function measureRates(
  scenarios: readonly Scenario[],
  peers: readonly Peer[],
  load: LoadProcess,
  { rounds, seconds, warmUp, connections, serverCores }: Plan,
  absences: string[],
): Promise<Cell[]> {
  const cells = await startCells(scenarios, peers, serverCores, absences)
  for (const { server, scenario, peer } of cells) {
    console.error(`warming up ${peer.name} for ${scenario.name}`)
    // The first call of an operation compiles schemas, which must not count in a round.
    const maxRequests = scenario.recipe.collections.length
    await load.ask(server, scenario, { connections, seconds: 60, maxRequests })
    await load.ask(server, scenario, { connections, seconds: warmUp })
  }
  await sampleInTurns(rounds, cells, async (cell, round) => {
    if (cell === cells[0]) console.error(`round ${round} of ${rounds}`)
    cell.rounds.push(await load.ask(cell.server, cell.scenario, { connections, seconds }))
  })
  const tailed = cells.filter(({ scenario, peer }) => !scenario.smaller && tailPeers.includes(peer.name))
  await sampleInTurns(rounds, tailed, async (cell, round) => {
    if (cell === tailed[0]) console.error(`round ${round} of ${rounds}, at ${tailLoad * 100} % of each server's rate`)
    const rate = tailLoad * summarise(cell.rounds.map(({ rate }) => rate)).median
    cell.tail.push(await load.ask(cell.server, cell.scenario, { connections, seconds, rate }))
  })
  for (const cell of cells) cell.memory.loaded = residentMegabytes(cell.server.pid)
  await Promise.all([...new Set(cells.map(({ server }) => server))].map((server) => server.end()))
  return cells
}

async function startCells(
  scenarios: readonly Scenario[],
  peers: readonly Peer[],
  cores: readonly number[] | undefined,
  absences: string[],
): Promise<Cell[]> {
  const servers = new Map<string, ServerProcess>()
  const cells: Cell[] = []
  for (const scenario of scenarios) {
    const able = peers.filter(({ serves }) => serves?.(scenario) ?? true)
    // Peers with a constant answer use the first peer's answer, so they start last.
    const ordered = able.toSorted((one, other) => Number(one.constant ?? false) - Number(other.constant ?? false))
    for (const peer of ordered) {
      console.error(`starting ${peer.name} for ${scenario.name}`)
      try {
        const key = peer.command(scenario, 0).join(' ')
        const server = servers.get(key) ?? (await startServer(peer, scenario, { cores }))
        servers.set(key, server)
        const answer = await server.ask(scenario)
        if (peer === ordered[0] && !peer.constant) writeFileSync(scenario.answerFile, answer)
        const memory = { idle: residentMegabytes(server.pid), loaded: Number.NaN }
        cells.push({ scenario, peer, server, rounds: [], tail: [], memory })
      } catch (error) {
        if (!peer.onDemand || !(error instanceof NoAnswerError)) throw error
        absences.push(`${peer.title}: ${error.message}`)
      }
    }
  }
  return cells
}
