import { lookup } from 'node:dns/promises'
import { plainProblem } from '../behaviour/problem-details.ts'
import type { Correction } from '../contract/collections/collections.ts'
import { verbsIn } from '../contract/contract.ts'
import { loadDefinition } from '../interfaces/load.ts'
import { UserError } from '../user-error.ts'
import { bundled } from '../workspace/bundled.ts'
import { isControlPlane, type Workspace, type WorkspaceInterface } from '../workspace/workspace.ts'
import type { Strictness } from './answer/strict.ts'
import { assemble, type LoadedInterface } from './assemble.ts'
import { healthAnswer } from './control/health.ts'
import { describeServed, type Served, type ServedInterface } from './control/served.ts'
import type { Engine } from './engine.ts'
import type { Fallback, Gateway } from './gateway.ts'
import { readSeed } from './seed-file.ts'
import { withCors } from './server/cors.ts'
import { isLoopback } from './server/loopback.ts'
import type { RefuseUnread } from './server/refuse-unread.ts'
import { type ListeningServer, listen } from './server/server.ts'
import { openSessions, type StateOptions } from './session/open-sessions.ts'
import type { LogRequest } from './session/request-log.ts'
import { initialConditions } from './session/session.ts'

export interface MockOptions extends StateOptions {
  /** Default: the bundled interfaces. */
  workspace?: Pick<Workspace, 'select'>
  /** Names of the interfaces to serve; default: those of the workspace. */
  interfaces?: readonly string[]
  /** Corrections of the collections that are recognised in documents, by path. */
  corrections?: Readonly<Record<string, Correction>>
  /** Default `127.0.0.1`. */
  host?: string
  /** 0, the default, lets the system choose. */
  port?: number
  /** Also serves each interface on its own port, at the root path: the ports after `port`, or any if `port` is 0. */
  portPerInterface?: boolean
  /** Answers paths that no interface owns. */
  fallback?: Fallback
  /** Bearer token that callers of the control plane must send. Required when the host is not a loopback address. */
  controlToken?: string
  /** Answers only the documents' examples, without behaviours, and stores nothing. */
  examples?: boolean
  /** False leaves the control plane off, except for its health check. */
  control?: boolean
  /** Why the control plane is off, and what turns it on: a sentence for its callers. */
  whyNoControl?: string
  /** False leaves out the headers that explain each answer (`X-Mock-Operation`, `X-Mock-Rules`, `X-Mock-Assumptions`, and `Link` where there are docs). Default: true. */
  explain?: boolean
  /** `on` refuses requests with undocumented parts; `documented` also those that work only by an assumption. Default: `off`. */
  strict?: Strictness
  /** Records and conditions of each new session, in addition to the documented records, in the form of a seed of the control plane. */
  seed?: unknown
  /** Certificate and key in PEM form. With them, the mock speaks HTTPS only. */
  tls?: { cert: string; key: string }
  /** Called with the reason when an answer is withheld; default: prints it to stderr. */
  onFault?: (reason: string) => void
  /** Called with each request once it is answered. The entry holds nothing that a caller sent. */
  log?: LogRequest | undefined
  /** Wraps the engine of each interface and of the control plane. Sabotages use it to prove that a check can fail. */
  wrap?: (engine: Engine) => Engine
}

export interface RunningMock {
  /** `http://127.0.0.1:4010` */
  origin: string
  /** The served interfaces; grows when another one is loaded. */
  interfaces: ServedInterface[]
  /**
   * Serves an interface as it is now. Requests under way still use what it was; its records start anew. An interface that was not there
   * at the start is served from now on.
   */
  reload(one: WorkspaceInterface): Promise<void>
  close(): Promise<void>
}

/** The mock's own interface. */
export const controlName = 'mock-control'

/**
 * Starts the mock in this process.
 *
 * @throws {UserError} for a name that no interface has
 * @throws {NoContractError} when `generated/` is missing or unreadable
 * @throws {ControlTokenError} when the host is not a loopback address and there is no control token
 * @throws {SeedError} when the control plane would refuse the seed
 * @throws {StateFileError} when the state file cannot be used
 * @throws {StateEngineError} when the Valkey or Redis of `state` cannot be used
 * @throws {NodeJS.ErrnoException} when the port cannot be had (`EADDRINUSE`, `EACCES`)
 */
