import { expect } from 'vitest'
import { ControlTokenError, startMock } from '../../start-mock.ts'
import { calls, type Headers, it, list, type Reply, rules, type Session } from './rules.fixture.ts'

/** Expects this status from every operation of the document, except the health. */
async function expectAllRefused(s: Session, status: number, headers: Headers): Promise<void> {
  for (const [asked, body] of calls) expect((await s.send(asked, body, headers)).status, asked).toBe(status)
}

async function expectStatus(s: Session, status: number, headers: Headers): Promise<Reply> {
  const reply = await s.send('GET /_control/interfaces', undefined, headers)
  expect(reply.status, JSON.stringify(headers)).toBe(status)
  return reply
}

/** The origin whose pages may read an answer. */
const readableBy = ({ headers }: Reply) => headers['access-control-allow-origin']

const anonymous = { authorization: undefined }
const localHosts = ['localhost', 'LOCALHOST:4010', '127.0.0.1', '127.1.2.3:80', '[::1]', '[0:0:0:0:0:0:0:1]:4010']
const addresses = ['10.0.0.1', '[::2]:80', '[fe80::1]', '128.0.0.1', '126.0.0.1', '0.0.0.0', '127.0.0.1@mock.example']
const foreignHosts = [...addresses, 'localhost.mock.example', '127.0.0.1.mock.example', 'mock.example:4010']
const localOrigins = ['http://localhost:3000', 'https://127.0.0.1', 'http://[::1]:8080']
const foreign = [
  'https://pages.example',
  'http://localhost.pages.example',
  'https://pages.example/localhost',
  'null',
  '',
]
const foreignOrigins = [...foreign, 'http://10.0.0.1', 'http://127.0.0.1.pages.example']

it('CTL-055: a mock without a control token answers foreign hosts 403', async ({ s }) => {
  await expectAllRefused(s, 403, { host: 'mock.example' })
  for (const host of foreignHosts) await expectStatus(s, 403, { host })
  for (const host of localHosts) await expectStatus(s, 200, { host, ...anonymous })
})

it('CTL-056: a mock with a control token answers calls without it 401', async ({ guarded: s }) => {
  await expectAllRefused(s, 401, anonymous)
  expect((await expectStatus(s, 401, anonymous)).headers['www-authenticate']).toMatch(/^Bearer\b/)
  const wrong = ['Bearer wrong', 'Bearer', 'Bearer ', 'Basic d3Jvbmc6', 'bearer', `Bearer ${'x'.repeat(200)}`]
  for (const authorization of wrong) await expectStatus(s, 401, { authorization })
  // With the token, any host name is accepted.
  for (const headers of [{}, { host: 'mock.example' }]) await expectStatus(s, 200, headers)
  await s.run([list, 200])
})

it('CTL-057: a control call from a page of a foreign Origin is answered 403', async ({ s, guarded }) => {
  const prepare = (origin: string) =>
    s.send('OPTIONS .', undefined, { origin, 'access-control-request-method': 'DELETE' })
  await expectAllRefused(s, 403, { origin: 'https://pages.example' })
  for (const origin of foreignOrigins) {
    for (const session of [s, guarded]) expect(readableBy(await expectStatus(session, 403, { origin }))).toBeUndefined()
    expect(readableBy(await prepare(origin))).toBeUndefined()
  }
  for (const origin of localOrigins)
    for (const reply of [await expectStatus(s, 200, { origin }), await prepare(origin)])
      expect(readableBy(reply)).toBe(origin)
  const [host, origin] = ['mock.example:4010', 'https://mock.example:4010']
  expect(readableBy(await expectStatus(guarded, 200, { origin, host }))).toBe(origin)
  for (const other of ['https://mock.example', 'https://mock.example:40100'])
    await expectStatus(guarded, 403, { origin: other, host })
})

it('CTL-058: a mock that listens beyond loopback does not start without a control token', async () => {
  for (const host of ['0.0.0.0', '::', ''])
    for (const token of [{}, { controlToken: '' }])
      await expect(startMock({ interfaces: ['orders'], host, ...token })).rejects.toThrow(ControlTokenError)
  const mock = await startMock({ interfaces: ['orders'], host: '0.0.0.0', controlToken: 'example-control' })
  expect((await fetch(`${mock.origin}/_control/interfaces`)).status).toBe(401)
  await mock.close()
  await (await startMock({ interfaces: ['orders'], host: 'LocalHost' })).close()
  const off = await startMock({ interfaces: ['orders'], control: false, host: '0.0.0.0' })
  // An address that callers can use.
  expect(off.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const paths = ['health', 'interfaces', 'sessions']
  const statuses = paths.map(async (path) => (await fetch(`${off.origin}/_control/${path}`)).status)
  expect(await Promise.all(statuses)).toEqual([200, 404, 404])
  await off.close()
})

// Each refusal of a control call in all of these tests must be problem details.
rules({
  'CTL-060: a control call that is refused is answered with problem details (RFC 9457)': [
    ['GET /_control/nothing', 404],
    ['PATCH clock', 405],
    ['PUT clock', '{"now"', 400],
    ['PUT clock', { now: 'noon' }, 400],
    ['PUT clock', 400],
  ],
})

it('CTL-061: the health can be read without the control token and under any host name', async ({ s, guarded }) => {
  for (const session of [s, guarded]) {
    const headers = { host: 'mock.example', ...anonymous }
    const { status, body } = await session.send('GET /_control/health', undefined, headers)
    expect([status, body]).toEqual([200, { live: true, ready: true }])
  }
})
