import { describe, expect, it } from 'vitest'
import type { Summary } from '../measures/statistics.ts'
import type { Ratios, Results, Row, TailRow } from './results.ts'
import { targetsOf, verdictOf } from './targets.ts'

const nothing: Results = {
  bound: true,
  node: 'v24.0.0',
  options: { rounds: 5, seconds: 3, warmUpSeconds: 8, connections: 50 },
  interfaces: 8,
  rows: [],
  tails: [],
  startUp: [],
  memory: null,
  sessions: null,
  workers: null,
  absences: [],
}

const summary = (median: number): Summary => ({ median, min: median, max: median, spread: 0 })
const ratios = (rate: number, perCpu: number): Ratios => ({ rate: summary(rate), perCpu: summary(perCpu) })

function row(scenario: string, peer: string, more: Partial<Row>): Row {
  return { scenario, peer, mockAgainstThis: null, againstSmall: null, ...more } as Row
}

describe('targetsOf', () => {
  it.each([
    ['list, 2 operations', 'prism', 15],
    ['update, 2 operations', 'prism-silent', 7],
    ['read, 2 operations', 'bare', 0.55],
    ['order API, list', 'prism', 7],
    ['order API, read', 'bare', 0.28],
    ['order API, update', 'prism-silent', 4],
    ['order API, update', 'fastify', 1],
  ])('asks in %s of the ratio to %s that it be at least %d', (scenario, peer, limit) => {
    const targets = targetsOf({ ...nothing, rows: [row(scenario, peer, { mockAgainstThis: ratios(3, 5) })] })
    expect(targets).toEqual([
      { what: `${scenario}, against ${peer}`, bound: 'least', limit, unit: '×', measured: 3, byCpu: 5 },
    ])
  })

  it('has none for a peer that the targets do not name', () => {
    const rows = [row('list, 2 operations', 'scalar', { mockAgainstThis: ratios(3, 5) })]
    expect(targetsOf({ ...nothing, rows })).toEqual([])
  })

  it('asks of the mock alone that it not grow with its document', () => {
    const grown = { againstSmall: ratios(0.9, 0.97) }
    const rows = [row('list, 1500 operations', 'mock', grown), row('list, 1500 operations', 'prism', grown)]
    expect(targetsOf({ ...nothing, rows })).toEqual([
      {
        what: 'list, 1500 operations, against 2',
        bound: 'least',
        limit: 0.95,
        unit: '×',
        measured: 0.9,
        byCpu: 0.97,
      },
    ])
  })

  it('asks for tails, the second start, and memory', () => {
    const tail: TailRow = {
      scenario: 'order API, list',
      peer: 'mock',
      requestsPerSecond: 100,
      p50: 1,
      p99: summary(3),
      againstBare: summary(2),
    }
    const start = { peer: 'mock', cpuMilliseconds: summary(350), samples: [] }
    const targets = targetsOf({
      ...nothing,
      tails: [tail, { ...tail, peer: 'bare' }, { ...tail, scenario: 'without a bare server', againstBare: null }],
      startUp: [
        { ...start, cache: 'cold', milliseconds: summary(900) },
        { ...start, cache: 'warm', milliseconds: summary(410) },
      ],
      memory: { started: 90, idle: 130, idleCollected: 100, requests: 1_000_000, loaded: 300, loadedCollected: 115 },
      sessions: { sessions: 1000, recordsEach: 100, megabytesOfJson: 90, before: 100, after: 280 },
      workers: { rate: null, byCpu: summary(1.9) },
    })
    expect(targets.map(({ what, limit, measured, byCpu }) => [what, limit, measured, byCpu])).toEqual([
      ['p99 at 70 % load, order API, list, against bare', 4, 2, null],
      ['start to first answer, all interfaces', 400, 410, 350],
      ['memory, all interfaces, idle', 140, 130, null],
      ['memory after 1,000,000 requests, collected, against idle', 1.2, 1.15, null],
      ['memory of 1,000 sessions of 100 records', 200, 180, null],
      ['examples with 2 workers, against 1', 1.8, null, 1.9],
    ])
  })
})

describe('verdictOf', () => {
  const least = { what: '', bound: 'least', limit: 2, unit: '×', measured: null, byCpu: null } as const
  const most = { ...least, bound: 'most', limit: 400 } as const

  it.each([
    [least, 2, 'met'],
    [least, 1.5, 'missed by 25 %'],
    [least, 1.999, 'missed by 1 %'],
    [most, 400, 'met'],
    [most, 500, 'missed by 25 %'],
    [most, null, '–'],
  ])('%#', (target, figure, verdict) => {
    expect(verdictOf(target, figure)).toBe(verdict)
  })
})
