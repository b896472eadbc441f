import { randomUUID } from 'node:crypto'
import { it as base, expect, type TestAPI } from 'vitest'
import type { components, operations } from '../../../../generated/mock-control/types.ts'
import type { AttemptInput, CheckContext, Needs, Reply } from '../../../check/check.ts'
import { createContext } from '../../../verify/context/context.ts'
import { createWire } from '../../../verify/context/wire.ts'
import type { Target } from '../../../verify/target/target.ts'
import { loadContract } from '../../../workspace/contracts.ts'
import { startMock } from '../../start-mock.ts'

export type Context = CheckContext<operations>
export type Schemas = components['schemas']
export type Operation = keyof operations & string

/** Path parameters besides the session. */
type Path = Readonly<Record<string, unknown>>
type Headers = Readonly<Record<string, string | undefined>>
/** A fault; its interface is `orders` by default. */
export type Wanted = Omit<Schemas['FaultRequest'], 'interface' | 'probability'> & {
  interface?: string
  probability?: number
}
type Order = { token: string; status: string; trackingNumber?: string }

/** A session of a mock, with control calls on it and requests in it. */
export class Session {
  readonly t: Context
  readonly name: string
  readonly at: { base?: string }
  readonly #served = new Map<string, Promise<Schemas['ServedInterface']>>()

  /** @param at the control plane of another mock */
  constructor(t: Context, name: string, at: { base?: string } = {}) {
    this.t = t
    this.name = name
    this.at = at
  }

  /** Another session of the same mock, which nobody else uses; it is deleted when the check is over. */
  own(name?: string): Session {
    return ownSession(this.t, this.at, name)
  }

  /** A session of the guarded mock, as `own` makes it. */
  guarded(): Session {
    return ownSession(this.t, { base: this.t.resource('guarded mock') })
  }

  /** A session of the same mock that is not deleted. */
  named(name: string): Session {
    return new Session(this.t, name, this.at)
  }

  call<Id extends Operation>(operation: Id, path: Path = {}, body?: unknown, more: AttemptInput = {}) {
    const sent = body === undefined ? {} : { body }
    return this.t.attempt(operation, { ...this.at, ...more, ...sent, path: { session: this.name, ...path } })
  }

  /** Expects a status, and returns the body of the answer. */
  async expect<Id extends Operation>(expected: number, operation: Id, path: Path = {}, body?: unknown) {
    const reply = await this.call(operation, path, body)
    expect(reply.status, `status of ${operation} ${JSON.stringify({ path, body })}`).toBe(expected)
    return reply.body
  }

