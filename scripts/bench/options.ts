import { Command, InvalidArgumentError, Option } from 'commander'
import { type Peer, peers } from './peers.ts'

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
  /** The part that is measured; all when absent. */
  only?: Part
  /** Rounds of the request-parameter library, which take a third of a second each. */
  parameterRounds: number
}

type Part = (typeof parts)[number]

const parts = ['mock', 'request-params', 'validate'] as const

interface Flags {
  rounds?: number
  seconds?: number
  connections: number
  peers: readonly Peer[]
  profile?: string
  only?: Part
  quick: boolean
}

/** Reads the command line; with `--help`, or flags that make no sense, it says so and ends the process. */
export function parseOptions(args: readonly string[]): Options {
  const known = peers.map(({ name }) => name).join(',')
  const command = new Command('bench')
    .description(
      'measures this mock, the request-parameter library and the validation of responses beside their peers; prints tables and writes dist/bench*.json',
    )
    .option('--rounds <number>', 'rounds, 1 to 50 (default: 3; 2 with --quick)', numberWithin(1, 50, true))
    .option('--seconds <number>', 'seconds a round, 0.1 to 60 (default: 1; 0.3 with --quick)', numberWithin(0.1, 60))
    .option('--connections <number>', 'keep-alive connections, 1 to 1000', numberWithin(1, 1000, true), 50)
    .addOption(
      new Option('--peers <names>', `who takes part, with commas: ${known}`)
        .argParser(parsePeers)
        .default(peers, 'all'),
    )
    .option('--profile <folder>', 'write CPU profiles of this mock there; its figures are the worse for it')
    .addOption(new Option('--only <part>', 'measure one part alone').choices(parts))
    .option('--quick', 'a run of a minute, to see that it works', false)
  const { quick, ...flags } = command.parse(args, { from: 'user' }).opts<Flags>()
  const seconds = flags.seconds ?? (quick ? 0.3 : 1)
  return {
    ...flags,
    rounds: flags.rounds ?? (quick ? 2 : 3),
    seconds,
    warmUpSeconds: seconds * 1.5,
    starts: quick ? 3 : 10,
    parameterRounds: quick ? 11 : 41,
  }
}

function numberWithin(min: number, max: number, whole = false): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (text !== '' && number >= min && number <= max && (!whole || Number.isInteger(number))) return number
    throw new InvalidArgumentError(`It is a ${whole ? 'whole ' : ''}number from ${min} to ${max}.`)
  }
}

function parsePeers(text: string): Peer[] {
  return [...new Set(text.split(','))].map((name) => {
    const peer = peers.find((candidate) => candidate.name === name)
    if (!peer) throw new InvalidArgumentError(`There is no peer '${name}'.`)
    return peer
  })
}
