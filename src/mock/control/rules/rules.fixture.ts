import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { it as base, expect, type TestAPI } from 'vitest'
import type { components } from '../../../../generated/mock-control/types.ts'
import { parseJsonOrText } from '../../../json-text.ts'
import { bundled } from '../../../workspace/bundled.ts'
import { startMock } from '../../start-mock.ts'

export type Schemas = components['schemas']

export interface Reply {
  status: number | End
  headers: IncomingHttpHeaders
  body: unknown
  text: string
}

/** What a request gets in place of a whole answer. One that `waits` is under way until the step `answer` says how it ends. */
type End = 'no answer' | 'cut short' | 'waits'

/**
 * A request with what it sends, and the answer that it must get: a status and, if given, words of the body, or members of it beside
 * the `headers`.
 *
 * A request is written as in HTTP: method and target, then lines with headers; `none` leaves out a header that is sent otherwise.
 * A target that starts with a slash is a path of the mock; others are parts of the session in the control plane, and `.` is all of it.
 * `{session}` is the name of the session.
 */
export type Step =
  | readonly [request: string, status: number | End, expected?: object]
  | readonly [request: string, sent: unknown, status: number | End, expected?: object | undefined]

const controlToken = 'example-control'

/** The headers that each interface takes as credentials. */
export const credentials: Record<string, Record<string, string>> = {
  _control: { authorization: `Bearer ${controlToken}` },
  orders: { authorization: `Basic ${Buffer.from('orders.example-key:').toString('base64')}` },
  secrets: { 'x-svc-token': 'svc.example-full-access' },
}

/** A session of a mock, with control calls on it and requests in it. */
export class Session {
  readonly origin: string
  readonly name: string
  readonly #waiting: Promise<Reply>[] = []

  constructor(origin: string, name = `check-${randomUUID()}`) {
    this.origin = origin
    this.name = name
  }

  /** Another session of the same mock, by default one that nobody else uses. */
  own(name?: string): Session {
    return new Session(this.origin, name)
  }

  /** Sends a request with the credential of its interface; a text is sent as it is. Rejects if there is no whole answer. */
  async send(call: string, sent?: unknown): Promise<Reply> {
    const session = encodeURIComponent(this.name)
    const [start = '', ...lines] = call.replaceAll('{session}', session).split('\n')
    const [method = '', target = ''] = start.split(' ')
    const path = target.startsWith('/') ? target : `/_control/sessions/${session}/${target}`.replace(/\/\.$/, '')
    const [, owner = ''] = path.split('/')
    const all: Record<string, string> = {
      ...(owner !== '_control' && { accept: 'application/json', 'x-mock-session': this.name }),
      ...(sent !== undefined && { 'content-type': 'application/json' }),
      ...credentials[owner],
      ...Object.fromEntries(lines.map((line) => line.split(': '))),
    }
    const headers = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== 'none'))
    // `fetch` would set the host and clean the path.
    const outgoing = request(this.origin, { method, path, headers })
    outgoing.end(typeof sent === 'object' ? JSON.stringify(sent) : sent)
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
    const text = await readText(incoming)
    const { statusCode: status = 0, headers: received } = incoming
    // The mock compares the body with the document, and not the media type.
    if (owner === '_control' && status >= 400) expect(received['content-type']).toMatch(/^application\/problem\+json/)
    return { status, headers: received, body: text && parseJsonOrText(text), text }
  }

  /** Takes these steps in turn, and returns the last answer. */
  async run(...steps: readonly Step[]): Promise<Reply> {
    let reply = nothing
    for (const [call, ...rest] of steps) {
      const [sent, status, expected] = isAnswer(rest) ? [undefined, ...rest] : rest
      const what = `${call} ${JSON.stringify(sent) ?? ''}`
      const answer = (call === 'answer' && this.#waiting.shift()) || this.send(call, sent)
      if (status === 'waits') {
        const requestsUnderWay = this.#waiting.push(answer)
        await untilTrue(async () => (await this.session()).requestsUnderWay === requestsUnderWay)
        await this.run(...holding(requestsUnderWay))
        continue
      }
      reply = await answer.catch(({ message }) =>
        message === 'aborted' ? { ...nothing, status: 'cut short' } : nothing,
      )
      expect(reply.status, `status of ${what} ${reply.text}`).toBe(status)
      if (expected instanceof RegExp) expect(reply.text, what).toMatch(expected)
      else if (expected) expect(Object.assign({ headers: reply.headers }, reply.body), what).toMatchObject(expected)
    }
    return reply
  }

  async read<Body = object>(target: string): Promise<Body> {
    return (await this.run([`GET ${target}`, 200])).body as Body
  }

  /** The requests in the journal, oldest first. */
  async journal(query = ''): Promise<Schemas['JournalEntry'][]> {
    return (await this.read<Schemas['Journal']>(`journal${query}`)).requests
  }

  session(): Promise<Schemas['Session']> {
    return this.read('.')
  }

  /** Milliseconds since 1970 by the clock of the session. */
  async time(): Promise<number> {
    return Date.parse((await this.read<Schemas['Clock']>('clock')).now)
  }
}