export async function startMock(options: MockOptions = {}): Promise<RunningMock> {
  const { host = '127.0.0.1', onFault = (reason) => console.error(reason), control: hasControl = true } = options
  const { workspace = bundled, interfaces: names = [] } = options
  const chosen = selectServed(workspace, names)
  const controlToken = options.controlToken || undefined
  if (hasControl) await assertGuarded(host, controlToken)

  const { sessions, isUp, stateEngine, close: closeSessions } = await openSessions(options, onFault)
  const servers: ListeningServer[] = []
  let isListening = false
  const close = async () => {
    isListening = false
    await Promise.all(servers.map((server) => server.close()))
    await options.fallback?.close?.()
    await closeSessions()
  }

  try {
    const { fallback, seed, explain = true } = options
    const load = async (one: WorkspaceInterface) => {
      const loaded = await loadInterface(one, options.corrections)
      return options.examples ? examplesOnly(loaded) : loaded
    }
    const interfaces = await Promise.all(chosen.map(load))
    const control = bundled.find(controlName).contract
    const isReady = () => isListening && isUp()
    const { gateway, served, reload } = assemble({
      ...options,
      ...{ interfaces, sessions, stateEngine, controlToken, isReady, onFault, explain },
      control: hasControl ? control : undefined,
      fallback: hasControl ? fallback : withoutControl(control.prefix, isReady, options),
      seed: seed === undefined ? undefined : await readSeed(seed, { interfaces, control }),
      docs: fallback?.hasPages === true,
    })
    const { origin, published, publish } = await listenAs({ ...options, host, onFault }, gateway, servers, served)
    for (const [name, one] of served) await publish(name, one)
    isListening = true
    const reloadOrAdd = async (again: WorkspaceInterface) => {
      await reload(await load(again))
      const one = served.get(again.name)
      if (one?.baseUrls.length === 0) await publish(again.name, one)
    }
    return { origin, interfaces: published, reload: reloadOrAdd, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Opens the port of the mock, and then that of each interface that is published, where interfaces have their own ports.
 *
 * @param servers gets each server, so that the caller can close it
 */
async function listenAs(
  {
    host,
    onFault,
    tls,
    fallback,
    port = 0,
    portPerInterface,
  }: MockOptions & Required<Pick<MockOptions, 'host' | 'onFault'>>,
  gateway: Gateway,
  servers: ListeningServer[],
  served: ReadonlyMap<string, Served>,
) {
  const verbsOf = () => new Set(['LIST', ...[...served.values()].flatMap(({ engine }) => verbsIn(engine.contract))])
  const open = async (answer: Gateway['handle'], at: number, prefix?: string) => {
    const refuse: RefuseUnread = (request) => gateway.refuse(request, prefix)
    const server = await listen(withCors(answer, gateway.permits), { host, port: at, onFault, tls, refuse, verbsOf })
    servers.push(server)
    return `${tls ? 'https' : 'http'}://${callableHost(host)}:${server.port}`
  }
  const origin = await open(gateway.handle, port)
  const published: ServedInterface[] = []
  const publish = async (name: string, one: Served) => {
    const { prefix, mounts } = one.engine.contract
    const bases = [`${origin}/${prefix}`]
    if (portPerInterface) {
      const own = port === 0 ? 0 : port + servers.length
      bases.push(await open((request) => gateway.handleAs(prefix, request), own, prefix))
    }
    one.baseUrls = bases.flatMap((base) => mounts.map((mount) => base + mount))
    one.docsUrl = fallback?.hasPages ? `${origin}/docs/${name}/` : undefined
    published.push(describeServed(one, initialConditions(one.engine.definition)))
  }
  return { origin, published, publish }
}

/** The description of an interface, and its definition. */
export async function loadInterface(
  one: WorkspaceInterface,
  corrections?: MockOptions['corrections'],
): Promise<LoadedInterface> {
  const { contract } = one
  const written = await loadDefinition(one)
  if (written && !contract.isPublished) return { contract, definition: written }
  const { definitionOf } = await import('./crud/crud.ts')
  return { contract, definition: definitionOf(contract, corrections, written) }
}

function examplesOnly({ contract, definition }: LoadedInterface): LoadedInterface {
  const { credentials, renderRefusal, derived, ignoresContentType = false } = definition
  // Without its own check of credentials, only their presence is asked, as the document has it.
  return {
    contract,
    definition: { credentials, renderRefusal, ...(derived && { derived }), ignoresContentType, behaviours: {} },
  }
}

/** A host as callers write it in a URL. Nobody can call the address that stands for all addresses. */
function callableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Answers calls of a control plane that is off: the health check, and a refusal for the rest. */
function withoutControl(
  prefix: string,
  isReady: () => boolean,
  { fallback, whyNoControl = 'The caller of startMock decided so.' }: MockOptions,
): Fallback {
  return async (path, request) => {
    if (path.split('/')[1] !== prefix) return fallback?.(path, request)
    if (request.method === 'GET' && path === `/${prefix}/health`) {
      return { headers: { 'content-type': 'application/json' }, ...healthAnswer(isReady()) }
    }
    return plainProblem(404, `The control plane is off. ${whyNoControl}`)
  }
}

/** The control plane would be open to everybody beyond this machine. */
export class ControlTokenError extends UserError {}

/** CTL-058 */
async function assertGuarded(host: string, token: string | undefined): Promise<void> {
  if (token !== undefined) return
  // Without a host, Node listens on every address.
  const addresses = host === '' ? [] : await lookup(host, { all: true })
  if (addresses.length > 0 && addresses.every(({ address }) => isLoopback(address))) return
  throw new ControlTokenError(
    `${host || 'without an address, the mock'} can be reached from other machines, so its control plane needs a token: ` +
      'set RULEBOUND_CONTROL_TOKEN, or give --control-token',
  )
}

/**
 * The interfaces to serve: those with the given names, or all of the workspace.
 *
 * @throws {UserError} for a name that no interface has
 */
export function selectServed(workspace: Pick<Workspace, 'select'>, names: readonly string[]): WorkspaceInterface[] {
  const served = workspace.select(names).filter((one) => !isControlPlane(one))
  if (served.length > 0) return served
  throw new UserError(`every mock serves ${controlName}; name an interface to serve with it`)
}
