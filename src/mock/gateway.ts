import { closestMatch } from 'leven'
import type { Answer } from '../behaviour/definition.ts'
import { plainProblem } from '../behaviour/problem-details.ts'
import { Refusal } from '../behaviour/refusal.ts'
import { findOperation } from './answer/nearest-operation.ts'
import type { Metrics } from './control/metrics.ts'
import type { Engine } from './engine.ts'
import { chain, type MaybePromise, tryChain } from './maybe-promise.ts'
import { isOwnOrigin } from './server/loopback.ts'
import type { UnreadRequest } from './server/refuse-unread.ts'
import { entryOf, recordOf } from './session/journal.ts'
import { type LogRequest, outsideInterfaces } from './session/request-log.ts'
import { InterfaceState, type MountedInterface } from './session/session.ts'
import { defaultSession, type SessionRegistry } from './session/sessions.ts'
import { StorageError } from './storage/storage.ts'
import type { MockAnswer, MockRequest } from './types.ts'

/** Answers paths that no interface owns: the docs, the start page. Undefined when there is nothing at a path. */
export interface Fallback {
  (path: string, request: MockRequest): Promise<Answer | undefined>
  /** True if it answers with the docs: then the mock names their addresses. */
  readonly hasPages?: boolean
  /** Called when the mock closes. */
  close?(): Promise<void>
}

export interface Gateway {
  /** Answers by the first path segment, which names the interface. */
  handle(request: MockRequest): MaybePromise<MockAnswer>
  /** Answers as one interface, at the root path: for its own port. */
  handleAs(prefix: string, request: MockRequest): MaybePromise<MockAnswer>
  /** Refuses a request that cannot be read in the words of an interface: of this one, or of the one that the path names. */
  refuse(request: UnreadRequest, prefix?: string): MockAnswer | undefined
  /** Serves an interface, and replaces the one that has its prefix. Requests under way still use the old one. */
  mount(engine: Engine, mounted: MountedInterface): void
  /** Serves the control plane: it belongs to no session, and pages of other origins have no access. */
  mountControlPlane(engine: Engine, state: InterfaceState): void
  /** True when a page of this origin may have the answer. */
  permits(request: MockRequest, origin: string): boolean
}

/** A part that is mounted under a prefix: an interface, which has a state in each session, or the control plane, which has a single state. */
interface MountedPart {
  engine: Engine
  mounted: MountedInterface | InterfaceState
}

/** Header that names the caller's session. */
const sessionHeader = 'x-mock-session'

interface GatewayOptions {
  /** Called with each request to an interface, and with each request that leads to none. */
  log?: LogRequest | undefined
  metrics: Metrics
}

export function createGateway(
  sessions: SessionRegistry,
  fallback: Fallback,
  { log, metrics }: GatewayOptions,
): Gateway {
  const options: AnswerOptions = { sessions, log, metrics }
  const parts = new Map<string, MountedPart>()
  let control: MountedPart | undefined
  // The root and the control plane itself have no page, and lead to the list of the interfaces.
  const listOfInterfaces: Answer = { status: 302, headers: {}, body: undefined }
  const notFound = (request: MockRequest, known: ReadonlyMap<string, MountedPart>) => {
    log?.(outsideInterfaces(request.method, 404, 'There is nothing at this path.', defaultSession))
    return nothingHere(request, known)
  }

  return {
    handle(request) {
      const { path } = request
      const { prefix, rest } = splitPath(path)
      const part = parts.get(prefix)
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      if (rest === '/' && part && part === control && isRead) return listOfInterfaces
      if (part) return enterSession(options, part, { ...request, path: rest, base: `/${prefix}` })
      // `OPTIONS *` asks about the server as a whole (RFC 9110, 9.3.7).
      if (path === '*' && request.method === 'OPTIONS') return { status: 204, headers: {}, body: undefined }
      const only = soleDocument(parts)
      const atRoot = only && requestAtRoot(only, request)
      // A document may have operations at the addresses of our pages, which are for browsers alone.
      const isForBrowser = isRead && /\btext\/html\b/.test(request.headers.accept ?? '')
      const isPage = !atRoot?.isFixed && (!only || isForBrowser || !/^\/(docs)?$/.test(path))
      return chain(isPage ? fallback(path, request) : undefined, (found) => {
        if (found) return found
        if (only && atRoot) return enterSession(options, only, atRoot.request)
        return path === '/' && control && isRead ? listOfInterfaces : notFound(request, parts)
      })
    },

    handleAs(prefix, request) {
      const part = parts.get(prefix)
      return part ? enterSession(options, part, request) : notFound(request, new Map())
    },

    refuse({ path, status, detail }, prefix) {
      const part = parts.get(prefix ?? splitPath(path).prefix)
      if (!part) return undefined
      return { ...part.engine.definition.renderRefusal(new Refusal('malformed-request', detail, { status })), status }
    },

    mount(engine, mounted) {
      parts.set(engine.contract.prefix, { engine, mounted })
    },

    mountControlPlane(engine, state) {
      control = { engine, mounted: state }
      listOfInterfaces.headers.location = `/${engine.contract.prefix}/interfaces`
      parts.set(engine.contract.prefix, control)
    },

    permits({ path, headers }, origin) {
      const part = parts.get(splitPath(path).prefix)
      return !(part?.mounted instanceof InterfaceState) || isOwnOrigin(origin, headers.host ?? '')
    },
  }
}