const nothing: Reply = { status: 'no answer', headers: {}, body: '', text: '' }

function isAnswer(rest: readonly unknown[]): rest is readonly [number | End, object?] {
  return typeof rest[0] === 'number' || ['no answer', 'cut short', 'waits'].includes(`${rest[0]}`)
}

interface Mocks {
  /** Of a mock, and of one with a control token and room for three sessions. */
  origins: readonly string[]
  /** A new session of each. */
  s: Session
  guarded: Session
}

export const it: TestAPI<Mocks> = base.extend<Mocks>({
  origins: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the parameters
    async ({}, use) => {
      const { CONTROLLED_MOCK, GUARDED_MOCK } = process.env
      if (CONTROLLED_MOCK && GUARDED_MOCK) return use([CONTROLLED_MOCK, GUARDED_MOCK])
      const faults: string[] = []
      const onFault = (reason: string) => void faults.push(reason)
      const controlled = await startMock({ interfaces: ['orders', 'secrets', 'kv-cluster'], onFault })
      const guarded = await startMock({ interfaces: ['orders'], controlToken, maxSessions: 3, onFault })
      await use([controlled.origin, guarded.origin])
      for (const mock of [controlled, guarded]) await mock.close()
      expect(faults).toEqual([])
    },
    { scope: 'file' },
  ],
  s: ({ origins: [origin = ''] }, use) => use(new Session(origin)),
  guarded: ({ origins: [, origin = ''] }, use) => use(new Session(origin)),
})

/** A table of rules: a title that starts with the ID, and the steps in a new session that show the rule. */
export const rules = (table: Readonly<Record<string, readonly Step[]>>, of: 's' | 'guarded' = 's') =>
  it.for(Object.entries(table))('%s', async ([, steps], { s, guarded }) => {
    await { s, guarded }[of].run(...steps)
  })

/** Repeats a question until the answer is true. */
export async function untilTrue(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo()));
}

/** Looks that find this number of delayed requests still unanswered. */
export const holding = (count: number): Step[] => Array(5).fill(['GET .', 200, { requestsUnderWay: count }])

const values = { interface: 'orders', kind: 'api-keys', key: 'any', snapshot: '1', action: 'download', fault: '1' }

/** A request of each operation of the document with its example of a body, except the health. */
export const calls = [...bundled.find('mock-control').contract.operations.values()]
  .filter(({ id }) => id !== 'getHealth')
  .map(({ method, path, contents }) => {
    const target = Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, value), path)
    const body = contents[0]?.examples[0]?.value
    return [`${method.toUpperCase()} /_control${target}`, body] as const
  })

/** The calls that create the session in their path. */
export const making = calls.filter(([call]) => call.includes('{session}/'))

/** These calls, each with more headers, as steps that are answered so. */
export const answered = (status: number, of: typeof calls, ...headers: string[]): Step[] =>
  of.map(([call, body]) => [[call, ...headers].join('\n'), body, status])

/** A step for each of these bodies, with the words of its answer. */
export const each = (call: string, status: number, ...bodies: [body: unknown, words?: RegExp][]): Step[] =>
  bodies.map(([body, words]) => [call, JSON.stringify(body), status, words])

/** Expects an answer without this header. */
export const without = (header: string) => ({ headers: expect.not.objectContaining({ [header]: expect.anything() }) })

export const token = 'a1b7c9d2-5e3f-4a86-8c04-6f2d1e9b7a35'
export const list = 'GET /orders/api/orders'
export const order = `/orders/api/orders/${token}`
/** 503 if the secrets service is sealed. */
export const health = 'GET /secrets/v1/sys/health'
export const keyRecords = 'interfaces/orders/records/api-keys'
export const conditions = 'interfaces/secrets/conditions'
