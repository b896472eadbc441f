import { tailLoad } from '../measures/rounds.ts'
import { summarise } from '../measures/statistics.ts'
import { percent, table, times, title, whole } from './markdown.ts'
import { failedRows, type Results, type Row } from './results.ts'
import { type Target, targetsOf, verdictOf } from './targets.ts'

/** The results as Markdown: throughput, growth, tails, start-up, memory, targets, and what is to be known before any of it is believed. */
export function printReport(results: Results): string {
  const { rounds, seconds, warmUpSeconds, connections } = results.options
  return [
    `Node ${results.node}; ${rounds} rounds of ${seconds} s after ${warmUpSeconds} s of warming up, interleaved; ${connections} keep-alive connections; medians.`,
    results.bound
      ? 'Servers on one core, the load generator on another.'
      : 'Not bound to cores (no `taskset`, or one core only): servers and load generator disturb each other.',
    ratesTable(results.rows),
    growthTable(results.rows),
    tailTable(results),
    startUpTable(results),
    memoryTable(results),
    targetsTable(targetsOf(results)),
    ...failedRows(results.rows).map(
      ({ scenario, peer, failures }) => `**Failed:** ${scenario}, ${title(peer)}: ${JSON.stringify(failures)}`,
    ),
    ...results.absences.map(({ peer, reason }) => `**Absent:** ${peer}: ${reason}`),
    ...saturated(results.rows),
    disturbance(results.rows),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Every peer in every scenario: `n/a` where it cannot serve it. */
function ratesTable(rows: readonly Row[]): string {
  const [scenarios, servers] = [new Set(rows.map(({ scenario }) => scenario)), new Set(rows.map(({ peer }) => peer))]
  const cells = [...scenarios].flatMap((scenario) =>
    [...servers].map((peer) => {
      const row = rows.find((candidate) => candidate.scenario === scenario && candidate.peer === peer)
      return row ? toCells(row) : [scenario, title(peer), 'n/a', ...Array<string>(7).fill('')]
    }),
  )
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
    cells,
  )
}

function toCells(row: Row): string[] {
  const { requestsPerSecond, memory, mockAgainstThis, failures } = row
  const failed = Object.keys(failures).length > 0
  return [
    row.scenario,
    title(row.peer),
    failed ? 'failed' : whole(requestsPerSecond.median),
    percent(requestsPerSecond.spread),
    row.p50.toFixed(2),
    row.p99.toFixed(2),
    row.cpuPerRequest === null ? '–' : row.cpuPerRequest.toFixed(0),
    memory.idle === null || memory.loaded === null ? '–' : `${whole(memory.idle)} → ${whole(memory.loaded)}`,
    ...(mockAgainstThis && !failed ? [times(mockAgainstThis.rate), times(mockAgainstThis.perCpu)] : ['', '']),
  ]
}

function growthTable(rows: readonly Row[]): string {
  return table(
    ['More operations', 'Server', 'Share of the requests/s at 2', 'By CPU'],
    rows
      .filter(({ againstSmall }) => againstSmall !== null)
      .map(({ scenario, peer, againstSmall }) => [
        scenario,
        title(peer),
        times(againstSmall?.rate ?? null),
        times(againstSmall?.perCpu ?? null),
      ]),
  )
}

function tailTable({ tails }: Results): string {
  return table(
    [
      `At ${percent(tailLoad)} of its rate`,
      'Server',
      'Requests/s',
      'p50 ms',
      'p99 ms',
      'Spread',
      'Of bare `node:http`',
    ],
    tails.map(({ scenario, peer, requestsPerSecond, p50, p99, againstBare }) => [
      scenario,
      title(peer),
      whole(requestsPerSecond),
      p50.toFixed(2),
      p99.median.toFixed(2),
      percent(p99.spread),
      times(againstBare),
    ]),
  )
}

function startUpTable({ startUp, interfaces }: Results): string {
  return table(
    ['Start to first answer', 'Compile cache', 'Median ms', 'Least', 'Most', 'CPU ms'],
    startUp.map(({ peer, cache, milliseconds: { median, min, max }, cpuMilliseconds }) => [
      `${title(peer)}, ${peer === 'mock' ? `${interfaces} interfaces` : '1 interface'}`,
      cache,
      whole(median),
      whole(min),
      whole(max),
      cpuMilliseconds ? whole(cpuMilliseconds.median) : '–',
    ]),
  )
}

function memoryTable({ memory, sessions, interfaces }: Results): string {
  const rows: [string, number, number?][] = []
  if (memory) {
    rows.push(
      [`${interfaces} interfaces, started`, memory.started],
      ['each asked once: idle', memory.idle, memory.idleCollected],
      [`after ${whole(memory.requests)} requests`, memory.loaded, memory.loadedCollected],
    )
  }
  if (sessions) {
    const { recordsEach, megabytesOfJson, before, after } = sessions
    const added = `${whole(sessions.sessions)} sessions of ${recordsEach} records (${whole(megabytesOfJson)} MB of JSON) add`
    rows.push([added, Number.NaN, after - before])
  }
  const figure = (megabytes = Number.NaN) => (Number.isNaN(megabytes) ? '' : whole(megabytes))
  return table(
    ['Resident memory of the mock', 'MB', 'After a collection'],
    rows.map(([what, asItIs, collected]) => [what, figure(asItIs), figure(collected)]),
  )
}

function targetsTable(targets: readonly Target[]): string {
  const figure = (value: number | null, unit: string) =>
    value === null ? '–' : unit === '×' ? `${value.toFixed(2)}×` : `${whole(value)} ${unit}`
  return table(
    ['Target', '', 'Measured', 'Verdict', 'By CPU', 'Verdict by CPU'],
    targets.map((target) => [
      target.what,
      `${target.bound === 'least' ? '≥' : '≤'} ${target.limit}${target.unit === '×' ? '×' : ` ${target.unit}`}`,
      figure(target.measured, target.unit),
      verdictOf(target, target.measured),
      figure(target.byCpu, target.unit),
      verdictOf(target, target.byCpu),
    ]),
  )
}

/** A generator without a core to spare measures itself. */
function saturated(rows: readonly Row[]): string[] {
  return rows
    .filter(({ generatorBusy }) => generatorBusy > 0.9)
    .map(({ scenario, peer }) => `**Limited by the load generator:** ${scenario}, ${title(peer)}.`)
}

/** A server that is asked all it can answer has its core to itself, or the machine has other work. */
function disturbance(rows: readonly Row[]): string {
  const shares = rows.flatMap(({ serverBusy }) => serverBusy ?? [])
  if (shares.length === 0) return ''
  const { median, min } = summarise(shares)
  if (median > 0.9) return ''
  return (
    `**Disturbed:** servers got ${percent(median)} of their core (median; least ${percent(min)}), other programs the rest. ` +
    'Requests/s, p50 and p99 are the worse for it; believe the figures by CPU.'
  )
}