/** The interface of the only document that is served: it answers at the root as well, as `prism mock` does. */
function soleDocument(parts: ReadonlyMap<string, MountedPart>): MountedPart | undefined {
  const [first, ...others] = [...parts.values()].filter(({ mounted }) => !(mounted instanceof InterfaceState))
  return first?.engine.definition.derived && others.length === 0 ? first : undefined
}

/**
 * The request as the document has it. The base path of a server may be left out.
 *
 * @returns whether the document has an operation whose path begins with this very segment
 */
function requestAtRoot({ engine }: MountedPart, request: MockRequest): { request: MockRequest; isFixed: boolean } {
  const { mounts, match } = engine.contract
  const { method, path } = request
  const candidates = ['', ...mounts].map((mount) => ({ mount, found: match(method, mount + path) }))
  const best = candidates.find(({ found }) => found.kind === 'operation') ??
    candidates.find(({ found }) => found.kind !== 'not-found') ?? {
      mount: path.startsWith(`${mounts[0]}/`) ? '' : (mounts[0] ?? ''),
      found: undefined,
    }
  const template = best.found?.kind === 'operation' ? best.found.operation.path : '/{none}'
  return { request: { ...request, path: best.mount + path }, isFixed: !/^\/\{/.test(template) }
}

interface AnswerOptions extends GatewayOptions {
  sessions: SessionRegistry
}

function enterSession(
  options: AnswerOptions,
  { engine, mounted }: MountedPart,
  request: MockRequest,
): MaybePromise<MockAnswer> {
  if (mounted instanceof InterfaceState) return engine.handle(request, mounted)
  const name = request.headers[sessionHeader] || defaultSession
  if (!sessionName.test(name)) {
    const detail = 'X-Mock-Session takes 1 to 128 letters, digits, dots, hyphens and underscores.'
    options.log?.(outsideInterfaces(request.method, 400, detail, '…'))
    return plainProblem(400, detail)
  }
  return tryChain<MockAnswer>(
    () =>
      chain(options.sessions.enter(name), (session) =>
        answerInSession(options, engine, session.state(mounted), request),
      ),
    (error) => {
      if (error instanceof StorageError) return plainProblem(503, error.message)
      throw error
    },
  )
}

function answerInSession(
  { sessions, log, metrics }: AnswerOptions,
  engine: Engine,
  state: InterfaceState,
  request: MockRequest,
): MaybePromise<MockAnswer> {
  const { session } = state
  const when = session.clock.now()
  const started = performance.now()
  return tryChain<MockAnswer>(
    () =>
      chain(engine.handle(request, state), (answer) => {
        answer.release = () => sessions.leave(session)
        const { handled } = answer
        const duration = performance.now() - started
        const about = { interface: state.mounted.name, method: request.method, when, duration }
        const record = recordOf(answer, handled, about)
        metrics.observe(record.interface, record.operation, record.status, duration)
        log?.({ ...entryOf(record), session: session.name })
        if (handled.isInJournal) return answer
        // If the journal cannot be written, the answer already reports the failure.
        return tryChain<MockAnswer>(
          () => chain(session.journal.append(record), () => answer),
          () => answer,
        )
      }),
    (error) => {
      sessions.leave(session)
      throw error
    },
  )
}

/** A request belongs to the session of this name (CTL-007). */
const sessionName = /^[\w.-]{1,128}$/

/** The first segment, and the rest of the path. */
function splitPath(path: string): { prefix: string; rest: string } {
  const end = path.indexOf('/', 1)
  return end === -1 ? { prefix: path.slice(1), rest: '/' } : { prefix: path.slice(1, end), rest: path.slice(end) }
}

/** The path may lack the name of its interface, or misspell it. */
function nothingHere({ method, path }: MockRequest, parts: ReadonlyMap<string, MountedPart>): Answer {
  const { prefix, rest } = splitPath(path)
  const names = [...parts.keys()]
  const near = closestMatch(prefix, names, { maxDistance: Math.max(2, Math.floor(prefix.length / 3)) })
  const meant =
    near === undefined
      ? names.find((name) => parts.get(name)?.engine.contract.mounts.some((mount) => path.startsWith(`${mount}/`)))
      : near
  const contract = meant === undefined ? undefined : parts.get(meant)?.engine.contract
  const found = contract && findOperation(contract, method, near === undefined ? path : rest)
  const hint = found === undefined ? '' : `; did you mean ${found}?`
  const known = `Interfaces are under ${names.map((name) => `/${name}`).join(', ')}.`
  return plainProblem(404, `There is nothing at ${path}${hint || '.'} ${known}`)
}
