import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { it as base, expect, type TestAPI } from 'vitest'
import type { components } from '../../../../generated/mock-control/types.ts'
import { parseJsonOrText } from '../../../json-text.ts'
import { loadContract } from '../../../workspace/contracts.ts'
import { startMock } from '../../start-mock.ts'

export type Schemas = components['schemas']

export interface Reply {
  status: number | End
  headers: Readonly<Record<string, string>>
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
  | readonly [request: string, sent: unknown, status: number | End, expected?: object]

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

  /**
   * Sends a request with the credential of its interface; a body that is a text is sent as it is. Rejects if there is no whole answer.
   * Each control call that is refused must be answered with problem details.
   */
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
    const received = incoming.headers as Record<string, string>
    const { statusCode: status = 0 } = incoming
    const reply = { status, headers: received, body: text && parseJsonOrText(text), text }
    if (owner === '_control' && status >= 400) expectProblem(reply, call)
    return reply
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
        await expectSoon(`${what} waits`, async () => (await this.session()).requestsUnderWay === requestsUnderWay)
        await this.run(...holding(requestsUnderWay))
        continue
      }
      reply = await answer.catch((error: Error) => ({ ...nothing, status: endOf(error) }))
      expect(reply.status, `status of ${what} ${reply.text}`).toBe(status)
      if (expected instanceof RegExp) expect(reply.text, what).toMatch(expected)
      else if (expected) expect(Object.assign({ headers: reply.headers }, reply.body), what).toMatchObject(expected)
    }
    return reply
  }

  async read<Body = object>(target: string): Promise<Body> {
    return (await this.run([`GET ${target}`, 200])).body as Body
  }

  /** Expects each body to be refused with 400 and these words, and none to change what is read there. */
  async refuses(call: string, sent: Iterable<readonly [body: unknown, ...words: string[]]>, ...read: string[]) {
    const look = () => Promise.all(read.map((target) => this.read(target)))
    const before = await look()
    for (const [body, ...words] of sent) {
      const text = JSON.stringify(body)
      const reply = await this.send(call, text)
      expect(reply.status, `status of ${call} ${text}`).toBe(400)
      for (const word of words) expect(reply.text).toContain(word)
      expect(await look(), `what there is after ${text}`).toEqual(before)
    }
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

  /** The parts of a session that a reset, a snapshot or a deletion affects. */
  async portrait(): Promise<object[]> {
    const cluster = ['interfaces/kv-cluster/records/cluster', 'interfaces/kv-cluster/conditions']
    const parts = [orderRecords, keyRecords, conditions, ...cluster, 'faults']
    const found = await Promise.all(parts.map((part) => this.read(part)))
    return [...found, { year: new Date(await this.time()).getUTCFullYear() }]
  }

  /** Changes each part of the portrait, and leaves a request in the journal. */
  async change(): Promise<void> {
    await this.run(
      [`PUT ${order}`, { status: 'Pending', trackingNumber: 'check 2031' }, 200],
      [`PUT ${keyRecords}/orders.check-key`, { owner: 'a check' }, 201],
      ['POST interfaces/kv-cluster/actions/stop', { member: 'm2' }, 200],
      [`PATCH ${conditions}`, { sealed: true, warnings: ['a check'] }, 200],
      ['PATCH interfaces/kv-cluster/conditions', { unhealthy: ['m3'] }, 200],
      ['PUT clock', { now: '2031-06-01T00:00:00Z' }, 200],
      ['POST faults', { interface: 'orders', operation: 'getOrder', kind: 'status', status: 503, times: 2 }, 201],
    )
  }
}

const nothing: Reply = { status: 'no answer', headers: {}, body: '', text: '' }

function isAnswer(rest: readonly unknown[]): rest is readonly [number | End, object?] {
  return typeof rest[0] === 'number' || ['no answer', 'cut short', 'waits'].includes(`${rest[0]}`)
}

function expectProblem({ status, headers, body }: Reply, what: string): void {
  expect(headers['content-type'], what).toMatch(/^application\/problem\+json(;|$)/i)
  const detail = expect.stringMatching(/\w+ \w+/)
  expect(body, what).toMatchObject({ type: expect.any(String), title: expect.stringMatching(/^[A-Z]/), status, detail })
}

function endOf({ message }: Error): End {
  return message === 'aborted' ? 'cut short' : 'no answer'
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

/** Repeats a question until the answer is true; fails after 500 tries. */
export async function expectSoon(what: string, isSo: () => Promise<boolean>): Promise<void> {
  let answer = false
  for (let tries = 0; tries < 500 && !answer; tries++) answer = await isSo()
  expect(answer, what).toBe(true)
}

/** Looks that find this number of delayed requests still unanswered. */
export const holding = (count: number): Step[] => Array(5).fill(['GET .', 200, { requestsUnderWay: count }])

const values = { interface: 'orders', kind: 'api-keys', key: 'any', snapshot: '1', action: 'download', fault: '1' }

/** A request of each operation of the document with its example of a body, except the health. */
export const calls = [...loadContract('mock-control').operations.values()]
  .filter(({ id }) => id !== 'getHealth')
  .map(({ method, path, http }) => {
    const target = Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, value), path)
    const [example] = http.request?.body?.contents?.[0]?.examples ?? []
    const body = example && 'value' in example ? example.value : undefined
    return [`${method.toUpperCase()} /_control${target}`, body] as const
  })

/** The calls that create the session in their path. */
export const making = calls.filter(([call]) => call.includes('{session}/'))

/** These calls, each with more headers, as steps that are answered so. */
export const answered = (status: number, of: typeof calls, ...headers: string[]): Step[] =>
  of.map(([call, body]) => [[call, ...headers].join('\n'), body, status])

/** Expects an answer without this header. */
export const without = (header: string) => ({ headers: expect.not.objectContaining({ [header]: expect.anything() }) })

export const token = 'a1b7c9d2-5e3f-4a86-8c04-6f2d1e9b7a35'
export const list = 'GET /orders/api/orders'
export const order = `/orders/api/orders/${token}`
/** 503 if the secrets service is sealed. */
export const health = 'GET /secrets/v1/sys/health'
export const orderRecords = 'interfaces/orders/records/orders'
export const keyRecords = 'interfaces/orders/records/api-keys'
export const conditions = 'interfaces/secrets/conditions'
