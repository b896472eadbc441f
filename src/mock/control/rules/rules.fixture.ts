import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { it as base, expect, type TestAPI } from 'vitest'
import type { components, operations } from '../../../../generated/mock-control/types.ts'
import { parseJsonOrText } from '../../../json-text.ts'
import { loadContract } from '../../../workspace/contracts.ts'
import { startMock } from '../../start-mock.ts'

export type Schemas = components['schemas']
export type Operation = keyof operations & string
type Headers = Readonly<Record<string, string | undefined>>
type JsonOf<Answer> = Answer extends { content: { 'application/json': infer Body } } ? Body : never
type SuccessOf<Id extends Operation> = JsonOf<
  operations[Id]['responses'][keyof operations[Id]['responses'] & (200 | 201)]
>

export interface Reply<Body = unknown> {
  status: number
  headers: Readonly<Record<string, string>>
  body: Body
  text: string
}

/** What a request has besides its path. */
export interface More {
  body?: string | undefined
  headers?: Headers
  query?: Readonly<Record<string, unknown>>
  /** Without the control token. */
  anonymous?: boolean
}

const controlToken = 'example-control'
const documented = loadContract('mock-control').operations

/** Sends a request as it is written; rejects if there is no whole answer. `fetch` would set the host and clean the path. */
async function exchange(method: string, base: string, path: string, given: Headers, body?: string): Promise<Reply> {
  const headers = Object.fromEntries(Object.entries(given).filter((entry) => entry[1] !== undefined))
  const outgoing = request(base, { method, path, headers }).end(body)
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  const text = await readText(incoming)
  const received = incoming.headers as Record<string, string>
  return { status: incoming.statusCode ?? 0, headers: received, body: text && parseJsonOrText(text), text }
}

/** A session of a mock, with control calls on it and requests in it. */
export class Session {
  readonly origin: string
  readonly name: string

  constructor(origin: string, name = `check-${randomUUID()}`) {
    this.origin = origin
    this.name = name
  }

  /** Another session of the same mock, by default one that nobody else uses. */
  own(name?: string): Session {
    return new Session(this.origin, name)
  }

