import { expect, it } from 'vitest'
import type { Scenario } from '../documents/scenarios.ts'
import type { Cell, Round } from '../measures/rounds.ts'
import type { Peer } from '../servers/peer.ts'
import { peers } from '../servers/peers.ts'
import { printReport } from './report.ts'
import { failedRows, type Results, toRows, toStartUp, toTails } from './results.ts'

const [mock, prism] = peers as [Peer, Peer]

function scenario(name: string, smaller?: string): Scenario {
  return { name, ...(smaller ? { smaller } : {}) } as Scenario
}

function cell(of: Scenario, peer: Peer, rates: number[], more: Partial<Round> = {}): Cell {
  const rounds = rates.map((requests) => ({ requests, seconds: 1, p50: 1, p99: 2, busy: 0.3, cpuSeconds: 1, ...more }))
  return { scenario: of, peer, rounds, tail: [], memory: { idle: 100, loaded: 120 }, failures: {} }
}

function results(cells: Cell[]): Results {
  return {
    bound: true,
    node: 'v24.0.0',
    options: { rounds: 3, seconds: 1, warmUpSeconds: 1, connections: 50 },
    interfaces: 8,
    rows: toRows(cells),
    tails: toTails(cells),
    startUp: toStartUp([{ peer: mock, cache: 'warm', samples: [500, 400, 600], cpu: [450, 440, 460] }]),
    memory: null,
    sessions: null,
    workers: null,
    absences: [],
  }
}

const small = scenario('small')

it('compares the mock with a peer round by round, by rate and by processor time', () => {
  const [, row] = toRows([cell(small, mock, [400, 40, 404]), cell(small, prism, [100, 10, 101], { cpuSeconds: 0.5 })])
  expect(row?.mockAgainstThis?.rate.median).toBe(4)
  expect(row?.mockAgainstThis?.perCpu?.median).toBe(2)
})

it('compares a large document with the small one, for the same peer', () => {
  const large = scenario('large', 'small')
  const rows = toRows([cell(small, mock, [200]), cell(small, prism, [1000]), cell(large, mock, [190])])
  expect(rows.map(({ againstSmall }) => againstSmall?.rate.median)).toEqual([undefined, undefined, 0.95])
})

it('prints a row for each, and the start-up', () => {
  const report = printReport(results([cell(small, mock, [4000]), cell(small, prism, [1000])]))
  expect(report).toContain('| small | this mock | 4,000 | 0 % | 1.00 | 2.00 | 250 | 100 → 120 |  |  |')
  expect(report).toContain('| small | `prism mock` | 1,000 | 0 % | 1.00 | 2.00 | 1000 | 100 → 120 | 4.00× | 4.00× |')
  expect(report).toContain('| this mock, 8 interfaces | warm | 500 | 400 | 600 | 450 |')
})

it('prints n/a for a server that cannot serve a scenario, and why another is absent', () => {
  const report = printReport({
    ...results([cell(small, mock, [4000]), cell(scenario('other'), mock, [1]), cell(scenario('other'), prism, [1])]),
    absences: [{ peer: 'WireMock', reason: 'it could not be started' }],
  })
  expect(report).toContain('| small | `prism mock` | n/a |')
  expect(report).toContain('**Absent:** WireMock: it could not be started')
})

it('compares tails with the one of the bare server, round by round', () => {
  const bare = { ...prism, name: 'bare' }
  const at = (p99s: number[]) => p99s.map((p99) => ({ ...cell(small, mock, [700], { p99 }).rounds[0], p99 }) as Round)
  const report = printReport(
    results([
      { ...cell(small, mock, [1000]), tail: at([4, 40, 6]) },
      { ...cell(small, bare, [9000]), tail: at([2, 20, 1]) },
    ]),
  )
  expect(report).toContain('| small | this mock | 700 | 1.00 | 6.00 | 600 % | 2.00× |')
  expect(report).toContain('| p99 at 70 % load, small, against bare | ≤ 4× | 2.00× | met | – | – |')
})

it('prints memory, and targets with their verdicts', () => {
  const report = printReport({
    ...results([cell(small, mock, [4000])]),
    memory: { started: 90, idle: 150, idleCollected: 100, requests: 3000, loaded: 300, loadedCollected: 115 },
    sessions: { sessions: 1000, recordsEach: 100, megabytesOfJson: 90, before: 100, after: 280 },
  })
  expect(report).toContain('| each asked once: idle | 150 | 100 |')
  expect(report).toContain('| after 3,000 requests | 300 | 115 |')
  expect(report).toContain('| 1,000 sessions of 100 records (90 MB of JSON) add |  | 180 |')
  expect(report).toContain('| memory, all interfaces, idle | ≤ 140 MB | 150 MB | missed by 7 % | – | – |')
  expect(report).toContain('| start to first answer, all interfaces | ≤ 400 ms | 500 ms | missed by 25 % | 450 ms |')
})

it('says so when answers failed, in place of a figure', () => {
  const broken = { ...cell(small, mock, [4000]), failures: { 'status 401': 3 } }
  const report = printReport(results([broken]))
  expect(report).toContain('| small | this mock | failed |')
  expect(report).toContain('**Failed:** small, this mock: {"status 401":3}')
  expect(failedRows(toRows([broken]))).toHaveLength(1)
})

it('says so when the load generator was the limit', () => {
  expect(printReport(results([cell(small, mock, [9], { busy: 0.97 })]))).toContain('**Limited by the load generator:**')
})

it('says so when servers had to share their core', () => {
  expect(printReport(results([cell(small, mock, [9], { cpuSeconds: 0.6 })]))).toContain(
    '**Disturbed:** servers got 60 % of their core',
  )
})

it('leaves processor time out where the system does not tell it', () => {
  const report = printReport(results([cell(small, mock, [4000], { cpuSeconds: undefined })]))
  expect(report).toContain('| small | this mock | 4,000 | 0 % | 1.00 | 2.00 | – |')
})
