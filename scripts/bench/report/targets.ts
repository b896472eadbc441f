import type { Ratios, Results, Row } from './results.ts'

/** A figure that the mock is to reach, and how it stands. */
export interface Target {
  what: string
  /** `least` or `most` that it may be. */
  bound: 'least' | 'most'
  limit: number
  unit: '×' | 'ms' | 'MB'
  /** As the clock tells it; null where it was not measured. */
  measured: number | null
  /** The same by processor time, which other work on the machine disturbs less; null where there is no such figure. */
  byCpu: number | null
}

/** Least ratios of the mock's rate to that of a peer. */
const examples = { prism: 15, 'prism-silent': 7, bare: 0.55, fastify: 1 }
const records = { prism: 7, 'prism-silent': 3.5, bare: 0.28, fastify: 1 }
const updates = { prism: 8, 'prism-silent': 4, bare: 0.35, fastify: 1 }

const ratesAgainst: readonly (readonly [scenario: RegExp, least: Readonly<Record<string, number>>])[] = [
  [/^(list|read|update), 2 operations$/, examples],
  [/^order API, (list|read)$/, records],
  [/^order API, update$/, updates],
]

/** All targets for which there is something measured. */
export function targetsOf({ rows, tails, startUp, memory, sessions, workers }: Results): Target[] {
  const warm = startUp.find(({ peer, cache }) => peer === 'mock' && cache === 'warm')
  return [
    ...rows.flatMap(rateTarget),
    ...rows
      .filter(({ peer, againstSmall }) => peer === 'mock' && againstSmall !== null)
      .map(({ scenario, againstSmall }) => minRatio(`${scenario}, against 2`, 0.95, againstSmall)),
    ...tails
      .filter(({ peer, againstBare }) => peer === 'mock' && againstBare !== null)
      .map(({ scenario, againstBare }) =>
        most(`p99 at 70 % load, ${scenario}, against bare`, 4, '×', againstBare?.median),
      ),
    ...(warm
      ? [
          most(
            'start to first answer, all interfaces',
            400,
            'ms',
            warm.milliseconds.median,
            warm.cpuMilliseconds?.median,
          ),
        ]
      : []),
    ...(memory
      ? [
          most('memory, all interfaces, idle', 140, 'MB', memory.idle),
          most(
            `memory after ${memory.requests.toLocaleString('en')} requests, collected, against idle`,
            1.2,
            '×',
            memory.loadedCollected / memory.idleCollected,
          ),
        ]
      : []),
    ...(sessions
      ? [
          most(
            `memory of ${sessions.sessions.toLocaleString('en')} sessions of ${sessions.recordsEach} records`,
            sessions.sessions / 5,
            'MB',
            sessions.after - sessions.before,
          ),
        ]
      : []),
    ...(workers
      ? [minRatio('examples with 2 workers, against 1', 1.8, { rate: workers.rate, perCpu: workers.byCpu })]
      : []),
  ]
}

type Nullable<T> = { [Key in keyof T]: T[Key] | null }

function rateTarget({ scenario, peer, mockAgainstThis }: Row): Target[] {
  const [, least] = ratesAgainst.find(([pattern]) => pattern.test(scenario)) ?? []
  const limit = least?.[peer]
  if (limit === undefined || mockAgainstThis === null) return []
  return [minRatio(`${scenario}, against ${peer}`, limit, mockAgainstThis)]
}

function minRatio(what: string, limit: number, ratios: Nullable<Ratios> | null): Target {
  const { rate, perCpu } = ratios ?? { rate: null, perCpu: null }
  return { what, bound: 'least', limit, unit: '×', measured: rate?.median ?? null, byCpu: perCpu?.median ?? null }
}

function most(what: string, limit: number, unit: Target['unit'], measured?: number, byCpu?: number): Target {
  return { what, bound: 'most', limit, unit, measured: measured ?? null, byCpu: byCpu ?? null }
}

/** `met`, or by how much it is missed: as a share of the target. */
export function verdictOf({ bound, limit }: Target, figure: number | null): string {
  if (figure === null) return '–'
  const missing = bound === 'least' ? 1 - figure / limit : figure / limit - 1
  return missing <= 0 ? 'met' : `missed by ${Math.max(1, Math.round(missing * 100))} %`
}
