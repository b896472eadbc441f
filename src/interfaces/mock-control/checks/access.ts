import type { AttemptInput, Reply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { answersStatus, changesHeader, on, seesHeaders, turnsStatus, when } from '../../../check/sabotage.ts'
import { callAll, callAnyhow, ofSessions } from './every-call.ts'
import { changesProblem, eachWrong, refusesAsJson } from './sabotages.ts'
import { type Checks, inSession, needsGuarded, type Session } from './session.ts'

/** Expects this status from every operation of the document, except the health. */
async function expectAllRefused(s: Session, status: number, more: AttemptInput): Promise<void> {
  for (const [operation, reply] of await callAll(s, more))
    expect(reply.status, `status of ${operation} with ${JSON.stringify(more)}`).toBe(status)
}

const list = (s: Session, headers: NonNullable<AttemptInput['headers']>, more: AttemptInput = {}) =>
  s.t.attempt('listInterfaces', { ...s.at, ...more, headers })

async function expectList(s: Session, status: number, headers: Record<string, string>, more: AttemptInput = {}) {
  const reply = await list(s, headers, more)
  expect(reply.status, `status of the list with ${JSON.stringify(headers)}`).toBe(status)
  return reply
}

/** Changes a header before the control plane sees it, if its value matches. */
const takes = (header: 'host' | 'origin', pattern: RegExp, seen: string | undefined) =>
  when(({ headers }) => pattern.test(headers[header] ?? ''), seesHeaders({ [header]: seen }))

/** Refuses requests whose header matches. */
const refuses = (header: 'host' | 'origin', pattern: RegExp) =>
  when(({ headers }) => pattern.test(headers[header] ?? ''), answersStatus(403))

/** The origin whose pages may read an answer. */
const readableBy = ({ headers }: Reply) => headers['access-control-allow-origin']

const foreign = ['https://pages.example', 'http://localhost.pages.example', 'http://127.0.0.1.pages.example', 'null']
const foreignOrigins = [...foreign, 'http://10.0.0.1']
const localOrigins = ['http://localhost:3000', 'http://127.0.0.1:4010', 'https://localhost', 'http://[::1]:8080']
const localHosts = ['localhost', 'localhost:4010', 'LOCALHOST', '127.0.0.1', '127.1.2.3:80', '[::1]', '[::1]:4010']
const foreignHosts = [
  'localhost.mock.example',
  '127.0.0.1.mock.example',
  '10.0.0.1',
  '[::2]:80',
  'mock.example:4010',
  '128.0.0.1',
  '126.0.0.1',
  '0.0.0.0',
  '127.0.0.1@mock.example',
]

function expectProblem({ status, headers, body }: Reply, expected: number, what: string): void {
  expect(status, `status of ${what}`).toBe(expected)
  expect(headers['content-type'], `media type of ${what}`).toMatch(/^application\/problem\+json(;|$)/i)
  expect(body, `problem of ${what}`).toMatchObject({
    type: expect.any(String),
    title: expect.stringMatching(/^[A-Z]/),
    status: expected,
    detail: expect.stringMatching(/\w+ \w+/),
  })
}

export const access: Checks = {
  'CTL-055': inSession(async (s) => {
    await expectAllRefused(s, 403, { headers: { host: 'mock.example' } })
    for (const host of foreignHosts) await expectList(s, 403, { host })
    for (const host of localHosts) await expectList(s, 200, { host })
  }).brokenBy(
    on('putRecord', seesHeaders({ host: 'localhost' })),
    ...[/^localhost\./, /^127\.0\.0\.1\./, /^10\./].map((pattern) => takes('host', pattern, 'localhost')),
    refuses('host', /:4010$/),
    refuses('host', /^\[::1\]/),
  ),
  'CTL-056': inSession(async (own) => {
    const s = own.guarded()
    await expectAllRefused(s, 401, { as: null })
    const refused = await list(s, {}, { as: null })
    expect(refused.headers['www-authenticate'], 'challenge of the refusal').toMatch(/^Bearer\b/)
    const wrong = ['Bearer wrong', 'Bearer', 'Bearer ', 'Basic d3Jvbmc6', 'bearer', `Bearer ${'x'.repeat(200)}`]
    for (const authorization of wrong) await expectList(s, 401, { authorization }, { as: null })
    // With the token, any host name is accepted.
    for (const headers of [{}, { host: 'mock.example' }]) await expectList(s, 200, headers)
    expect(await s.statuses(1), 'status of a mocked interface without the token').toEqual([200])
  }, needsGuarded).brokenBy(
    on('deleteFaults', turnsStatus(401, 204)),
    on('listInterfaces', turnsStatus(401, 403)),
    changesHeader('www-authenticate', undefined),
    refuses('host', /^mock\.example$/),
    when(({ headers }) => headers.authorization === 'Basic d3Jvbmc6', answersStatus(200)),
    on('listOrders', answersStatus(401)),
  ),
  'CTL-057': inSession(async (s) => {
    const guarded = s.guarded()
    const prepare = (origin: string, named?: string) =>
      s.t.send({
        method: 'OPTIONS',
        target: '/sessions/default',
        headers: { origin, 'access-control-request-method': 'DELETE', 'access-control-request-headers': named },
      })
    await expectAllRefused(s, 403, { headers: { origin: 'https://pages.example' } })
    for (const origin of foreignOrigins) {
      for (const session of [s, guarded])
        expect(readableBy(await expectList(session, 403, { origin })), `who reads, for ${origin}`).toBeUndefined()
      expect(readableBy(await prepare(origin)), `who may send, when a page of ${origin} asks`).toBeUndefined()
    }
    for (const origin of localOrigins) {
      const reply = await expectList(s, 200, { origin })
      expect(readableBy(reply), `who may read, for a page of ${origin}`).toBe(origin)
      expect(reply.headers.vary, `by what the answer to a page of ${origin} varies`).toMatch(/\bOrigin\b/i)
      expect(reply.headers['access-control-expose-headers'], 'headers that it may read').toMatch(/\bcontent-type\b/i)
      for (const named of [undefined, 'authorization, content-type']) {
        const { status, headers } = await prepare(origin, named)
        expect(status, `status when a page of ${origin} asks`).toBe(204)
        expect(headers['access-control-allow-origin'], 'who may send').toBe(origin)
        expect(headers['access-control-allow-methods'], 'methods that it may send').toMatch(/\bDELETE\b/)
        expect(headers['access-control-allow-headers'], 'headers that it may send').toBe(named)
      }
    }
    expect(readableBy(await list(s, {})), 'who may read the answer to a program').toBeUndefined()
    const [host, origin] = ['mock.example:4010', 'https://mock.example:4010']
    const own = await expectList(guarded, 200, { origin, host })
    expect(readableBy(own), 'who may read, for a page of the mock’s own name').toBe(origin)
    await expectList(guarded, 403, { origin: 'https://mock.example', host })
  }, needsGuarded).brokenBy(
    on('seedSession', seesHeaders({ origin: undefined })),
    ...[/^http:\/\/localhost\./, /^null$/, /^https:\/\/mock\.example$/].map((pattern) =>
      takes('origin', pattern, undefined),
    ),
    when(({ headers }) => headers.origin !== undefined, changesHeader('access-control-allow-origin', '*')),
    refuses('origin', /^http:\/\/\[::1\]:8080$/),
    refuses('origin', /^https:\/\/mock\.example:4010$/),
    on('listInterfaces', changesHeader('access-control-expose-headers', 'date')),
  ),
  'CTL-060': inSession(async (s) => {
    const nobody = s.named('two words')
    for (const operation of ofSessions)
      expectProblem(await callAnyhow(nobody, operation), 400, `${operation} in a session of two words`)
    const json = { 'content-type': 'application/json' }
    const clock = `/sessions/${s.name}/clock`
    const sent: [string, number, Promise<Reply>][] = [
      ['a call without the token', 401, list(s.guarded(), {}, { as: null })],
      ['a call from another machine', 403, list(s, { host: 'mock.example' })],
      ['a call of a foreign page', 403, list(s, { origin: 'https://pages.example' })],
      ['a session that is not there', 404, s.own().call('getSession')],
      ['an unknown interface', 404, s.call('getConditions', { interface: 'none' })],
      ['a path that leads nowhere', 404, s.t.send({ method: 'GET', target: '/nothing' })],
      ['a method that is not there', 405, s.t.send({ method: 'PATCH', target: clock })],
      ['a body that is broken', 400, s.t.send({ method: 'PUT', target: clock, headers: json, body: '{"now"' })],
      ['a body that does not fit', 400, s.call('setClock', {}, { now: 'noon' })],
      ['a body that is missing', 400, s.t.send({ method: 'PUT', target: clock })],
      ['an unknown condition', 400, s.call('changeConditions', { interface: 'orders' }, { a: 1 })],
      ['an unknown fault', 404, s.call('deleteFault', { fault: '9' })],
      ['a time that no clock shows', 400, s.call('setClock', {}, { now: '0001-01-01T00:00:00Z' })],
    ]
    for (const [what, status, reply] of sent) expectProblem(await reply, status, what)
    for (let faults = 0; faults < 100; faults++) await callAnyhow(s, 'createFault')
    expectProblem(await callAnyhow(s, 'createFault'), 409, 'one fault too many')
  }, needsGuarded).brokenBy(
    refusesAsJson,
    ...['title', 'status', 'detail'].map((name) => changesProblem((problem) => ({ ...problem, [name]: '' }))),
    on('createFault', turnsStatus(409, 400)),
  ),
  'CTL-061': inSession(async ({ t }) => {
    for (const at of [{}, { base: t.resource('guarded mock') }]) {
      for (const headers of [{}, { host: 'mock.example' }]) {
        const { status, body } = await t.attempt('getHealth', { as: null, headers, ...at })
        expect([status, body], 'status and health').toEqual([200, { live: true, ready: true }])
      }
    }
  }, needsGuarded).brokenBy(
    on('getHealth', answersStatus(401)),
    on('getHealth', refuses('host', /^mock\.example$/)),
    ...eachWrong('getHealth', { sessions: 3 }),
  ),
}
