import { STATUS_CODES } from '../interfaces/node-http.ts'
import type { Answer } from '../interfaces/slice.ts'
import type { Engine, Handled } from './engine.ts'
import type { MockRequest, Peer } from './exchange.ts'
import type { JournalEntry } from './journal.ts'
import { isOwnOrigin } from './loopback.ts'
import { type Inhabitant, Session, type World } from './session.ts'
import { defaultSession, NoRoomError, type Sessions } from './sessions.ts'

/** A request as it came off a socket. */
export interface WireRequest {
  method: string
  /** Request target: `/orders/api/orders?limit=1`. */
  target: string
  headers: Record<string, string>
  body: Buffer | null
  /** The body is larger than the mock takes, and has not been read. */
  oversize?: boolean
  peer: Peer
}

/** An answer on its way to a socket. */
export interface WireAnswer extends Answer {
  /** How much of it the caller is to get; all of it when absent. */
  delivery?: Handled['delivery']
  /** Must be called once it has been written, or cannot be any more. */
  release?(): void
}

/** Answers what no interface owns: the docs, the start page. Undefined where there is nothing. */
export type Fallback = (path: string, request: WireRequest) => Promise<Answer | undefined>

export interface Gateway {
  /** Answers by the first path segment, which names the interface. */
  handle(request: WireRequest): Promise<WireAnswer>
  /** Answers as one interface, at the root path: for a port of its own. */
  handleAs(prefix: string, request: WireRequest): Promise<WireAnswer>
  /** Puts an interface in, or in the place of the one that has its prefix; requests under way end with the old one. */
  install(engine: Engine, inhabitant: Inhabitant): void
  /** Puts an interface in that is of no session, and no matter of foreign pages. */
  installApart(engine: Engine, world: World): void
  /** True when a page of this origin may have the answer. */
  permits(request: WireRequest, origin: string): boolean
}

type Owner = { engine: Engine; inhabitant: Inhabitant } | { engine: Engine; world: World }

/** Header that names the caller's session. */
const sessionHeader = 'x-mock-session'

export function createGateway(sessions: Sessions, fallback: Fallback): Gateway {
  const owners = new Map<string, Owner>()

  return {
    async handle(request) {
      const { path, query } = splitTarget(request.target)
      const { prefix, rest } = splitPath(path)
      const owner = owners.get(prefix)
      if (owner) return answer(owner, request, rest, query)
      // A question about the server as a whole (RFC 9110, 9.3.7).
      if (path === '*' && request.method === 'OPTIONS') return { status: 204, headers: {}, body: undefined }
      return (await fallback(path, request)) ?? nothingHere(path, [...owners.keys()])
    },

    async handleAs(prefix, request) {
      const { path, query } = splitTarget(request.target)
      const owner = owners.get(prefix)
      return owner ? answer(owner, request, path, query) : nothingHere(path, [])
    },

    install(engine, inhabitant) {
      owners.set(engine.runtime.prefix, { engine, inhabitant })
    },

    installApart(engine, world) {
      owners.set(engine.runtime.prefix, { engine, world })
    },

    permits({ target, headers }, origin) {
      const owner = owners.get(splitPath(splitTarget(target).path).prefix)
      return !owner || 'inhabitant' in owner || isOwnOrigin(origin, headers.host ?? '')
    },
  }

  async function answer(owner: Owner, request: WireRequest, path: string, query: string): Promise<WireAnswer> {
    const { method, headers, body, peer, oversize = false } = request
    const asked: MockRequest = { method, path, query, headers, body, oversize, peer }
    if ('world' in owner) return (await owner.engine.handle(asked, owner.world)).answer
    const name = headers[sessionHeader] || defaultSession
    if (!sessionName.test(name)) {
      return plainProblem(400, 'X-Mock-Session takes 1 to 128 letters, digits, dots, hyphens and underscores.')
    }
    const session = await sessions.enter(name).catch(noRoom)
    if (!(session instanceof Session)) return session
    try {
      const when = session.clock.now()
      const started = performance.now()
      const handled = await owner.engine.handle(asked, await session.world(owner.inhabitant))
      session.journal.add(entryOf(owner.inhabitant.name, method, when, performance.now() - started, handled))
      return { ...handled.answer, delivery: handled.delivery, release: () => sessions.leave(session) }
    } catch (error) {
      sessions.leave(session)
      throw error
    }
  }
}

/** A request belongs to the session of this name (CTL-007). */
const sessionName = /^[\w.-]{1,128}$/

function noRoom(error: unknown): Answer {
  if (error instanceof NoRoomError) return plainProblem(503, error.message)
  throw error
}

function entryOf(name: string, method: string, when: Date, duration: number, handled: Handled): JournalEntry {
  const { answer, delivery, operation = null, path, query, reason = null, rules, faults } = handled
  return {
    when: when.toISOString(),
    interface: name,
    operation,
    method,
    path,
    query,
    status: delivery === 'dropped' ? null : answer.status,
    milliseconds: Math.round(duration * 1000) / 1000,
    reason,
    rules,
    faults,
  }
}

/** Takes the origin form and, as a proxy's client sends it, the absolute form; not `URL`, which would rewrite the path. */
function splitTarget(target: string): { path: string; query: string } {
  const origin = target.replace(/^[a-z]+:\/\/[^/?]*/i, '')
  const end = origin.indexOf('?')
  const path = end === -1 ? origin : origin.slice(0, end)
  return { path: path === '' ? '/' : path, query: end === -1 ? '' : origin.slice(end + 1) }
}

/** The first segment, and what comes after it. */
function splitPath(path: string): { prefix: string; rest: string } {
  const end = path.indexOf('/', 1)
  return end === -1 ? { prefix: path.slice(1), rest: '/' } : { prefix: path.slice(1, end), rest: path.slice(end) }
}

function nothingHere(path: string, prefixes: string[]): Answer {
  return plainProblem(
    404,
    `There is nothing at ${path}. Interfaces are under ${prefixes.map((name) => `/${name}`).join(', ')}.`,
  )
}

/** A refusal that belongs to no interface, as problem details (RFC 9457). */
export function plainProblem(status: number, detail: string): Answer {
  const body = { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail }
  return { status, headers: { 'content-type': 'application/problem+json' }, body }
}
