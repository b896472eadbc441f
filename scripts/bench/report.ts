import { peers } from './peers.ts'
import { failedRows, type Results, type Row } from './results.ts'
import type { Summary } from './statistics.ts'

/** The results as Markdown: throughput, growth, start-up, and what is to be known before any of it is believed. */
export function printReport(results: Results): string {
  const { rounds, seconds, connections } = results.options
  return [
    `Node ${results.node}; ${rounds} rounds of ${seconds} s, interleaved; ${connections} keep-alive connections; medians.`,
    results.bound
      ? 'Servers on one core, the load generator on another.'
      : 'Not bound to cores (no `taskset`, or one core only): servers and load generator disturb each other.',
    table(
      ['Scenario', 'Server', 'Requests/s', 'Spread', 'p50 ms', 'p99 ms', 'CPU µs/request', 'Memory MB', 'This mock'],
      results.rows.map(toCells),
    ),
    growthTable(results.rows),
    startUpTable(results),
    ...failedRows(results.rows).map(
      ({ scenario, peer, failures }) => `**Failed:** ${scenario}, ${title(peer)}: ${JSON.stringify(failures)}`,
    ),
    ...saturated(results.rows),
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
    mockAgainstThis && !failed ? times(mockAgainstThis) : '',
  ]
}

function growthTable(rows: readonly Row[]): string {
  const grown = rows.filter(({ againstSmall }) => againstSmall !== null)
  if (grown.length === 0) return ''
  return table(
    ['More operations', 'Server', 'Share of the throughput at 2'],
    grown.map(({ scenario, peer, againstSmall }) => [scenario, title(peer), percent(againstSmall?.median ?? 0)]),
  )
}

function startUpTable({ startUp, interfaces }: Results): string {
  if (startUp.length === 0) return ''
  return table(
    ['Start to first answer', 'Median ms', 'Least', 'Most'],
    startUp.map(({ peer, milliseconds: { median, min, max } }) => [
      `${title(peer)}, ${peer === 'mock' ? `${interfaces} interfaces` : '1 interface'}`,
      whole(median),
      whole(min),
      whole(max),
    ]),
  )
}

/** A generator without a core to spare measures itself. */
function saturated(rows: readonly Row[]): string[] {
  return rows
    .filter(({ generatorBusy }) => generatorBusy > 0.9)
    .map(({ scenario, peer }) => `**Limited by the load generator:** ${scenario}, ${title(peer)}.`)
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

function times({ median }: Summary): string {
  return `${median.toFixed(median < 10 ? 2 : 1)}×`
}
