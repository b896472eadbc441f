import type { Round } from '../load/load.ts'
import { fixed, percent, table, times, whole } from '../report.ts'
import { ratio, summarise } from '../statistics.ts'
import { type Cell, tailLoad } from './rates.ts'
import type { Section, Target } from './targets.ts'

/** Lowest ratio of the mock's rate to each peer's. */
const examples = { prism: 15, 'prism-silent': 7, bare: 0.55, fastify: 1 }
const records = { prism: 7, 'prism-silent': 3.5, bare: 0.28, fastify: 1 }
const updates = { prism: 8, 'prism-silent': 4, bare: 0.35, fastify: 1 }
const minRatios: readonly (readonly [scenario: RegExp, min: Readonly<Record<string, number>>])[] = [
  [/^(list|read|update), 2 operations$/, examples],
  [/^order API, (list|read)$/, records],
  [/^order API, update$/, updates],
]
/** Lowest share of the rate at 2 operations that the mock may have at 1,500. */
const minGrown = 0.95
/** Highest ratio of the mock's p99 to the bare server's. */
const maxTail = 4

/** The tables and targets of the rates: every peer in every scenario, more operations, and tails. */
export function ratesSection(cells: readonly Cell[]): Section {
  const find = (scenario: string | undefined, peer: string) =>
    cells.find((cell) => cell.scenario.name === scenario && cell.peer.name === peer)
  const scenarios = new Set(cells.map(({ scenario }) => scenario.name))
  const peers = new Map(cells.map(({ peer }) => [peer.name, peer.title]))
  const grown = cells.flatMap((cell) => {
    const small = find(cell.scenario.smaller, cell.peer.name)
    return small ? [{ ...cell, ...compare(cell, small) }] : []
  })
  const tails = cells
    .filter(({ tail }) => tail.length > 0)
    .map((cell) => {
      const bare = find(cell.scenario.name, 'bare')?.tail ?? []
      return { ...cell, againstBare: ratio(cell.tail.map(p99), bare.map(p99)).median }
    })
  const isMock = ({ peer }: Cell) => peer.name === 'mock'
  return {
    tables: [
      table(
        ['Scenario', 'Server', 'Requests/s', 'Spread', 'p50 ms', 'p99 ms', 'CPU µs', 'Memory MB', ...against],
        [...scenarios].flatMap((scenario) =>
          [...peers].map(([peer, title]) => [
            scenario,
            title,
            ...figures(find(scenario, peer), find(scenario, 'mock')),
          ]),
        ),
      ),
      table(
        ['More operations', 'Server', 'Share of the requests/s at 2', 'By CPU'],
        grown.map(({ scenario, peer, byClock, byCpu }) => [scenario.name, peer.title, times(byClock), times(byCpu)]),
      ),
      table(
        [
          `At ${percent(tailLoad)} of its rate`,
          'Server',
          'Requests/s',
          'p50 ms',
          'p99 ms',
          'Spread',
          'Of bare `node:http`',
        ],
        tails.map(({ scenario, peer, tail, againstBare }) => {
          const { median, spread } = summarise(tail.map(p99))
          const milliseconds = [medianOf(tail, ({ p50 }) => p50), median].map((ms) => fixed(ms, 2))
          const rate = whole(medianOf(tail, ({ rate }) => rate))
          return [scenario.name, peer.title, rate, ...milliseconds, percent(spread), times(againstBare)]
        }),
      ),
    ],
    targets: [
      ...cells.flatMap((cell): Target[] => {
        const { scenario, peer } = cell
        const limit = minRatios.find(([pattern]) => pattern.test(scenario.name))?.[1][peer.name]
        const mock = find(scenario.name, 'mock')
        if (limit === undefined || mock === undefined) return []
        const what = `${scenario.name}, against ${peer.name}`
        return [{ what, bound: 'min', limit, unit: '×', ...compare(mock, cell) }]
      }),
      ...grown.filter(isMock).map(({ scenario, byClock, byCpu }): Target => {
        return { what: `${scenario.name}, against 2`, bound: 'min', limit: minGrown, unit: '×', byClock, byCpu }
      }),
      ...tails.filter(isMock).map(({ scenario, againstBare }): Target => {
        const what = `p99 at 70 % load, ${scenario.name}, against bare`
        return { what, bound: 'max', limit: maxTail, unit: '×', byClock: againstBare }
      }),
    ],
    notes: [...cells.flatMap(saturation), ...disturbance(cells)],
    results: cells.map(({ scenario, peer, server: _, ...cell }) => ({
      ...{ scenario: scenario.name, peer: peer.name },
      ...cell,
    })),
  }
}

const against = ['Mock, by rate', 'Mock, by CPU']
const p99 = (round: Round) => round.p99
const medianOf = (rounds: readonly Round[], figure: (round: Round) => number) => summarise(rounds.map(figure)).median

/** The figures of a row; `n/a` for a peer that cannot serve the scenario. */
function figures(cell: Cell | undefined, mock: Cell | undefined): string[] {
  if (!cell) return ['n/a', ...Array<string>(7).fill('')]
  const { rounds, memory } = cell
  const { median, spread } = summarise(rounds.map(({ rate }) => rate))
  const compared = mock && mock !== cell ? compare(mock, cell) : undefined
  return [
    whole(median),
    percent(spread),
    fixed(
      medianOf(rounds, ({ p50 }) => p50),
      2,
    ),
    fixed(medianOf(rounds, p99), 2),
    fixed(
      medianOf(rounds, ({ cpu }) => cpu),
      0,
    ),
    `${whole(memory.idle)} → ${whole(memory.loaded)}`,
    ...(compared ? [times(compared.byClock), times(compared.byCpu)] : ['', '']),
  ]
}

/** The ratio of the first cell's rate to that of `other`, by the clock and by processor time. */
function compare({ rounds }: Cell, other: Cell): { byClock: number; byCpu: number } {
  const of = (rounds: readonly Round[], figure: 'rate' | 'cpu') => rounds.map((round) => round[figure])
  return {
    byClock: ratio(of(rounds, 'rate'), of(other.rounds, 'rate')).median,
    byCpu: ratio(of(other.rounds, 'cpu'), of(rounds, 'cpu')).median,
  }
}

/** A load generator that uses all of its core measures itself. */
function saturation({ scenario, peer, rounds }: Cell): string[] {
  const limited = medianOf(rounds, ({ busy }) => busy) > 0.9
  return limited ? [`**Limited by the load generator:** ${scenario.name}, ${peer.title}.`] : []
}

/** A server that answers as fast as it can uses all of its core, unless the machine has other work. */
function disturbance(cells: readonly Cell[]): string[] {
  const { median, min } = summarise(cells.map(({ rounds }) => medianOf(rounds, ({ used }) => used)))
  if (!(median <= 0.9)) return []
  return [
    `**Disturbed:** servers got ${percent(median)} of their core (median; least ${percent(min)}), other programs the rest. ` +
      'Requests/s, p50 and p99 are the worse for it; believe the figures by CPU.',
  ]
}
