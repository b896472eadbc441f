import { peers } from './peers.ts'
import { failedRows, type Results, type Row } from './results.ts'
import { type Summary, summarise } from './statistics.ts'

/** The results as Markdown: throughput, growth, start-up, and what is to be known before any of it is believed. */
export function printReport(results: Results): string {
  const { rounds, seconds, connections } = results.options
  return [
    `Node ${results.node}; ${rounds} rounds of ${seconds} s, interleaved; ${connections} keep-alive connections; medians.`,
    results.bound
      ? 'Servers on one core, the load generator on another.'
      : 'Not bound to cores (no `taskset`, or one core only): servers and load generator disturb each other.',
    table(
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
      results.rows.map(toCells),
    ),
    growthTable(results.rows),
    startUpTable(results),
    ...failedRows(results.rows).map(
      ({ scenario, peer, failures }) => `**Failed:** ${scenario}, ${title(peer)}: ${JSON.stringify(failures)}`,
    ),
    ...saturated(results.rows),
    disturbance(results.rows),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
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
  const grown = rows.filter(({ againstSmall }) => againstSmall !== null)
  if (grown.length === 0) return ''
  return table(
    ['More operations', 'Server', 'Share of the requests/s at 2', 'By CPU'],
    grown.map(({ scenario, peer, againstSmall }) => [
      scenario,
      title(peer),
      times(againstSmall?.rate ?? null),
      times(againstSmall?.perCpu ?? null),
    ]),
  )
}

function startUpTable({ startUp, interfaces }: Results): string {
  if (startUp.length === 0) return ''
  return table(
    ['Start to first answer', 'Median ms', 'Least', 'Most', 'CPU ms'],
    startUp.map(({ peer, milliseconds: { median, min, max }, cpuMilliseconds }) => [
      `${title(peer)}, ${peer === 'mock' ? `${interfaces} interfaces` : '1 interface'}`,
      whole(median),
      whole(min),
      whole(max),
      cpuMilliseconds ? whole(cpuMilliseconds.median) : '–',
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

function title(name: string): string {
  return peers.find((peer) => peer.name === name)?.title ?? name
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`
}

function times(summary: Summary | null): string {
  if (!summary) return '–'
  const { median } = summary
  return `${median.toFixed(median < 10 ? 2 : 1)}×`
}