  /** Calls an operation. A body that is a text is sent as it is. */
  call<Id extends Operation>(operation: Id, path: object = {}, body?: unknown, more: More = {}) {
    const { method, path: template } = documented.get(operation) ?? { method: '', path: '' }
    const values = new Map(Object.entries({ session: this.name, ...path }))
    const target = template.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values.get(name))))
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const sent = { ...more, headers: { ...type, ...more.headers }, body: text }
    return this.send(method.toUpperCase(), target, sent) as Promise<Reply<SuccessOf<Id>>>
  }

  /** Sends a request to the control plane. */
  send(method: string, target: string, { headers, query = {}, anonymous, body }: More = {}): Promise<Reply> {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const authorization = anonymous ? undefined : `Bearer ${controlToken}`
    return exchange(method, this.origin, `/_control${target}?${search}`, { authorization, ...headers }, body)
  }

  /** Expects a status and, if given, this body; returns the body. */
  async expect<Id extends Operation>(
    status: number,
    operation: Id,
    path: object = {},
    body?: unknown,
    ...expected: unknown[]
  ) {
    const reply = await this.call(operation, path, body)
    const what = `${operation} ${JSON.stringify({ path, body })}`
    expect(reply.status, `status of ${what}`).toBe(status)
    for (const one of expected) expect(reply.body, `body of ${what}`).toEqual(one)
    return reply.body
  }

  /** Expects each body to be refused with 400 and these words, and `look` to see no change. */
  async refuses(
    operation: Operation,
    path: object,
    bodies: Iterable<readonly [body: unknown, ...words: string[]]>,
    look: () => Promise<unknown>,
  ): Promise<void> {
    const before = await look()
    for (const [body, ...words] of bodies) {
      const text = JSON.stringify(body)
      const reply = await this.call(operation, path, text)
      expect(reply.status, `status of ${operation} with ${text}`).toBe(400)
      for (const word of [/\w/, ...words]) expect(detailOf(reply), `what is wrong with ${text}`).toMatch(word)
      expect(await look(), `what there is after ${text}`).toEqual(before)
    }
  }

  /** The entries of the list of interfaces, for the session in the headers. */
  async interfaces(headers: Headers = {}): Promise<Schemas['ServedInterface'][]> {
    return (await this.call('listInterfaces', {}, undefined, { headers })).body.interfaces
  }

  async served(name: string, headers: Headers = {}): Promise<Schemas['ServedInterface']> {
    const found = (await this.interfaces(headers)).find((one) => one.name === name)
    if (!found) throw new Error(`the mock does not serve ${name}`)
    return found
  }

  /** Sends a request to an interface, with its first credential unless it is anonymous: `GET /orders?limit=1`. */
  async ask(name: string, asked: string, { headers, anonymous, body }: More = {}): Promise<Reply> {
    const { baseUrls, credentials } = await this.served(name)
    const [method = '', target = ''] = asked.split(' ')
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const own = { accept: 'application/json', ...type, ...(!anonymous && credentials[0]?.headers) }
    const base = new URL(baseUrls[0] ?? '')
    const sent = { ...own, 'x-mock-session': this.name, ...headers }
    return exchange(method, base.origin, base.pathname.replace(/\/$/, '') + target, sent, body)
  }

  /** The statuses of this number of order lists, requested in turn. */
  async statuses(count: number): Promise<number[]> {
    const found: number[] = []
    while (found.length < count) found.push((await this.ask('orders', 'GET /orders?limit=1')).status)
    return found
  }

  order(token: string) {
    return this.ask('orders', `GET /orders/${token}`) as Promise<Reply<{ status: string; trackingNumber?: string }>>
  }

  update(token: string, body: object): Promise<Reply> {
    return this.ask('orders', `PUT /orders/${token}`, { body: JSON.stringify(body) })
  }

  /** The token of the first seeded order, or of the first one whose path ends like this. */
  async anOrder(end = ''): Promise<string> {
    const { records } = await this.served('orders')
    return records.find(({ path = '' }) => path.endsWith(end))?.key ?? ''
  }

  /** The status of the health of the secrets service: 503 if it is sealed. */
  async health(): Promise<number> {
    return (await this.ask('secrets', 'GET /v1/sys/health')).status
  }

  /** The requests in the journal, oldest first. */
  async journal(query: More['query'] = {}): Promise<Schemas['JournalEntry'][]> {
    return (await this.call('getJournal', {}, undefined, { query })).body.requests
  }

  /** Milliseconds since 1970 by the clock of the session. */
  async time(): Promise<number> {
    return Date.parse((await this.call('getClock')).body.now)
  }

  setClock(now: string) {
    return this.expect(200, 'setClock', {}, { now })
  }

  advance(span: object) {
    return this.expect(200, 'advanceClock', {}, span)
  }

  /** Adds a fault; its interface is `orders` by default. */
  inject(fault: object) {
    return this.expect(201, 'createFault', {}, { interface: 'orders', ...fault })
  }

  async records(name: string, kind: string) {
    return (await this.expect(200, 'listRecords', { interface: name, kind })).records as Record<string, object>
  }

  async faults() {
    return (await this.expect(200, 'listFaults')).faults
  }

  async snapshots() {
    return (await this.expect(200, 'listSnapshots')).snapshots
  }
}

