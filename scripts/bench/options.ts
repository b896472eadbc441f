import { Command, InvalidArgumentError, Option } from 'commander'
import type { Peer } from './servers/peer.ts'
import { peers } from './servers/peers.ts'

export interface Options {
  rounds: number
  /** Of one peer in one scenario in one round. */
  seconds: number
  warmUpSeconds: number
  connections: number
  peers: readonly Peer[]
  /** Folder for CPU profiles of this mock. */
  profile?: string
  /** How often each peer is started to time its start. */
  starts: number
  /** What is measured of the mock. */
  measures: readonly Measure[]
  /** Part of the names of the scenarios in which rates are measured; all when absent. */
  scenarios?: string
  /** Requests after which the mock's memory is looked at again. */
  requests: number
  /** Sessions with records of their own that the mock is given. */
  sessions: number
  /** The part that is measured; all when absent. */
  only?: Part
  /** Rounds of the request-parameter library, which take a third of a second each. */
  parameterRounds: number
  /** Words for the part that times the pipeline. */
  pipeline: readonly string[]
}

type Part = (typeof parts)[number]

export type Measure = (typeof measures)[number]

const measures = ['start-up', 'rates', 'memory', 'sessions', 'workers'] as const

const parts = ['mock', 'request-params', 'validate', 'pipeline'] as const

interface Flags {
  rounds?: number
  seconds?: number
  warmUp?: number
  requests?: number
  measure: readonly Measure[]
  scenarios?: string
  connections: number
  peers: readonly Peer[]
  profile?: string
  only?: Part
  quick: boolean
}

/** Reads the command line; with `--help`, or flags that make no sense, it says so and ends the process. */
export function parseOptions(args: readonly string[]): Options {
  const known = peers.map(({ name }) => name).join(',')
  const usual = peers.filter(({ onDemand }) => !onDemand)
  const command = new Command('bench')
    .description(
      'measures this mock, the request-parameter library, the validation of responses and the pipeline beside their peers; prints tables and writes dist/bench*.json',
    )
    .option('--rounds <number>', 'rounds, 1 to 50 (default: 5; 2 with --quick)', numberWithin(1, 50, true))
    .option('--seconds <number>', 'seconds a round, 0.1 to 60 (default: 3; 0.3 with --quick)', numberWithin(0.1, 60))
    .option('--warm-up <seconds>', 'before the rounds, 0 to 60 (default: 8; 0.5 with --quick)', numberWithin(0, 60))
    .option(
      '--requests <number>',
      'before memory is looked at, 3 to 100,000,000 (default: a million; 30,000 with --quick)',
      numberWithin(3, 1e8, true),
    )
    .option('--connections <number>', 'keep-alive connections, 1 to 1000', numberWithin(1, 1000, true), 50)
    .addOption(
      new Option('--peers <names>', `who takes part, with commas: ${known}; or all`)
        .argParser(parsePeers)
        .default(usual, usual.map(({ name }) => name).join(',')),
    )
    .addOption(
      new Option('--measure <names>', `what of the mock is measured, with commas: ${measures.join(',')}`)
        .argParser(parseMeasures)
        .default(measures, 'all'),
    )
    .option(
      '--scenarios <text>',
      'measures rates only where the name of the scenario contains it, such as "2 operations"',
    )
    .option('--profile <folder>', 'write CPU profiles of this mock there; its figures are the worse for it')
    .addOption(new Option('--only <part>', 'measure one part alone').choices(parts))
    .option('--quick', 'a run of a few minutes, to see that it works', false)
  const { quick, measure, warmUp, ...flags } = command.parse(args, { from: 'user' }).opts<Flags>()
  return {
    ...flags,
    rounds: flags.rounds ?? (quick ? 2 : 5),
    seconds: flags.seconds ?? (quick ? 0.3 : 3),
    warmUpSeconds: warmUp ?? (quick ? 0.5 : 8),
    starts: quick ? 3 : 10,
    measures: measure,
    requests: flags.requests ?? (quick ? 30_000 : 1_000_000),
    sessions: quick ? 100 : 1000,
    parameterRounds: quick ? 11 : 41,
    pipeline: quick ? ['--sizes', '8', '--rounds', '1', '--edits', '5'] : [],
  }
}

function numberWithin(min: number, max: number, whole = false): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (text !== '' && number >= min && number <= max && (!whole || Number.isInteger(number))) return number
    throw new InvalidArgumentError(`It is a ${whole ? 'whole ' : ''}number from ${min} to ${max}.`)
  }
}

function parsePeers(text: string): readonly Peer[] {
  if (text === 'all') return peers
  return [...new Set(text.split(','))].map((name) => {
    const peer = peers.find((candidate) => candidate.name === name)
    if (!peer) throw new InvalidArgumentError(`There is no peer '${name}'.`)
    return peer
  })
}

function parseMeasures(text: string): Measure[] {
  return text.split(',').map((name) => {
    const measure = measures.find((candidate) => candidate === name)
    if (!measure) throw new InvalidArgumentError(`There is no '${name}' to measure.`)
    return measure
  })
}
