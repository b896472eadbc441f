import type { MemoryUse } from '../measures/memory.ts'
import type { Cell, Round } from '../measures/rounds.ts'
import type { SessionUse } from '../measures/sessions.ts'
import type { StartUp } from '../measures/start-up.ts'
import { ratio, type Summary, summarise } from '../measures/statistics.ts'
import type { WorkerUse } from '../measures/workers.ts'

/** What a run found, as `dist/bench.json` holds it. */
export interface Results {
  /** Servers and load ran on cores of their own. */
  bound: boolean
  node: string
  options: { rounds: number; seconds: number; warmUpSeconds: number; connections: number }
  /** Served by the mock at once, where it is measured on the order API. */
  interfaces: number
  rows: Row[]
  tails: TailRow[]
  startUp: StartUpRow[]
  /** Null where it was not measured, or the system does not tell. */
  memory: MemoryUse | null
  sessions: SessionUse | null
  workers: WorkerUse | null
  /** Peers that could take no part, by title. */
  absences: { peer: string; reason: string }[]
}

export interface StartUpRow {
  peer: string
  cache: StartUp['cache']
  milliseconds: Summary
  cpuMilliseconds: Summary | null
  samples: number[]
}

export interface Ratios {
  rate: Summary
  perCpu: Summary | null
}

export interface Row {
  scenario: string
  peer: string
  requestsPerSecond: Summary
  /** Milliseconds. */
  p50: number
  p99: number
  /** Microseconds of processor time that the server spent on one request; with others on its core, truer than the rate. */
  cpuPerRequest: number | null
  /** Share of one core that the server used: well below 1, others ran on its core, or it waited for the load generator. */
  serverBusy: number | null
  /** MB after the first answer and after the last round; of the whole process, which scenarios may share. */
  memory: { idle: number | null; loaded: number | null }
  /** Of one core, by the load generator. */
  generatorBusy: number
  /** How many times this peer's requests per second the mock answers; and how many per second of processor time. */
  mockAgainstThis: Ratios | null
  /** Requests per second as a share of those at the fewest operations, for the scenarios that differ in these alone. */
  againstSmall: Ratios | null
  failures: Record<string, number>
  rounds: Round[]
}

/** One peer in one scenario at a share of its own rate: the time of its answers, from when each was due. */
export interface TailRow {
  scenario: string
  peer: string
  /** That were asked. */
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: Summary
  /** How many times the p99 of the bare server. */
  againstBare: Summary | null
}

export function toRows(cells: readonly Cell[]): Row[] {
  const find = (scenario: string | undefined, peer: string) =>
    cells.find((cell) => cell.scenario.name === scenario && cell.peer.name === peer)
  return cells.map((cell) => {
    const { scenario, peer, rounds, memory, failures } = cell
    const mock = peer.name === 'mock' ? undefined : find(scenario.name, 'mock')
    const small = find(scenario.smaller, peer.name)
    const costs = cpuCosts(cell)
    const busy = rounds.flatMap(({ cpuSeconds, seconds }) => (cpuSeconds === undefined ? [] : cpuSeconds / seconds))
    return {
      scenario: scenario.name,
      peer: peer.name,
      requestsPerSecond: summarise(rates(cell)),
      p50: median(rounds, 'p50'),
      p99: median(rounds, 'p99'),
      cpuPerRequest: costs.length === 0 ? null : summarise(costs).median,
      serverBusy: busy.length === 0 ? null : summarise(busy).median,
      memory: { idle: memory.idle ?? null, loaded: memory.loaded ?? null },
      generatorBusy: median(rounds, 'busy'),
      mockAgainstThis: mock ? against(mock, cell) : null,
      againstSmall: small ? against(cell, small) : null,
      failures,
      rounds,
    }
  })
}

export function toTails(cells: readonly Cell[]): TailRow[] {
  return cells
    .filter(({ tail }) => tail.length > 0)
    .map(({ scenario, peer, tail }) => {
      const bare = cells.find((cell) => cell.scenario === scenario && cell.peer.name === 'bare')
      const p99s = tail.map(({ p99 }) => p99)
      return {
        scenario: scenario.name,
        peer: peer.name,
        requestsPerSecond: summarise(tail.map(({ requests, seconds }) => requests / seconds)).median,
        p50: median(tail, 'p50'),
        p99: summarise(p99s),
        againstBare: bare
          ? ratio(
              p99s,
              bare.tail.map(({ p99 }) => p99),
            )
          : null,
      }
    })
}

export function toStartUp(measured: readonly StartUp[]): StartUpRow[] {
  return measured.map(({ peer, cache, samples, cpu }) => ({
    peer: peer.name,
    cache,
    milliseconds: summarise(samples),
    cpuMilliseconds: cpu.length === 0 ? null : summarise(cpu),
    samples,
  }))
}

/** Rows in which not every answer was a 2xx: their figures mean nothing. */
export function failedRows(rows: readonly Row[]): Row[] {
  return rows.filter(({ failures }) => Object.keys(failures).length > 0)
}

function rates({ rounds }: Cell): number[] {
  return rounds.map(({ requests, seconds }) => requests / seconds)
}

/** Microseconds a request, one a round; none where processor time is not known. */
function cpuCosts({ rounds }: Cell): number[] {
  return rounds.flatMap(({ cpuSeconds, requests }) => (cpuSeconds === undefined ? [] : (cpuSeconds / requests) * 1e6))
}

function against(a: Cell, b: Cell): Ratios {
  const [costOfA, costOfB] = [cpuCosts(a), cpuCosts(b)]
  const known = costOfA.length > 0 && costOfB.length > 0
  return { rate: ratio(rates(a), rates(b)), perCpu: known ? ratio(costOfB, costOfA) : null }
}

function median(rounds: readonly Round[], figure: 'p50' | 'p99' | 'busy'): number {
  return summarise(rounds.map((round) => round[figure])).median
}
