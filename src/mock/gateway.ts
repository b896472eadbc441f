import { STATUS_CODES } from 'node:http'
import type { Answer } from '../interfaces/slice.ts'
import type { Engine } from './engine.ts'
import type { Inhabitant, Sessions } from './sessions.ts'

/** A request as it came off a socket. */
export interface WireRequest {
  method: string
  /** Request target: `/orders/api/orders?limit=1`. */
  target: string
  headers: Record<string, string>
  body: Buffer | null
  /** Aborted when the caller has gone. */
  signal: AbortSignal
}

/** Answers what no interface owns: the docs, the start page. Undefined where there is nothing. */
export type Fallback = (path: string, request: WireRequest) => Promise<Answer | undefined>

export interface Gateway {
  /** Answers by the first path segment, which names the interface. */
  handle(request: WireRequest): Promise<Answer>
  /** Answers as one interface, at the root path: for a port of its own. */
  handleAs(prefix: string, request: WireRequest): Promise<Answer>
  /** Puts an interface in, or in the place of the one that has its prefix; requests under way end with the old one. */
  install(engine: Engine, inhabitant: Inhabitant): void
}

/** Header that names the caller's session; without it, `default`. */
const sessionHeader = 'x-mock-session'

export function createGateway(sessions: Sessions, fallback: Fallback): Gateway {
  const served = new Map<string, { engine: Engine; inhabitant: Inhabitant }>()

  return {
    async handle(request) {
      const { path, query } = splitTarget(request.target)
      const end = path.indexOf('/', 1)
      const prefix = end === -1 ? path.slice(1) : path.slice(1, end)
      if (served.has(prefix)) return answer(prefix, request, end === -1 ? '/' : path.slice(end), query)
      return (await fallback(path, request)) ?? nothingHere(path, [...served.keys()])
    },

    async handleAs(prefix, request) {
      const { path, query } = splitTarget(request.target)
      return answer(prefix, request, path, query)
    },

    install(engine, inhabitant) {
      served.set(engine.runtime.prefix, { engine, inhabitant })
    },
  }

  async function answer(prefix: string, request: WireRequest, path: string, query: string): Promise<Answer> {
    const owner = served.get(prefix)
    if (!owner) return nothingHere(path, [...served.keys()])
    const { method, headers, body, signal } = request
    const session = headers[sessionHeader] || 'default'
    if (!/^[\w.-]{1,128}$/.test(session)) {
      return plainProblem(400, 'X-Mock-Session takes 1 to 128 letters, digits, dots, hyphens and underscores.')
    }
    const world = await sessions.world(session, owner.inhabitant)
    const handled = await owner.engine.handle({ method, path, query, headers, body, signal }, world)
    return handled.answer
  }
}

/** Takes the origin form and, as a proxy's client sends it, the absolute form; not `URL`, which would rewrite the path. */
function splitTarget(target: string): { path: string; query: string } {
  const origin = target.replace(/^[a-z]+:\/\/[^/?]*/i, '')
  const end = origin.indexOf('?')
  const path = end === -1 ? origin : origin.slice(0, end)
  return { path: path === '' ? '/' : path, query: end === -1 ? '' : origin.slice(end + 1) }
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
