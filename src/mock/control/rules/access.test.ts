import { expect } from 'vitest'
import { ControlTokenError, startMock } from '../../start-mock.ts'
import { all, callAnyhow, it, type More, ofSessions, type Reply, type Session } from './rules.fixture.ts'

/** Expects this status from every operation of the document, except the health. */
async function expectAllRefused(s: Session, status: number, more: More): Promise<void> {
  for (const operation of all) expect((await callAnyhow(s, operation, more)).status, operation).toBe(status)
}

const list = (s: Session, headers: NonNullable<More['headers']>, anonymous = false) =>
  s.call('listInterfaces', {}, undefined, { headers, anonymous })

async function expectList(s: Session, status: number, headers: Record<string, string>, anonymous = false) {
  const reply = await list(s, headers, anonymous)
  expect(reply.status, JSON.stringify(headers)).toBe(status)
  return reply
}

/** The origin whose pages may read an answer. */
const readableBy = ({ headers }: Reply) => headers['access-control-allow-origin']

const foreign = ['https://pages.example', 'http://localhost.pages.example', 'http://127.0.0.1.pages.example', 'null']
const foreignOrigins = [...foreign, 'http://10.0.0.1']
const localOrigins = ['http://localhost:3000', 'http://127.0.0.1:4010', 'https://localhost', 'http://[::1]:8080']
const localHosts = ['localhost', 'localhost:4010', 'LOCALHOST', '127.0.0.1', '127.1.2.3:80', '[::1]', '[::1]:4010']
const foreignAddresses = ['10.0.0.1', '[::2]:80', '128.0.0.1', '126.0.0.1', '0.0.0.0', '127.0.0.1@mock.example']
const foreignHosts = [...foreignAddresses, 'localhost.mock.example', '127.0.0.1.mock.example', 'mock.example:4010']

it('CTL-055: without a control token', async ({ s }) => {
  await expectAllRefused(s, 403, { headers: { host: 'mock.example' } })
  for (const host of foreignHosts) await expectList(s, 403, { host })
  for (const host of localHosts) await expectList(s, 200, { host })
})

it('CTL-056: with a control token', async ({ guarded: s }) => {
  await expectAllRefused(s, 401, { anonymous: true })
  expect((await list(s, {}, true)).headers['www-authenticate']).toMatch(/^Bearer\b/)
  const wrong = ['Bearer wrong', 'Bearer', 'Bearer ', 'Basic d3Jvbmc6', 'bearer', `Bearer ${'x'.repeat(200)}`]
  for (const authorization of wrong) await expectList(s, 401, { authorization })
  // With the token, any host name is accepted.
  for (const headers of [{}, { host: 'mock.example' }]) await expectList(s, 200, headers)
  expect(await s.statuses(1)).toEqual([200])
})

it('CTL-057: a control call from a page of a foreign Origin is answered 403', async ({ s, guarded }) => {
  const prepare = (origin: string, named?: string) =>
    s.send('OPTIONS', '/sessions/default', {
      headers: { origin, 'access-control-request-method': 'DELETE', 'access-control-request-headers': named },
    })
  await expectAllRefused(s, 403, { headers: { origin: 'https://pages.example' } })
  for (const origin of foreignOrigins) {
    for (const session of [s, guarded]) expect(readableBy(await expectList(session, 403, { origin }))).toBeUndefined()
    expect(readableBy(await prepare(origin))).toBeUndefined()
  }
  for (const origin of localOrigins) {
    const { headers } = await expectList(s, 200, { origin })
    expect(headers).toMatchObject({ 'access-control-allow-origin': origin, vary: expect.stringMatching(/\bOrigin\b/i) })
    expect(headers['access-control-expose-headers']).toMatch(/\bcontent-type\b/i)
    for (const named of [undefined, 'authorization, content-type']) {
      const { status, headers } = await prepare(origin, named)
      expect([status, headers['access-control-allow-origin']]).toEqual([204, origin])
      expect(headers['access-control-allow-methods']).toMatch(/\bDELETE\b/)
      expect(headers['access-control-allow-headers']).toBe(named)
    }
  }
  expect(readableBy(await list(s, {}))).toBeUndefined()
  const [host, origin] = ['mock.example:4010', 'https://mock.example:4010']
  expect(readableBy(await expectList(guarded, 200, { origin, host }))).toBe(origin)
  await expectList(guarded, 403, { origin: 'https://mock.example', host })
})

it('CTL-058: a mock that listens beyond loopback does not start without a control token', async () => {
  for (const host of ['0.0.0.0', '::', ''])
    for (const token of [{}, { controlToken: '' }])
      await expect(startMock({ interfaces: ['orders'], host, ...token })).rejects.toThrow(ControlTokenError)
  const mock = await startMock({ interfaces: ['orders'], host: '0.0.0.0', controlToken: 'example-control' })
  expect((await fetch(`${mock.origin}/_control/interfaces`)).status).toBe(401)
  await mock.close()
})

function expectProblem({ status, headers, body }: Reply, expected: number, what: string): void {
  expect(status, what).toBe(expected)
  expect(headers['content-type']).toMatch(/^application\/problem\+json(;|$)/i)
  const title = expect.stringMatching(/^[A-Z]/)
  const detail = expect.stringMatching(/\w+ \w+/)
  expect(body).toMatchObject({ type: expect.any(String), title, status: expected, detail })
}

it('CTL-060: a control call that is refused is answered with problem details (RFC 9457)', async ({ s, guarded }) => {
  const nobody = s.own('two words')
  for (const operation of ofSessions)
    expectProblem(await callAnyhow(nobody, operation), 400, `${operation} in a session of two words`)
  const clock = `/sessions/${s.name}/clock`
  const sent: [string, number, Promise<Reply>][] = [
    ['a call without the token', 401, list(guarded, {}, true)],
    ['a call from another machine', 403, list(s, { host: 'mock.example' })],
    ['a call of a foreign page', 403, list(s, { origin: 'https://pages.example' })],
    ['a session that is not there', 404, s.own().call('getSession')],
    ['an unknown interface', 404, s.call('getConditions', { interface: 'none' })],
    ['a path that leads nowhere', 404, s.send('GET', '/nothing')],
    ['a method that is not there', 405, s.send('PATCH', clock)],
    ['a body that is broken', 400, s.call('setClock', {}, '{"now"')],
    ['a body that does not fit', 400, s.call('setClock', {}, { now: 'noon' })],
    ['a body that is missing', 400, s.send('PUT', clock)],
    ['an unknown condition', 400, s.call('changeConditions', { interface: 'orders' }, { a: 1 })],
    ['an unknown fault', 404, s.call('deleteFault', { fault: '9' })],
    ['a time that no clock shows', 400, s.call('setClock', {}, { now: '0001-01-01T00:00:00Z' })],
  ]
  for (const [what, status, reply] of sent) expectProblem(await reply, status, what)
  for (let faults = 0; faults < 100; faults++) await callAnyhow(s, 'createFault')
  expectProblem(await callAnyhow(s, 'createFault'), 409, 'one fault too many')
})

it('CTL-061: the health can be read without the control token and under any host name', async ({ s, guarded }) => {
  for (const session of [s, guarded]) {
    for (const headers of [{}, { host: 'mock.example' }]) {
      const { status, body } = await session.call('getHealth', {}, undefined, { headers, anonymous: true })
      expect([status, body]).toEqual([200, { live: true, ready: true }])
    }
  }
})
