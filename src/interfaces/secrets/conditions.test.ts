import { Ajv } from 'ajv'
import { afterAll, expect, it } from 'vitest'
import { type Conditions, conditions } from './conditions.ts'
import { faults, type TryOut, tryOut } from './service.fixture.ts'

afterAll(() => expect(faults).toEqual([]))

const anything: [method: string, target: string][] = [
  ['GET', '/v1/secret/foo'],
  ['POST', '/v1/secret/foo'],
  ['LIST', '/v1/kv/metadata/'],
  ['GET', '/v1/sys/health'],
  ['POST', '/v1/auth/userpass/login/reporting'],
  ['GET', '/v1/secret/foo?help=1'],
  ['PATCH', '/v1/unknown'],
  ['GET', '/v2/%zz'],
]

async function statuses({ ask }: TryOut, token: string | null = null): Promise<number[]> {
  const answers = await Promise.all(anything.map(([method, target]) => ask(method, target, { token, body: '{' })))
  for (const { body } of answers) expect(body).toEqual({ errors: [expect.any(String)] })
  return [...new Set(answers.map(({ status }) => status))]
}

it.each<[rule: string, status: number, set: Partial<Conditions>]>([
  ['SEC-044', 501, { initialized: false }],
  ['SEC-045', 503, { sealed: true }],
  ['SEC-110', 503, { maintenance: true }],
  ['SEC-087', 400, { require_request_header: true }],
  ['SEC-044', 501, { initialized: false, sealed: true, hosted: true, internal_error: true }],
  ['SEC-087', 400, { require_request_header: true, initialized: false, sealed: true }],
])('%s: every request is answered %i under %o', async (rule, status, changes) => {
  const service = await tryOut()
  service.set(changes)
  expect(await statuses(service)).toEqual([status])
  expect((await service.ask('GET', '/v1/secret/foo')).rules).toContain(rule)
})

it('SEC-014: a running service can be sealed, and unsealed again', async () => {
  const { ask, set } = await tryOut()
  expect((await ask('GET', '/v1/secret/foo')).status).toBe(200)
  set({ sealed: true })
  expect(await ask('GET', '/v1/secret/foo')).toMatchObject({ status: 503, rules: ['SEC-014', 'SEC-045'] })
  set({ sealed: false })
  expect((await ask('GET', '/v1/secret/foo')).status).toBe(200)
})

it('SEC-087: a proxy passes on requests that carry X-Svc-Request: true', async () => {
  const { ask, set } = await tryOut()
  set({ require_request_header: true })
  expect((await ask('GET', '/v1/secret/foo', { headers: { 'x-svc-request': 'true' } })).status).toBe(200)
  for (const value of ['false', '1', 'TRUE', '']) {
    expect((await ask('GET', '/v1/secret/foo', { headers: { 'x-svc-request': value } })).status).toBe(400)
  }
})

it('SEC-098: with CORS on, a request from an origin that is not allowed is refused', async () => {
  const { ask, set } = await tryOut()
  const from = (origin: string) => ask('GET', '/v1/secret/foo', { headers: { origin } })
  expect((await from('https://elsewhere.example')).status).toBe(200)
  set({ cors_allowed_origins: ['https://app.example'] })
  expect((await from('https://app.example')).status).toBe(200)
  expect(await from('https://elsewhere.example')).toMatchObject({ status: 403, rules: ['SEC-098'] })
  expect((await from('null')).status).toBe(403)
  expect((await from('http://mock.example')).status).toBe(200)
  expect((await ask('GET', '/v1/secret/foo')).status).toBe(200)
  set({ cors_allowed_origins: [] })
  expect((await from('https://app.example')).status).toBe(403)
  set({ cors_allowed_origins: ['*'] })
  expect((await from('https://elsewhere.example')).status).toBe(200)
})

