import { randomUUID } from 'node:crypto'
import type { components } from '../../../generated/cluster-agent/types.ts'
import type { Conditions } from './conditions.ts'
import { credentials } from './seed.ts'

type Schemas = components['schemas']

/** For tests: the agent of a running mock, in its own session. */
export function openAgent(origin: string) {
  const session = randomUUID()
  const control = `${origin}/_control/sessions/${session}`
  const own = `${control}/interfaces/cluster-agent`

  async function call(method: string, path: string, { role = 'full', headers = {}, body }: AgentOptions = {}) {
    const response = await fetch(`${origin}/cluster-agent/v1/agent${path}`, {
      method,
      headers: { 'x-mock-session': session, ...tokenOf(role), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      allow: response.headers.get('allow'),
      bytes,
      text: bytes.toString(),
    }
  }

  async function direct(method: string, url: string, body: object) {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`)
    return text ? JSON.parse(text) : undefined
  }

  return {
    session,
    call,
    get: (path: string, given?: AgentOptions) => call('GET', path, given),
    post: (path: string, given?: AgentOptions) => call('POST', path, given),
    put: (path: string, body: unknown, given?: AgentOptions) => call('PUT', path, { ...given, body }),
    async members(): Promise<Record<string, string>> {
      const { Members }: Schemas['MemberList'] = JSON.parse((await call('GET', '/members')).text)
      return Object.fromEntries(Members.map(({ Name, Status }) => [Name, Status]))
    },
    set: (conditions: Partial<Conditions>) => direct('PATCH', `${own}/conditions`, conditions),
    act: (action: string, input: object = {}) => direct('POST', `${own}/actions/${action}`, input),
    putRecord: (kind: string, key: string, record: object) =>
      direct('PUT', `${own}/records/${kind}/${encodeURIComponent(key)}`, record),
    advance: (seconds: number) => direct('POST', `${control}/clock/advance`, { seconds }),
    async now(): Promise<number> {
      return Date.parse((await (await fetch(`${control}/clock`)).json()).now)
    },
    /** The answer to a request that takes time on the session's clock. Moves the clock until the answer comes. */
    async overTime<T>(answer: Promise<T>, stepSeconds = 1): Promise<T> {
      let pending = true
      const settled = answer.finally(() => {
        pending = false
      })
      while (pending) await this.advance(stepSeconds)
      return settled
    },
    /** The log stream from its beginning, until the caller stops reading. */
    async *monitor(query = '', { role = 'full' }: AgentOptions = {}): AsyncGenerator<string> {
      const leave = new AbortController()
      try {
        const response = await fetch(`${origin}/cluster-agent/v1/agent/monitor${query}`, {
          headers: { 'x-mock-session': session, ...tokenOf(role) },
          signal: leave.signal,
        })
        yield `${response.status} ${response.headers.get('content-type')}`
        const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
        for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) yield piece.value
      } finally {
        leave.abort()
      }
    },
  }
}

export type TestAgent = ReturnType<typeof openAgent>

interface AgentOptions {
  /** Role of a seeded credential; `anonymous` sends no token. */
  role?: string
  headers?: Record<string, string>
  body?: unknown
}

function tokenOf(role: string): Record<string, string> {
  if (role === 'anonymous') return {}
  const credential = credentials.find((candidate) => candidate.role === role)
  if (!credential) throw new Error(`no credential is seeded for ${role}`)
  return credential.headers
}