/** A test with a new session of a mock, and one of a mock with a control token and room for three sessions. */
export const it: TestAPI<{ origins: string[]; s: Session; guarded: Session }> = base.extend<{
  origins: string[]
  s: Session
  guarded: Session
}>({
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

/** Repeats a question until the answer is true; fails after 500 tries. */
export async function expectSoon(what: string, isSo: () => Promise<boolean>): Promise<void> {
  let answer = false
  for (let tries = 0; tries < 500 && !answer; tries++) answer = await isSo()
  expect(answer, what).toBe(true)
}

/** Waits until the mock has received a request that a latency delays. */
export async function hold(s: Session, sending: Promise<Reply>, already = 0) {
  const held = { isOver: false, reply: sending.catch((error: Error) => error) }
  void held.reply.then(() => {
    held.isOver = true
  })
  const isUnderWay = async () => (await s.call('getSession')).body.requestsUnderWay > already
  await expectSoon('whether the mock has received the request', async () => held.isOver || (await isUnderWay()))
  return held
}

type Held = Awaited<ReturnType<typeof hold>>

/** Expects a delayed request to be still unanswered after some calls. */
export async function expectHeld(s: Session, held: Held): Promise<void> {
  for (let calls = 0; calls < 5; calls++) await s.time()
  expect(held.isOver, 'whether the request was answered before its time').toBe(false)
}

export async function expectOver(s: Session, held: Held, status = 200): Promise<void> {
  const isOver = async () => (await s.time()) > 0 && held.isOver
  await expectSoon('whether the request was answered when its time had come', isOver)
  expect(await held.reply).toMatchObject({ status })
}

/** How a request ended: with a whole answer, without an answer, or with a part of one. */
export function howItEnded(sending: Promise<Reply>): Promise<'answered' | 'no answer' | 'cut short'> {
  return sending.then(
    () => 'answered' as const,
    ({ message }: Error) => (message === 'aborted' ? 'cut short' : 'no answer'),
  )
}

/** The `detail` of a refusal. */
export function detailOf({ body }: { body: unknown }): string {
  return String((body as Partial<Schemas['Problem']> | undefined)?.detail)
}

export const namesOf = (named: readonly { name: string }[]) => named.map(({ name }) => name)
export const idsOf = (things: readonly { id: string }[]) => things.map(({ id }) => id)

export const apiKeys = { interface: 'orders', kind: 'api-keys' }
export const orders = { interface: 'orders', kind: 'orders' }

/** Every operation of the document except the health. */
export const all = ([...documented.keys()] as Operation[]).filter((operation) => operation !== 'getHealth')
export const ofSessions = all.filter((operation) => documented.get(operation)?.path.includes('{session}'))

/** The operations that create the session in their path. */
export const making = ofSessions.filter((operation) => operation !== 'getSession' && operation !== 'deleteSession')

const validBodies: Partial<Record<Operation, object>> = {
  seedSession: { interfaces: {} },
  setClock: { now: '2031-01-01T00:00:00Z' },
  advanceClock: { seconds: 1 },
  changeConditions: {},
  putRecord: { owner: 'a check' },
  runAction: {},
  createFault: { interface: 'orders', kind: 'drop', times: 1 },
  setStrictness: { strict: 'off' },
}

/** Calls an operation with a valid path and body. */
export function callAnyhow(s: Session, operation: Operation, more: More = {}): Promise<Reply> {
  const path = { ...apiKeys, key: 'any', snapshot: '1', action: 'download', fault: '1' }
  return s.call(operation, path, validBodies[operation], more)
}

/** The parts of a session that a reset, a snapshot or a deletion affects. */
export type Portrait = Awaited<ReturnType<typeof portraitOf>>

/** The key of an API key record that no seed has. */
export const newKey = 'orders.check-key'

export async function portraitOf(s: Session) {
  const conditions = async (name: string): Promise<object> => (await s.call('getConditions', { interface: name })).body
  return {
    orders: await s.records('orders', 'orders'),
    keys: await s.records('orders', 'api-keys'),
    cluster: await s.records('kv-cluster', 'cluster'),
    conditions: await conditions('secrets'),
    members: await conditions('kv-cluster'),
    faults: await s.faults(),
    year: new Date(await s.time()).getUTCFullYear(),
  }
}

/** Changes each part of a session's portrait, and leaves a request in its journal. */
export async function change(s: Session, year: number): Promise<void> {
  const token = await s.anOrder()
  const { status } = Object(await s.expect(200, 'getRecord', { ...orders, key: token }))
  const updated = await s.update(token, { status, trackingNumber: `check ${year}` })
  expect(updated.status, 'status of an update of an order').toBe(200)
  await s.call('putRecord', { ...apiKeys, key: newKey }, { owner: `check ${year}` })
  await s.call('runAction', { interface: 'kv-cluster', action: 'stop' }, { member: 'm2' })
  await s.call('changeConditions', { interface: 'secrets' }, { sealed: true, warnings: [`check ${year}`] })
  await s.call('changeConditions', { interface: 'kv-cluster' }, { unhealthy: ['m3'] })
  await s.setClock(`${year}-06-01T00:00:00Z`)
  await s.inject({ operation: 'getOrder', kind: 'status', status: 503, times: year - 2029 })
}

/** Expects each part of a session to differ; otherwise the check would prove nothing. */
export function expectOther(found: Portrait, before: Portrait): void {
  for (const part of Object.keys(before) as (keyof Portrait)[])
    expect(found[part], `the ${part} of the changed session`).not.toEqual(before[part])
}
