import { expect, it } from 'vitest'
import { type Peer, peers } from '../servers/peers.ts'
import type { Cell, Round } from './rates.ts'
import { ratesSection } from './rates-section.ts'
import { targetsTable, verdictOf } from './targets.ts'

const peer = (name: string) => peers.find((one) => one.name === name) as Peer

function cell(scenario: string, name: string, rates: number[], more: Partial<Round & { smaller: string }> = {}): Cell {
  const { smaller, ...round } = more
  const rounds = rates.map((requests) => ({ requests, seconds: 1, p50: 1, p99: 2, busy: 0.3, cpuSeconds: 1, ...round }))
  const memory = { idle: 100, loaded: 120 }
  return {
    scenario: { name: scenario, ...(smaller && { smaller }) },
    peer: peer(name),
    rounds,
    tail: [],
    memory,
    failures: {},
  }
}

const print = (...cells: Cell[]) => ratesSection(cells).tables.join('\n')
const list = 'list, 2 operations'

it('compares the mock with a peer round by round, by rate and by processor time', () => {
  const { tables, targets } = ratesSection([
    cell(list, 'mock', [400, 40, 404]),
    cell(list, 'prism', [100, 10, 101], { cpuSeconds: 0.5 }),
  ])
  expect(tables[0]).toContain('| list, 2 operations | this mock | 400 | 91 % | 1.00 | 2.00 | 2500 | 100 → 120 |  |  |')
  expect(tables[0]).toContain(
    '| list, 2 operations | `prism mock` | 100 | 91 % | 1.00 | 2.00 | 5000 | 100 → 120 | 4.00× | 2.00× |',
  )
  expect(targets).toEqual([
    { what: 'list, 2 operations, against prism', bound: 'min', limit: 15, unit: '×', byClock: 4, byCpu: 2 },
  ])
})

it('prints n/a for a peer that cannot serve a scenario, and – without processor time', () => {
  const printed = print(cell(list, 'mock', [9], { cpuSeconds: undefined }), cell('other', 'prism', [1]))
  expect(printed).toContain('| list, 2 operations | `prism mock` | n/a |')
  expect(printed).toContain('| list, 2 operations | this mock | 9 | 0 % | 1.00 | 2.00 | – |')
})

it('compares a large document with the small one, for the same peer; only the mock has a target', () => {
  const large = (name: string, rate: number) => cell('list, 1500 operations', name, [rate], { smaller: list })
  const cells = [cell(list, 'mock', [200]), cell(list, 'prism', [1000]), large('mock', 190), large('prism', 100)]
  expect(print(...cells)).toContain('| list, 1500 operations | `prism mock` | 0.10× | 0.10× |')
  const [target, ...others] = ratesSection(cells).targets.filter(({ limit }) => limit === 0.95)
  expect([target?.what, target?.byClock, others.length]).toEqual(['list, 1500 operations, against 2', 0.95, 0])
})

it('compares tails with the one of the bare server, round by round', () => {
  const tail = (p99s: number[]) => p99s.map((p99) => ({ ...(cell('', 'mock', [700]).rounds[0] as Round), p99 }))
  const section = ratesSection([
    { ...cell(list, 'mock', [1000]), tail: tail([4, 40, 6]) },
    { ...cell(list, 'bare', [9000]), tail: tail([2, 20, 1]) },
  ])
  expect(section.tables[2]).toContain('| list, 2 operations | this mock | 700 | 1.00 | 6.00 | 600 % | 2.00× |')
  expect(targetsTable(section.targets)).toContain(
    '| p99 at 70 % load, list, 2 operations, against bare | ≤ 4× | 2.00× | met | – | – |',
  )
})

it('fails for answers that failed, in place of a figure', () => {
  const { tables, failures } = ratesSection([{ ...cell(list, 'mock', [4000]), failures: { 'status 401': 3 } }])
  expect(tables[0]).toContain('| list, 2 operations | this mock | failed |')
  expect(failures).toEqual(['**Failed:** list, 2 operations, this mock: {"status 401":3}'])
})

it('notes when the load generator was the limit, and when servers shared their core', () => {
  const { notes } = ratesSection([cell(list, 'mock', [9], { busy: 0.97, cpuSeconds: 0.6 })])
  expect(notes).toEqual([
    '**Limited by the load generator:** list, 2 operations, this mock.',
    expect.stringContaining('**Disturbed:** servers got 60 % of their core'),
  ])
})

it.each([
  ['min', 2, 2, 'met'],
  ['min', 2, 1.5, 'missed by 25 %'],
  ['min', 2, 1.999, 'missed by 1 %'],
  ['max', 400, 400, 'met'],
  ['max', 400, 500, 'missed by 25 %'],
  ['max', 400, undefined, '–'],
] as const)('judges a %s of %d: %s is %s', (bound, limit, figure, verdict) => {
  expect(verdictOf({ bound, limit }, figure)).toBe(verdict)
})
