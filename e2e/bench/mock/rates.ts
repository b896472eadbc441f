import { writeFileSync } from 'node:fs'
import type { LoadProcess, Round } from '../load/load.ts'
import { residentMegabytes } from '../processes.ts'
import { fixed, percent, type Report, table, times, whole } from '../report.ts'
import { firstRequest, type Peer, recipeFor } from '../servers/peers.ts'
import { ask, type Server, startServer } from '../servers/server.ts'
import { median, ratio, sampleInTurns, spread } from '../statistics.ts'
import type { Scenario } from './scenarios.ts'

/** Lowest ratio of the mock's rate to each peer's, by the start of the scenario's name. */
const minRatios: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  examples: { prism: 15, 'prism-silent': 7, bare: 0.55, fastify: 1 },
  'records, update': { prism: 8, 'prism-silent': 4, bare: 0.35, fastify: 1 },
  records: { prism: 7, 'prism-silent': 3.5, bare: 0.28, fastify: 1 },
}
/** Highest ratio of the processor time of a request on an engine to that of the mock in memory. */
const maxEngine = 3
/** Highest ratio of the mock's p99 to the bare server's. */
const maxTail = 4
/** Share of its rate at which a server's answer times are measured. */
const tailLoad = 0.7
const tailPeers = ['mock', 'engine', 'fastify', 'bare']

export interface Plan {
  rounds: number
  /** Seconds of a round, and of the requests before the first one. */
  seconds: number
  warmUp: number
  connections: number
  serverCore: number | undefined
}

interface Cell {
  scenario: Scenario
  peer: Peer
  server: Server
  rounds: Round[]
  /** Rounds at a share of its rate, for answer times. */
  tail: Round[]
  memory: { idle: number; loaded: number }
}

/**
 * Measures every peer in every scenario that it supports. All servers run the whole time and are measured in turns, so that a disturbance
 * of the machine affects all of them.
 */
export async function measureRates(
  scenarios: readonly Scenario[],
  chosen: readonly Peer[],
  load: LoadProcess,
  { rounds, seconds, warmUp, connections, serverCore: core }: Plan,
): Promise<Report> {
  const cells = await startCells(scenarios, chosen, core)
  const send = ({ server, scenario, peer }: Cell, how: { seconds: number; rate?: number }) =>
    load.ask(server, recipeFor(scenario, peer), { connections, ...how })
  for (const cell of cells) {
    console.error(`warming up ${cell.peer.name} for ${cell.scenario.name}`)
    await send(cell, { seconds: warmUp })
  }
  await sampleInTurns(rounds, cells, async (cell, round) => {
    if (cell === cells[0]) console.error(`round ${round} of ${rounds}`)
    cell.rounds.push(await send(cell, { seconds }))
  })
  const tailed = cells.filter(({ peer }) => tailPeers.includes(peer.name))
  await sampleInTurns(rounds, tailed, async (cell, round) => {
    if (cell === tailed[0]) console.error(`round ${round} of ${rounds}, at ${tailLoad * 100} % of each server's rate`)
    cell.tail.push(await send(cell, { seconds, rate: tailLoad * medianOf(cell.rounds, 'rate') }))
  })
  for (const cell of cells) cell.memory.loaded = residentMegabytes(cell.server.pid)
  await Promise.all([...new Set(cells.map(({ server }) => server))].map((server) => server.end()))
  return report(cells)
}

async function startCells(
  scenarios: readonly Scenario[],
  chosen: readonly Peer[],
  core: number | undefined,
): Promise<Cell[]> {
  const servers = new Map<string, Server>()
  const cells: Cell[] = []
  for (const scenario of scenarios) {
    for (const peer of chosen) {
      console.error(`starting ${peer.name} for ${scenario.name}`)
      const first = firstRequest(scenario, peer)
      const command = peer.command(scenario)
      const key = command.join(' ')
      const server = servers.get(key) ?? (await startServer(peer.title, command, first, core))
      servers.set(key, server)
      if (peer === chosen[0]) writeFileSync(scenario.answer, (await ask(server.port, first)).text)
      const memory = { idle: residentMegabytes(server.pid), loaded: Number.NaN }
      cells.push({ scenario, peer, server, rounds: [], tail: [], memory })
    }
  }
  return cells
}

function report(cells: readonly Cell[]): Report {
  const find = (scenario: string, peer: string) =>
    cells.find((cell) => cell.scenario.name === scenario && cell.peer.name === peer)
  const rows = cells.map((cell, at) => {
    const { scenario, peer, rounds, tail, memory } = cell
    const { name } = scenario
    const [mock, bare] = [find(name, 'mock'), find(name, 'bare')]
    const rates = figuresOf(rounds, 'rate')
    const ofBare = ratio(figuresOf(tail, 'p99'), figuresOf(bare?.tail ?? [], 'p99'))
    const p99 = fixed(medianOf(tail, 'p99'), 2)
    const byClock = compare(mock, 'rate', cell)
    return [
      name === cells[at - 1]?.scenario.name ? '' : name,
      peer.title,
      `${whole(median(rates))} (${percent(spread(rates))})`,
      whole(medianOf(rounds, 'cpu')),
      `${whole(memory.idle)}–${whole(memory.loaded)}`,
      peer.name === 'mock' && bare ? `${p99} (${times(ofBare)} bare)` : p99,
      times(byClock),
      times(compare(cell, 'cpu', mock)),
      judge(scenario, peer, byClock),
    ]
  })
  const tail = `p99 ms at ${percent(tailLoad)} load (limit ${maxTail}× bare)`
  return {
    sections: [
      table(
        `Scenario | Server | Requests/s (spread) | CPU µs | Memory MB | ${tail} | Mock, by rate | By CPU | Limit`,
        rows,
      ),
      ...notes(cells),
    ],
    results: cells.map(({ scenario, peer, server: _, ...cell }) => {
      return { scenario: scenario.name, peer: peer.name, ...cell }
    }),
  }
}

/** The limit of the mock's ratio to a peer, and whether it is missed. */
function judge({ name }: Scenario, peer: Peer, byClock: number): string {
  const min = Object.entries(minRatios).find(([start]) => name.startsWith(start))?.[1][peer.name]
  if (peer.name === 'engine') return `≤ ${maxEngine}×${byClock > maxEngine ? ', missed' : ''}`
  return min === undefined ? '' : `≥ ${min}×${byClock < min ? ', missed' : ''}`
}

/** Conditions that a reader must know: a load generator that uses all of its core measures itself, and an undisturbed server uses all of its core. */
function notes(cells: readonly Cell[]): string[] {
  const limited = cells.filter(({ rounds }) => medianOf(rounds, 'busy') > 0.9)
  const used = median(cells.map(({ rounds }) => medianOf(rounds, 'used')))
  const disturbed = `**Disturbed:** servers got ${percent(used)} of their core, other programs the rest. Believe the figures by CPU.`
  const names = limited.map(({ scenario, peer }) => `${scenario.name}, ${peer.title}`)
  return [
    ...(names.length > 0 ? [`**Limited by the load generator:** ${names.join('; ')}.`] : []),
    ...(used <= 0.9 ? [disturbed] : []),
  ]
}

function compare(one: Cell | undefined, figure: 'rate' | 'cpu', other: Cell | undefined): number {
  return ratio(figuresOf(one?.rounds ?? [], figure), figuresOf(other?.rounds ?? [], figure))
}

function figuresOf(rounds: readonly Round[], figure: keyof Round): number[] {
  return rounds.map((round) => round[figure])
}

function medianOf(rounds: readonly Round[], figure: keyof Round): number {
  return median(figuresOf(rounds, figure))
}
