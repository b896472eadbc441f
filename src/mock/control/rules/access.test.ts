import { expect } from 'vitest'
import type { AttemptInput, Reply } from '../../../check/check.ts'
import { callAll, callAnyhow, ofSessions } from './every-call.fixture.ts'
import { it, type Session } from './session.fixture.ts'

/** Expects this status from every operation of the document, except the health. */
async function expectAllRefused(s: Session, status: number, more: AttemptInput): Promise<void> {
  for (const [operation, reply] of await callAll(s, more)) expect(reply.status, operation).toBe(status)
}

const list = (s: Session, headers: NonNullable<AttemptInput['headers']>, more: AttemptInput = {}) =>
  s.t.attempt('listInterfaces', { ...s.at, ...more, headers })

async function expectList(s: Session, status: number, headers: Record<string, string>, more: AttemptInput = {}) {
  const reply = await list(s, headers, more)
  expect(reply.status).toBe(status)
  return reply
}

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
  expect(status, what).toBe(expected)
  expect(headers['content-type']).toMatch(/^application\/problem\+json(;|$)/i)
  expect(body).toMatchObject({
    type: expect.any(String),
    title: expect.stringMatching(/^[A-Z]/),
    status: expected,
    detail: expect.stringMatching(/\w+ \w+/),
  })
}

it('CTL-055: without a control token', async ({ s }) => {
  await expectAllRefused(s, 403, { headers: { host: 'mock.example' } })
  for (const host of foreignHosts) await expectList(s, 403, { host })
  for (const host of localHosts) await expectList(s, 200, { host })
})

it('CTL-056: with a control token', async ({ s: own }) => {
  const s = own.guarded()
  await expectAllRefused(s, 401, { as: null })
  const refused = await list(s, {}, { as: null })
  expect(refused.headers['www-authenticate']).toMatch(/^Bearer\b/)
  const wrong = ['Bearer wrong', 'Bearer', 'Bearer ', 'Basic d3Jvbmc6', 'bearer', `Bearer ${'x'.repeat(200)}`]
  for (const authorization of wrong) await expectList(s, 401, { authorization }, { as: null })
  // With the token, any host name is accepted.
  for (const headers of [{}, { host: 'mock.example' }]) await expectList(s, 200, headers)
  expect(await s.statuses(1)).toEqual([200])
})

it('CTL-057: a control call from a page whose Origin is neither the mock’s own nor a loopback one is answered 403', async ({
  s,
}) => {
  const guarded = s.guarded()
  const prepare = (origin: string, named?: string) =>
    s.t.send({
      method: 'OPTIONS',
      target: '/sessions/default',
      headers: { origin, 'access-control-request-method': 'DELETE', 'access-control-request-headers': named },
    })
  await expectAllRefused(s, 403, { headers: { origin: 'https://pages.example' } })
  for (const origin of foreignOrigins) {
    for (const session of [s, guarded]) expect(readableBy(await expectList(session, 403, { origin }))).toBeUndefined()
    expect(readableBy(await prepare(origin))).toBeUndefined()
  }
  for (const origin of localOrigins) {
    const reply = await expectList(s, 200, { origin })
    expect(readableBy(reply)).toBe(origin)
    expect(reply.headers.vary).toMatch(/\bOrigin\b/i)
    expect(reply.headers['access-control-expose-headers']).toMatch(/\bcontent-type\b/i)
    for (const named of [undefined, 'authorization, content-type']) {
      const { status, headers } = await prepare(origin, named)
      expect(status).toBe(204)
      expect(headers['access-control-allow-origin']).toBe(origin)
      expect(headers['access-control-allow-methods']).toMatch(/\bDELETE\b/)
      expect(headers['access-control-allow-headers']).toBe(named)
    }
  }
  expect(readableBy(await list(s, {}))).toBeUndefined()
  const [host, origin] = ['mock.example:4010', 'https://mock.example:4010']
  const own = await expectList(guarded, 200, { origin, host })
  expect(readableBy(own)).toBe(origin)
  await expectList(guarded, 403, { origin: 'https://mock.example', host })
})

it('CTL-060: a control call that is refused is answered with problem details (RFC 9457)', async ({ s }) => {
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
})

it('CTL-061: the health of the mock can be read without the control token and under any host name', async ({
  s: { t },
}) => {
  for (const at of [{}, { base: t.resource('guarded mock') }]) {
    for (const headers of [{}, { host: 'mock.example' }]) {
      const { status, body } = await t.attempt('getHealth', { as: null, headers, ...at })
      expect([status, body]).toEqual([200, { live: true, ready: true }])
    }
  }
})
