import { ratio, type Summary, summarise } from '../measures/statistics.ts'
import type { TimedRun } from './timed-run.ts'

export interface SizeResults {
  /** How many interfaces. */
  size: number
  /** Runs of each measured thing, one a round. */
  samples: Record<string, TimedRun[]>
}

export interface PipelineResults {
  node: string
  rounds: number
  sizes: readonly SizeResults[]
  /** From an edit until the mock answers by it. */
  edits: readonly TimedRun[]
}

interface Limits {
  /** Milliseconds. */
  maxUnchanged: number
  maxOfEdit: number
}

const cold = 'generate, from cold'
const unchanged = 'generate, nothing changed'
const peers = '`redocly bundle` and `openapi-typescript`, file by file'

/** The results as Markdown, and what of it is not as it should be. */
export function printPipeline({ node, rounds, sizes, edits }: PipelineResults, limits: Limits) {
  const missed = sizes.flatMap(({ size, samples }) => {
    const [ours, theirs, none] = [samples[cold] ?? [], samples[peers] ?? [], samples[unchanged] ?? []]
    const share = theirs.length > 0 ? ratio(ours.map(cpuOf), theirs.map(cpuOf)).median : 0
    // More interfaces are more to look at; the limit is for as many as there are. On a busy machine, the processor's time tells.
    const least = size <= 8 ? Math.min(...[median(none, ({ seconds }) => seconds), median(none, cpuOf)]) * 1000 : 0
    return [
      ...(share > 1 ? [`${cold} takes ${share.toFixed(2)} times what the peers take, at ${size} interfaces.`] : []),
      ...(least > limits.maxUnchanged ? [`${unchanged} takes ${Math.round(least)} ms.`] : []),
    ]
  })
  const edited =
    Math.min(
      median(edits, ({ seconds }) => seconds),
      median(edits, cpuOf),
    ) * 1000
  if (edited > limits.maxOfEdit) missed.push(`An edit takes ${Math.round(edited)} ms.`)
  const text = [
    `Node ${node}; whole processes, by turns; medians of ${rounds} rounds; CPU of a command and all that it starts.`,
    table(sizes),
    ...(edits.length > 0 ? [describeEdits(edits)] : []),
  ].join('\n\n')
  return { text, missed }
}

function describeEdits(edits: readonly TimedRun[]): string {
  const [elapsed, cpu] = [summarise(edits.map(({ seconds }) => seconds)), summarise(edits.map(cpuOf))]
  return `${edits.length} edits in \`npm run dev\` until the mock answers by them: ${inMilliseconds(elapsed)}; CPU ${inMilliseconds(cpu)}.`
}

function table(sizes: readonly SizeResults[]): string {
  const rows = sizes.flatMap(({ size, samples }) =>
    Object.entries(samples).map(([name, runs]) => {
      const [seconds, cpu] = [summarise(runs.map(({ seconds }) => seconds)), summarise(runs.map(cpuOf))]
      const each = (cpu.median / size) * 1000
      return [String(size), name, time(seconds), spread(seconds), time(cpu), spread(cpu), each.toFixed(0)]
    }),
  )
  const head = ['Interfaces', 'What', 'Seconds', 'Spread', 'CPU s', 'Spread', 'CPU ms an interface']
  const lines = [head, ['--:', '---', '--:', '--:', '--:', '--:', '--:'], ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function cpuOf({ cpuSeconds }: TimedRun): number {
  return cpuSeconds
}

function median(runs: readonly TimedRun[], of: (taken: TimedRun) => number): number {
  return runs.length === 0 ? 0 : summarise(runs.map(of)).median
}

const time = ({ median }: Summary) => median.toFixed(2)
const spread = ({ spread }: Summary) => `${Math.round(spread * 100)} %`
const inMilliseconds = ({ median, min, max }: Summary) =>
  `median ${Math.round(median * 1000)} ms, ${Math.round(min * 1000)} to ${Math.round(max * 1000)}`
