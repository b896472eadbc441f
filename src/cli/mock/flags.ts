import { InvalidArgumentError } from 'commander'
import { isEngineUrl } from '../../mock/storage/valkey/endpoint.ts'
import { UserError } from '../../user-error.ts'
import { documentFlags, host, port, wholeFrom } from '../common-flags.ts'
import { flag, nameOf, toggle, type ValuesOf } from '../define-command.ts'

const engine = 'With Valkey or Redis (its user and password: RULEBOUND_STATE_USER, RULEBOUND_STATE_PASSWORD):'

const engineFlags = {
  statePrefix: flag('<text>', 'start of the names of all keys (default: rulebound:)', { group: engine }),
  stateCa: flag('<file>', 'certificates, in PEM form, that a valkeys:// or rediss:// URL trusts', { group: engine }),
  stateCert: flag('<file>', 'client certificate in PEM form', { group: engine }),
  stateKey: flag('<file>', 'private key of the client certificate', { group: engine }),
  wait: flag('<seconds>', 'how long to wait at the start for Valkey or Redis', { parse: wholeFrom(1), group: engine }),
  waitReplicas: flag('<number>', 'answer a change only when this number of replicas has it', {
    parse: wholeFrom(1),
    group: engine,
  }),
} as const

const documents = 'With documents:'

export const mockDocumentFlags = {
  allowFiles: { ...documentFlags.allowFiles, group: documents },
  overlay: { ...documentFlags.overlay, group: documents },
  collections: flag(
    '<file>',
    'YAML file that corrects which paths keep records: `/pets: {key: petId}`, `/search: false`',
    { isContent: true, group: documents },
  ),
} as const

export const mockFlags = {
  port: { ...port, default: 4010 },
  host,
  portPerInterface: toggle('also serve each interface on its own port, at the root path'),
  state: flag(
    '<place>',
    'keep sessions in this file, across restarts; or in Valkey or Redis, for several processes: valkey://host:6379',
    { env: 'RULEBOUND_STATE' },
  ),
  ...engineFlags,
  ...mockDocumentFlags,
  stateSync: flag(
    '<mode>',
    'full: a power cut loses no answered write; normal: it may lose the last writes (default: normal)',
    { choices: ['normal', 'full'] },
  ),
  controlToken: flag(
    '<token>',
    'token that callers of the control plane must send; required to listen beyond this machine',
    { env: 'RULEBOUND_CONTROL_TOKEN' },
  ),
  control: flag('<when>', 'when the control plane is on; its health check is always on', {
    choices: ['on', 'with-token'],
    default: 'on',
  }),
  seed: flag(
    '<file>',
    'YAML file with more records and conditions for each new session, in the form of a seed of the control plane',
    { isContent: true },
  ),
  tlsCert: flag('<file>', 'certificate in PEM form, to serve HTTPS'),
  tlsKey: flag('<file>', 'private key of the certificate'),
  maxSessions: flag('<number>', 'most sessions at the same time, in memory or in a file (default: 2000)', {
    parse: wholeFrom(1),
  }),
  sessionMinutes: flag('<number>', 'minutes without use after which a session is removed', {
    parse: wholeFrom(1),
    default: 60,
  }),
  examples: toggle("answer only the documents' examples: run no behaviours, and keep no records"),
  explain: { negated: 'leave out the headers that say which rules and assumptions decided an answer' },
  strict: flag(
    '[level]',
    'refuse undocumented parts of requests; documented: also refuse requests that work only by an assumption',
    { parse: parseStrictness },
  ),
  log: flag('<form>', 'log each request as a line of text or as a JSON object; a terminal gets text', {
    choices: ['text', 'json'],
  }),
  watch: { negated: 'do not load documents of the command line again when they are edited' },
  quiet: toggle('log no requests', { short: 'q' }),
  verbose: toggle('also log the operation and the names of query parameters', { short: 'v' }),
  workers: flag(
    '<number>',
    'processes that share the port; more than one needs --state valkey://…, or --examples, which turns the control plane off',
    { parse: wholeFrom(1), default: 1 },
  ),
} as const

export type MockFlags = ValuesOf<typeof mockFlags>

/** @throws {UserError} for flags that contradict each other */
export function assertCompatible(flags: MockFlags): void {
  const { state } = flags
  const isEngine = state !== undefined && isEngineUrl(state)
  const hasFile = state !== undefined && !isEngine
  const isGiven = (key: string) => flags[key as keyof MockFlags] !== undefined
  const stray = isEngine ? undefined : Object.keys(engineFlags).find(isGiven)
  const isShared = flags.workers > 1
  const faults: Readonly<Record<string, boolean>> = {
    '--quiet and --log contradict each other; leave out one of them': flags.quiet && isGiven('log'),
    '--state-sync is about a state file; add --state <file>': !hasFile && isGiven('stateSync'),
    'with --examples nothing is kept; leave out --seed, or --examples': flags.examples && isGiven('seed'),
    'with --examples nothing is kept; leave out --state, or --examples': flags.examples && isGiven('state'),
    [`${nameOf(stray ?? '')} is about Valkey or Redis; add --state valkey://host:6379, or leave it out`]:
      stray !== undefined,
    'the memory of Valkey or Redis limits the sessions there; leave out --max-sessions':
      isEngine && isGiven('maxSessions'),
    'a state file belongs to one process; for several, use --state valkey://host:6379': isShared && hasFile,
    'several processes do not share records in memory; add --state valkey://host:6379 or --examples, or leave out --workers':
      isShared && !flags.examples && state === undefined,
  }
  const [fault] = Object.entries(faults).find(([, holds]) => holds) ?? []
  if (fault !== undefined) throw new UserError(fault)
}

/** Commander takes the next word for the level, which may be the name of an interface. */
function parseStrictness(text: string): 'documented' {
  if (text === 'documented') return text
  throw new InvalidArgumentError("Write '--strict' after the interfaces, or '--strict=documented'.")
}
