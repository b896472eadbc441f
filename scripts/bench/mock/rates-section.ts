import { percent, table, times, whole } from '../report.ts'
import { ratio, type Summary, summarise } from '../statistics.ts'
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
  const grown = cells.flatMap((cell) => {
    const small = find(cell.scenario.smaller, cell.peer.name)
    return small ? [{ cell, ...compare(cell, small) }] : []
  })
  const tails = cells
    .filter(({ tail }) => tail.length > 0)
    .map((cell) => {
      const bare = find(cell.scenario.name, 'bare')
      return { cell, againstBare: bare && ratio(p99s(cell), p99s(bare)).median }
    })
  return {
    tables: [
      ratesTable(cells, find),
      table(
        ['More operations', 'Server', 'Share of the requests/s at 2', 'By CPU'],
        grown.map(({ cell: { scenario, peer }, byClock, byCpu }) => [
          scenario.name,
          peer.title,
          times(byClock),
          times(byCpu),
        ]),
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
        tails.map(({ cell, againstBare }) => {
          const p99 = summarise(p99s(cell))
          const [rate, p50] = [median(cell.tail, rateOf), median(cell.tail, (round) => round.p50)]
          const { scenario, peer } = cell
          const figures = [whole(rate), p50.toFixed(2), p99.median.toFixed(2), percent(p99.spread)]
          return [scenario.name, peer.title, ...figures, times(againstBare)]
        }),
      ),
    ],
    targets: [
      ...cells.flatMap((cell) => rateTarget(cell, find(cell.scenario.name, 'mock'))),
      ...grown
        .filter(({ cell }) => cell.peer.name === 'mock')
        .map(({ cell, byClock, byCpu }): Target => {
          const what = `${cell.scenario.name}, against 2`
          return { what, bound: 'min', limit: minGrown, unit: '×', byClock, byCpu }
        }),
      ...tails
        .filter(({ cell, againstBare }) => cell.peer.name === 'mock' && againstBare !== undefined)
        .map(({ cell, againstBare: byClock }): Target => {
          const what = `p99 at 70 % load, ${cell.scenario.name}, against bare`
          return { what, bound: 'max', limit: maxTail, unit: '×', byClock }
        }),
    ],
    notes: [...cells.flatMap(saturation), ...disturbance(cells)],
    failures: cells
      .filter(hasFailed)
      .map(
        ({ scenario, peer, failures }) => `**Failed:** ${scenario.name}, ${peer.title}: ${JSON.stringify(failures)}`,
      ),
    results: cells.map(({ scenario, peer, ...cell }) => ({ scenario: scenario.name, peer: peer.name, ...cell })),
  }
}

/** A row for each peer in each scenario: `n/a` where it cannot serve it. */
function ratesTable(cells: readonly Cell[], find: (scenario: string, peer: string) => Cell | undefined): string {
  const scenarios = new Set(cells.map(({ scenario }) => scenario.name))
  const peers = new Map(cells.map(({ peer }) => [peer.name, peer.title]))
  return table(
    [
      'Scenario',
      'Server',
      'Requests/s',
      'Spread',
      'p50 ms',
      'p99 ms',
      'CPU µs',
      'Memory MB',
      'Mock, by rate',
      'Mock, by CPU',
    ],
    [...scenarios].flatMap((scenario) =>
      [...peers].map(([peer, title]) => {
        const cell = find(scenario, peer)
        if (!cell) return [scenario, title, 'n/a', ...Array<string>(7).fill('')]
        return [scenario, title, ...figures(cell, peer === 'mock' ? undefined : find(scenario, 'mock'))]
      }),
    ),
  )
}

function figures(cell: Cell, mock: Cell | undefined): string[] {
  const { rounds, memory } = cell
  const rate = summarise(rounds.map(rateOf))
  const [p50, p99] = [median(rounds, (round) => round.p50), median(rounds, (round) => round.p99)]
  const costs = cpuCosts(cell)
  const { idle, loaded } = memory
  const against = mock && !hasFailed(cell) ? compare(mock, cell) : undefined
  return [
    hasFailed(cell) ? 'failed' : whole(rate.median),
    percent(rate.spread),
    p50.toFixed(2),
    p99.toFixed(2),
    costs.length > 0 ? summarise(costs).median.toFixed(0) : '–',
    idle === undefined || loaded === undefined ? '–' : `${whole(idle)} → ${whole(loaded)}`,
    ...(against ? [times(against.byClock), times(against.byCpu)] : ['', '']),
  ]
}

function rateTarget(cell: Cell, mock: Cell | undefined): Target[] {
  const { scenario, peer } = cell
  const limit = minRatios.find(([pattern]) => pattern.test(scenario.name))?.[1][peer.name]
  if (limit === undefined || mock === undefined) return []
  return [{ what: `${scenario.name}, against ${peer.name}`, bound: 'min', limit, unit: '×', ...compare(mock, cell) }]
}

/** How many times the rate of `other` the first cell reaches, by the clock and by processor time. */
function compare(cell: Cell, other: Cell): { byClock: number; byCpu: number | undefined } {
  const [costs, others] = [cpuCosts(cell), cpuCosts(other)]
  return {
    byClock: ratio(cell.rounds.map(rateOf), other.rounds.map(rateOf)).median,
    byCpu: costs.length > 0 && others.length > 0 ? ratio(others, costs).median : undefined,
  }
}

/** A load generator without processor time to spare measures itself. */
function saturation({ scenario, peer, rounds }: Cell): string[] {
  const limited = median(rounds, ({ busy }) => busy) > 0.9
  return limited ? [`**Limited by the load generator:** ${scenario.name}, ${peer.title}.`] : []
}

/** A server that answers as fast as it can uses all of its core, unless the machine has other work. */
function disturbance(cells: readonly Cell[]): string[] {
  const shares = cells.flatMap(({ rounds }) => {
    const known = rounds.flatMap(({ cpuSeconds, seconds }) => (cpuSeconds === undefined ? [] : cpuSeconds / seconds))
    return known.length > 0 ? summarise(known).median : []
  })
  const share: Summary | undefined = shares.length > 0 ? summarise(shares) : undefined
  if (share === undefined || share.median > 0.9) return []
  return [
    `**Disturbed:** servers got ${percent(share.median)} of their core (median; least ${percent(share.min)}), other programs the rest. ` +
      'Requests/s, p50 and p99 are the worse for it; believe the figures by CPU.',
  ]
}

type Round = Cell['rounds'][number]

const hasFailed = ({ failures }: Cell) => Object.keys(failures).length > 0
const rateOf = ({ requests, seconds }: Round) => requests / seconds
const p99s = ({ tail }: Cell) => tail.map(({ p99 }) => p99)
const median = (rounds: readonly Round[], figure: (round: Round) => number) => summarise(rounds.map(figure)).median

/** Microseconds of processor time for each request, one figure a round; empty where the system does not tell. */
function cpuCosts({ rounds }: Cell): number[] {
  return rounds.flatMap(({ cpuSeconds, requests }) => (cpuSeconds === undefined ? [] : (cpuSeconds / requests) * 1e6))
}
