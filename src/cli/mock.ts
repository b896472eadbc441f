import { Command, InvalidArgumentError, Option } from 'commander'
import { isEngineUrl } from '../mock/storage/valkey/endpoint.ts'
import { UserError } from '../user-error.ts'
import type { MockFlags } from './mock/serve.ts'
import { parsePort, wholeFrom } from './option-values.ts'
import { runCommand } from './run-command.ts'

export const command: Command = new Command('mock')
  .argument('[interface...]', 'names such as orders, or OpenAPI documents such as ./openapi.yaml (default: all)')
  .option('-p, --port <number>', 'port to listen on; 0 lets the system choose', parsePort, 4010)
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .option('--port-per-interface', 'also serve each interface on its own port, at the root path', false)
  .addOption(
    new Option(
      '--state <place>',
      'keep sessions in this file, across restarts; or in Valkey or Redis, for several processes: valkey://host:6379',
    ).env('RULEBOUND_STATE'),
  )
  .optionsGroup('With Valkey or Redis (its user and password: RULEBOUND_STATE_USER, RULEBOUND_STATE_PASSWORD):')
  .option('--state-prefix <text>', 'start of the names of all keys (default: rulebound:)')
  .option('--state-ca <file>', 'certificates, in PEM form, that a valkeys:// or rediss:// URL trusts')
  .option('--state-cert <file>', 'client certificate in PEM form')
  .option('--state-key <file>', 'private key of the client certificate')
  .option('--wait <seconds>', 'how long to wait at the start for Valkey or Redis', wholeFrom(1))
  .option('--wait-replicas <number>', 'answer a change only when this number of replicas has it', wholeFrom(1))
  .optionsGroup('With documents:')
  .option(
    '--allow-files <folder...>',
    'folders whose files documents may refer to (default: the folder of each document)',
  )
  .option(
    '--collections <file>',
    'YAML file that corrects which paths keep records: `/pets: {key: petId}`, `/search: false`',
  )
  .option('--explain-state', 'print which paths keep records, and how they were recognised; serve nothing', false)
  .optionsGroup('Options:')
  .addOption(
    new Option(
      '--state-sync <mode>',
      'full: a power cut loses no answered write; normal: it may lose the last writes (default: normal)',
    ).choices(['normal', 'full']),
  )
  .addOption(
    new Option(
      '--control-token <token>',
      'token that callers of the control plane must send; required to listen beyond this machine',
    ).env('RULEBOUND_CONTROL_TOKEN'),
  )
  .addOption(
    new Option('--control <when>', 'when the control plane is on; its health check is always on')
      .choices(['on', 'with-token'])
      .default('on'),
  )
  .option(
    '--seed <file>',
    'YAML file with more records and conditions for each new session, in the form of a seed of the control plane',
  )
  .option('--tls-cert <file>', 'certificate in PEM form, to serve HTTPS')
  .option('--tls-key <file>', 'private key of the certificate')
  .option(
    '--max-sessions <number>',
    'most sessions at the same time, in memory or in a file (default: 2000)',
    wholeFrom(1),
  )
  .option('--session-minutes <number>', 'minutes without use after which a session is removed', wholeFrom(1), 60)
  .option('--examples', "answer only the documents' examples: run no behaviours, and keep no records", false)
  .option('--no-explain', 'leave out the headers that say which rules and assumptions decided an answer')
  .option(
    '--strict [level]',
    'refuse undocumented parts of requests; documented: also refuse requests that work only by an assumption',
    parseStrictness,
  )
  .addOption(
    new Option('--log <form>', 'log each request as a line of text or as a JSON object; a terminal gets text').choices([
      'text',
      'json',
    ]),
  )
  .option('-q, --quiet', 'log no requests', false)
  .option('-v, --verbose', 'also log the operation and the names of query parameters', false)
  .option(
    '--workers <number>',
    'processes that share the port; more than one needs --state valkey://…, or --examples, which turns the control plane off',
    wholeFrom(1),
    1,
  )
  .addHelpText('after', '\nExit codes: 0, a signal ended it; 2, it could not start.')
  .action((interfaces: string[], flags: MockFlags) => runCommand(() => run(interfaces, flags)))

/** Loads each part only when it is needed, since the process that leads the workers serves nothing itself. */
async function run(interfaces: string[], flags: MockFlags): Promise<void> {
  assertCompatible(flags)
  if (flags.workers === 1) return (await import('./mock/serve.ts')).serve(interfaces, flags)
  const { default: cluster } = await import('node:cluster')
  if (cluster.isPrimary) return (await import('./mock/lead-workers.ts')).leadWorkers(flags.workers)
  return (await import('./mock/serve.ts')).serveAsWorker(interfaces, flags)
}

function assertCompatible(flags: MockFlags): void {
  const { log, quiet, examples, state, stateSync, seed, tlsCert, tlsKey, workers, maxSessions } = flags
  const isEngine = state !== undefined && isEngineUrl(state)
  if (quiet && log !== undefined) throw new UserError('--quiet and --log contradict each other; leave out one of them')
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new UserError('HTTPS needs a certificate and its key; give both --tls-cert and --tls-key')
  }
  if ((state === undefined || isEngine) && stateSync !== undefined) {
    throw new UserError('--state-sync is about a state file; add --state <file>')
  }
  if (examples && seed !== undefined) {
    throw new UserError('with --examples nothing is kept; leave out --seed, or --examples')
  }
  if (examples && state !== undefined) {
    throw new UserError('with --examples nothing is kept; leave out --state, or --examples')
  }
  const { statePrefix, stateCa, stateCert, stateKey, wait, waitReplicas } = flags
  const ofEngine = { statePrefix, stateCa, stateCert, stateKey, wait, waitReplicas }
  const stray = Object.entries(ofEngine).find(([, value]) => value !== undefined)
  if (stray && !isEngine) {
    throw new UserError(`${flagOf(stray[0])} is about Valkey or Redis; add --state valkey://host:6379, or leave it out`)
  }
  if ((stateCert === undefined) !== (stateKey === undefined)) {
    throw new UserError('a client certificate needs its key; give both --state-cert and --state-key')
  }
  if (isEngine && maxSessions !== undefined) {
    throw new UserError('the memory of Valkey or Redis limits the sessions there; leave out --max-sessions')
  }
  if (workers > 1 && state !== undefined && !isEngine) {
    throw new UserError('a state file belongs to one process; for several, use --state valkey://host:6379')
  }
  if (workers > 1 && !examples && !isEngine) {
    throw new UserError(
      'several processes do not share records in memory; add --state valkey://host:6379 or --examples, or leave out --workers',
    )
  }
}

/** Commander takes the next word for the level, which may be the name of an interface. */
function parseStrictness(text: string): 'documented' {
  if (text === 'documented') return text
  throw new InvalidArgumentError("Write '--strict' after the interfaces, or '--strict=documented'.")
}

/** `statePrefix` is `--state-prefix`. */
function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}
