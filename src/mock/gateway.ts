import type { Answer } from '../behaviour/definition.ts'
import { plainProblem } from '../behaviour/problem-details.ts'
import type { Engine } from './engine.ts'
import { chain, type MaybePromise, tryChain } from './maybe-promise.ts'
import { isOwnOrigin } from './server/loopback.ts'
import { type InterfaceState, type MountedInterface, Session } from './session/session.ts'
import { defaultSession, NoRoomError, type Sessions } from './session/sessions.ts'
import type { HandledRequest, MockRequest, WireAnswer, WireRequest } from './types.ts'

/** Answers what no interface owns: the docs, the start page. Undefined where there is nothing. */
export type Fallback = (path: string, request: WireRequest) => Promise<Answer | undefined>

export interface Gateway {
  /** Answers by the first path segment, which names the interface. */
  handle(request: WireRequest): MaybePromise<WireAnswer>
  /** Answers as one interface, at the root path: for a port of its own. */
  handleAs(prefix: string, request: WireRequest): MaybePromise<WireAnswer>
  /** Serves an interface, in place of the one that has its prefix; requests under way end with the old one. */
  mount(engine: Engine, mounted: MountedInterface): void
  /** Serves the control plane: it belongs to no session, and pages of other origins have no access. */
  mountControlPlane(engine: Engine, state: InterfaceState): void
  /** True when a page of this origin may have the answer. */
  permits(request: WireRequest, origin: string): boolean
}

interface SessionOwner {
  engine: Engine
  mounted: MountedInterface
}

type Owner = SessionOwner | { engine: Engine; state: InterfaceState }

/** Header that names the caller's session. */
const sessionHeader = 'x-mock-session'

export function createGateway(sessions: Sessions, fallback: Fallback): Gateway {
  const owners = new Map<string, Owner>()

  return {
    handle(request) {
      const { path, query } = splitTarget(request.target)
      const { prefix, rest } = splitPath(path)
      const owner = owners.get(prefix)
      if (owner) return answer(owner, request, rest, query)
      // A question about the server as a whole (RFC 9110, 9.3.7).
      if (path === '*' && request.method === 'OPTIONS') return { status: 204, headers: {}, body: undefined }
      return chain(fallback(path, request), (answer) => answer ?? nothingHere(path, [...owners.keys()]))
    },

    handleAs(prefix, request) {
      const { path, query } = splitTarget(request.target)
      const owner = owners.get(prefix)
      return owner ? answer(owner, request, path, query) : nothingHere(path, [])
    },

    mount(engine, mounted) {
      owners.set(engine.runtime.prefix, { engine, mounted })
    },

    mountControlPlane(engine, state) {
      owners.set(engine.runtime.prefix, { engine, state })
    },

    permits({ target, headers }, origin) {
      const owner = owners.get(splitPath(splitTarget(target).path).prefix)
      return !owner || 'mounted' in owner || isOwnOrigin(origin, headers.host ?? '')
    },
  }

  function answer(owner: Owner, request: WireRequest, path: string, query: string): MaybePromise<WireAnswer> {
    const { method, headers, body, peer, oversize = false } = request
    const asked: MockRequest = { method, path, query, headers, body, oversize, peer }
    if ('state' in owner) return chain(owner.engine.handle(asked, owner.state), ({ answer }) => answer)
    const name = headers[sessionHeader] || defaultSession
    if (!sessionName.test(name)) {
      return plainProblem(400, 'X-Mock-Session takes 1 to 128 letters, digits, dots, hyphens and underscores.')
    }
    return chain(
      tryChain<Session | Answer>(() => sessions.enter(name), noRoom),
      (session) => (session instanceof Session ? answerIn(session, owner, asked) : session),
    )
  }

  function answerIn(session: Session, { engine, mounted }: SessionOwner, asked: MockRequest): MaybePromise<WireAnswer> {
    const release = () => sessions.leave(session)
    const when = session.clock.now()
    const started = performance.now()
    return tryChain<WireAnswer>(
      () =>
        chain(session.state(mounted), (state) =>
          chain(engine.handle(asked, state), (handled) => {
            const { answer, delivery } = handled
            const duration = performance.now() - started
            session.journal.add({
              interface: mounted.name,
              method: asked.method,
              when,
              duration,
              ...keptOf(handled),
            })
            return { status: answer.status, headers: answer.headers, body: answer.body, delivery, release }
          }),
        ),
      (error) => {
        release()
        throw error
      },
    )
  }
}

/** A request belongs to the session of this name (CTL-007). */
const sessionName = /^[\w.-]{1,128}$/

function noRoom(error: unknown): Answer {
  if (error instanceof NoRoomError) return plainProblem(503, error.message)
  throw error
}

/** What the journal keeps of it: neither the answer nor the request. */
function keptOf({ answer, delivery, operation, describe, rules, faults, reason }: HandledRequest) {
  return { status: delivery === 'dropped' ? null : answer.status, operation, describe, rules, faults, reason }
}

/** Takes the origin form and, as a proxy's client sends it, the absolute form; not `URL`, which would rewrite the path. */
function splitTarget(target: string): { path: string; query: string } {
  const origin = target.startsWith('/') ? target : target.replace(/^[a-z]+:\/\/[^/?]*/i, '')
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