it('SEC-101: a request whose data is missing is answered 412', async () => {
  const { ask, set } = await tryOut()
  set({ data_missing: true })
  for (const path of ['/v1/secret/foo', '/v1/kv/data/app/db', '/v1/kv/config', '/v1/kv/metadata/app/db']) {
    expect(await ask('GET', path)).toMatchObject({ status: 412, rules: ['SEC-101'] })
  }
  expect((await ask('POST', '/v1/kv/destroy/app/db', { body: { versions: [1] } })).status).toBe(412)
  expect((await ask('GET', '/v1/kv/destroy/app/db')).status).toBe(405)
  expect((await ask('GET', '/v1/sys/health')).status).toBe(200)
})

it('SEC-101: the action miss-data lets a client that tries again get through', async () => {
  const { ask, act } = await tryOut()
  expect(await act('miss-data', { requests: 2 })).toEqual({ requests: 2 })
  const tries = [1, 2, 3].map(() => ask('GET', '/v1/secret/foo'))
  expect((await Promise.all(tries)).map(({ status }) => status).sort()).toEqual([200, 412, 412])
})

it('SEC-109: a third party that fails is answered 502', async () => {
  const { ask, set } = await tryOut()
  set({ third_party_failing: true })
  expect(await ask('GET', '/v1/secret/foo')).toMatchObject({ status: 502, rules: ['SEC-109'] })
  for (const method of ['POST', 'PUT']) expect((await ask(method, '/v1/secret/foo', { body: {} })).status).toBe(502)
  expect((await ask('POST', '/v1/auth/userpass/login/reporting', { token: null })).status).toBe(502)
  expect((await ask('GET', '/v1/kv/data/app/db')).status).toBe(200)
})

it('SEC-107: an internal error is answered 500', async () => {
  const { ask, set } = await tryOut()
  set({ internal_error: true })
  for (const [method, path] of anything.slice(0, 5)) {
    expect(await ask(method, path, { body: {} })).toMatchObject({ status: 500, body: { errors: ['internal error'] } })
  }
})

it('SEC-096: 403 comes before what would go wrong later, and 404 before 400', async () => {
  const { ask, set } = await tryOut()
  set({ internal_error: true, data_missing: true, max_request_size: 1 })
  expect((await ask('POST', '/v1/secret/foo', { token: null, body: '{' })).status).toBe(403)
  expect((await ask('POST', '/v1/unknown/foo', { body: '{"a"' })).status).toBe(404)
  expect((await ask('POST', '/v1/secret/', { body: '{"a"' })).status).toBe(405)
})

it.each<[node_role: Conditions['node_role'], rule: string, status: number]>([
  ['standby', 'SEC-104', 429],
  ['dr-secondary', 'SEC-105', 472],
  ['performance-standby', 'SEC-106', 473],
])('the health of a node that is %s is told by %s: %i', async (node_role, rule, status) => {
  const { ask, set } = await tryOut()
  set({ node_role })
  const answer = await ask('GET', '/v1/sys/health', { token: null })
  expect(answer).toMatchObject({ status, rules: [rule], body: { errors: [expect.any(String)] } })
  expect((await ask('GET', '/v1/secret/foo')).status).toBe(200)
})

it('SEC-085: the health of an active node is told to anybody, at the time of the session', async () => {
  const { ask, clock } = await tryOut()
  clock.set(new Date('2026-03-09T12:00:00Z'))
  const { status, body } = await ask('GET', '/v1/sys/health', { token: null })
  expect(status).toBe(200)
  expect(body).toMatchObject({ initialized: true, sealed: false, standby: false })
  expect(Math.abs(Object(body).server_time_utc - Date.UTC(2026, 2, 9, 12) / 1000)).toBeLessThan(5)
})

it('SEC-113: what a condition is at first is what its schema takes', () => {
  const ajv = new Ajv({ strict: false })
  for (const [name, { schema, initial }] of Object.entries(conditions)) {
    expect([name, ajv.validate(schema, initial)]).toEqual([name, true])
  }
})