  /** Expects each body to be refused with 400 and these words, and `look` to see no change. */
  async refuses(
    operation: Operation,
    path: Path,
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

  /** The entry of one interface in the list of interfaces, for the session in the headers. */
  async served(name: string, headers: Headers = {}) {
    const { body } = await this.t.attempt('listInterfaces', { ...this.at, headers })
    const found = body.interfaces.find((one) => one.name === name)
    return found ?? this.t.inconclusive(`needs a mock that serves ${name}`)
  }

  /** True if the mock serves the docs. */
  async hasDocs(): Promise<boolean> {
    const { body } = await this.t.attempt('listInterfaces', this.at)
    const base = new URL(body.interfaces[0]?.baseUrls[0] ?? '').origin
    return (await this.t.send({ method: 'GET', base, as: null, target: '/docs/' })).status === 200
  }

  /** Sends a request to an interface, with its first credential unless it is anonymous: `GET /orders?limit=1`. */
  async ask(
    name: string,
    request: string,
    { body, headers, anonymous }: { body?: string; headers?: Headers; anonymous?: boolean } = {},
  ): Promise<Reply> {
    const coming = this.#served.get(name) ?? this.served(name)
    this.#served.set(name, coming)
    const { baseUrls, credentials } = await coming
    const [method = '', target = ''] = request.split(' ')
    return this.t.send({
      method,
      target,
      base: baseUrls[0] ?? '',
      as: null,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(!anonymous && credentials[0]?.headers),
        'x-mock-session': this.name,
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
  }

  /** The statuses of this number of order lists, requested in turn. */
  async statuses(count: number): Promise<number[]> {
    const found: number[] = []
    while (found.length < count) found.push((await this.ask('orders', 'GET /orders?limit=1')).status)
    return found
  }

  order(token: string) {
    return this.ask('orders', `GET /orders/${token}`) as Promise<Reply<Order>>
  }

  update(token: string, body: object): Promise<Reply> {
    return this.ask('orders', `PUT /orders/${token}`, { body: JSON.stringify(body) })
  }

  /** The token of the first seeded order, or of the first one whose path `which` accepts. */
  async anOrder(which: (path: string) => boolean = () => true): Promise<string> {
    const { records } = await this.served('orders')
    return records.find(({ path = '' }) => which(path))?.key ?? this.t.inconclusive('needs a mock with seeded orders')
  }

  /** The status of the health of the secrets service: 503 if it is sealed. */
  async health(): Promise<number> {
    return (await this.ask('secrets', 'GET /v1/sys/health')).status
  }

  /** The requests in the journal, oldest first. */
  async journal(query: AttemptInput['query'] = {}) {
    const { status, body } = await this.call('getJournal', {}, undefined, { query })
    expect(status, 'status of the journal').toBe(200)
    return (body as Schemas['Journal']).requests
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

  inject(fault: Wanted) {
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

function ownSession(t: Context, at: { base?: string } = {}, name = `check-${randomUUID()}`): Session {
  const session = new Session(t, name, at)
  t.afterwards(() => session.call('deleteSession'))
  return session
}

const controlToken = 'example-control'

/** Starts the controlled mock and the guarded one, unless the environment names them. */
async function startMocks(use: (target: Target) => Promise<void>): Promise<void> {
  const { CONTROLLED_MOCK: controlled, GUARDED_MOCK: guarded } = process.env
  const faults: string[] = []
  const onFault = (reason: string) => void faults.push(reason)
  const mocks = controlled
    ? []
    : [
        await startMock({ interfaces: ['orders', 'secrets', 'kv-cluster'], onFault }),
        await startMock({ interfaces: ['orders'], controlToken, maxSessions: 3, onFault }),
      ]
  const credential = { headers: { authorization: `Bearer ${controlToken}` }, form: {}, scopes: [] }
  await use({
    title: 'the mock',
    baseUrl: `${controlled ?? mocks[0]?.origin}/_control`,
    furtherUrls: new Map(),
    variables: {},
    credentials: new Map([['full', credential]]),
    resources: new Map([['guarded mock', `${guarded ?? mocks[1]?.origin}/_control`]]),
    allows: 'lasting',
    secrets: new Map(),
  })
  for (const mock of mocks) await mock.close()
  expect(faults).toEqual([])
}

/** A test with a new session. What it has made is removed afterwards. */
export const it: TestAPI<{ target: Target; s: Session }> = base.extend<{ target: Target; s: Session }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the parameters
  target: [({}, use) => startMocks(use), { scope: 'file' }],
  s: async ({ target }, use) => {
    const checks = { roles: { full: { description: '', values: {}, onMock: {} } }, samples: [], checks: {} }
    const wire = createWire({ ...target, control: {} })
    const needs: Needs = { changes: 'lasting', resources: ['guarded mock'] }
    const checkTarget = { contract: loadContract('mock-control'), checks, target, wire }
    const { context, trace } = createContext(checkTarget, { needs, session: undefined })
    await use(ownSession(context as unknown as Context))
    for (const undo of trace.undo.reverse()) await undo()
    wire.close()
  },
})

/** Repeats a question until the answer is true; fails after 500 tries. */
export async function expectSoon(what: string, isSo: () => Promise<boolean>): Promise<void> {
  let answer = false
  for (let tries = 0; tries < 500 && !answer; tries++) answer = await isSo()
  expect(answer, what).toBe(true)
}

/** The `detail` of a refusal. */
export function detailOf({ body }: { body: unknown }): string {
  return String((body as Partial<Schemas['Problem']> | undefined)?.detail)
}

export const namesOf = (named: readonly { name: string }[]) => named.map(({ name }) => name)
export const idsOf = (things: readonly { id: string }[]) => things.map(({ id }) => id)
