import { Command, InvalidArgumentError, Option } from 'commander'
import { type Peer, peers } from './servers/peers.ts'

/** The options of the command line. Each benchmark has its own defaults for absent numbers. */
export interface Options {
  /** The one benchmark to run; all when absent. */
  only?: string
  /** Runs everything in minutes, to test the benchmark itself. */
  quick: boolean
  rounds?: number
  seconds?: number
  warmUp?: number
  connections: number
  peers: readonly Peer[]
  measure: readonly Measure[]
  scenarios: string
  requests?: number
  /** Folder for CPU profiles of the mock. */
  profile?: string
  responses: number
  sizes?: readonly number[]
  edits?: number
}

export type Measure = (typeof measures)[number]

const measures = ['start-up', 'docs', 'rates', 'memory', 'sessions', 'workers'] as const

/** Reads the command line; with `--help` or a wrong flag, prints and ends the process. */
export function parseOptions(args: readonly string[], benchmarks: readonly string[]): Options {
  const byDefault = peers.filter(({ onDemand }) => !onDemand)
  return new Command('bench')
    .description('Measures this project beside its peers, prints tables and writes dist/bench-<name>.json.')
    .addOption(new Option('--only <name>', 'run one benchmark').choices(benchmarks))
    .option('--quick', 'a run of a few minutes, to see that it works', false)
    .option('--rounds <number>', 'rounds, 1 to 50; by default 1 to 41', wholeWithin(1, 50))
    .optionsGroup('mock:')
    .option('--seconds <number>', 'of each round, 0.1 to 60 (default: 3; 0.3 with --quick)', numberWithin(0.1, 60))
    .option('--warm-up <seconds>', 'before the rounds, 0 to 60 (default: 8; 0.5 with --quick)', numberWithin(0, 60))
    .option('--connections <number>', 'keep-alive connections, 1 to 1000', wholeWithin(1, 1000), 50)
    .addOption(
      listOption('--peers <names>', 'servers to compare', ['all', ...peers.map(({ name }) => name)])
        .argParser((text) => (text === 'all' ? peers : fromList(text, peers, ({ name }) => name)))
        .default(byDefault, byDefault.map(({ name }) => name).join(',')),
    )
    .addOption(
      listOption('--measure <names>', 'what to measure', measures)
        .argParser((text) => fromList(text, measures, (name) => name))
        .default(measures, 'all'),
    )
    .option('--scenarios <text>', 'measure rates only in scenarios whose name contains it, as "2 operations"', '')
    .option(
      '--requests <number>',
      'before memory is measured again, 3 to 100,000,000 (default: 1,000,000; 30,000 with --quick)',
      wholeWithin(3, 1e8),
    )
    .option('--profile <folder>', 'write CPU profiles of the mock there; its figures are the worse for it')
    .optionsGroup('validate:')
    .option('--responses <number>', 'in the recording, 1 to 1,000,000', wholeWithin(1, 1e6), 10_000)
    .optionsGroup('pipeline:')
    .option('--sizes <numbers>', 'of interfaces, separated by commas (default: 8,80,800; 8 with --quick)', (text) =>
      text.split(',').map(wholeWithin(1, 10_000)),
    )
    .option('--edits <number>', 'in npm run dev, 0 to 1000 (default: 20; 5 with --quick)', wholeWithin(0, 1000))
    .parse(args, { from: 'user' })
    .opts<Options>()
}

function numberWithin(min: number, max: number, accept = Number.isFinite): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (text !== '' && accept(number) && number >= min && number <= max) return number
    throw new InvalidArgumentError(`Use a ${accept === Number.isInteger ? 'whole ' : ''}number from ${min} to ${max}.`)
  }
}

function wholeWithin(min: number, max: number): (text: string) => number {
  return numberWithin(min, max, Number.isInteger)
}

function listOption(flags: string, description: string, names: readonly string[]): Option {
  return new Option(flags, `${description}, separated by commas: ${names.join(', ')}`)
}

function fromList<T>(text: string, known: readonly T[], nameOf: (one: T) => string): T[] {
  return [...new Set(text.split(','))].map((name) => {
    const found = known.find((one) => nameOf(one) === name)
    if (found === undefined) throw new InvalidArgumentError(`'${name}' is unknown.`)
    return found
  })
}
