import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'

const mock = openMock('work-management')
let session: string

beforeEach(() => {
  session = randomUUID()
})

async function send(url: string, method: string, body: unknown, headers: Record<string, string>) {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

function call(target: string, token: string, body?: unknown) {
  const [method = '', path = ''] = target.split(' ')
  return send(`${mock.origin}/work-management${path}`, method, body, {
    authorization: `Bearer ${token}`,
    'x-mock-session': session,
  })
}

async function control(method: string, path: string, body?: unknown) {
  const { status } = await send(`${mock.origin}/_control/sessions/${session}${path}`, method, body, {})
  expect(status, `${method} ${path}`).toBeLessThan(300)
}
const put = (kind: string, key: string, record: object) =>
  control('PUT', `/interfaces/work-management/records/${kind}/${key}`, record)

const full = 'work-management.example-full'

it('WRK-008: a token is valid once it is put in, until it expires on the session clock', async () => {
  await control('PUT', '/clock', { now: '2026-03-09T12:00:00Z' })
  await put('tokens', 'mine', { scopes: ['Default'], expiresAt: '2026-03-09T12:10:00Z' })
  expect((await call('GET /workflows', 'mine')).status).toBe(200)
  await control('POST', '/clock/advance', { seconds: 599 })
  expect((await call('GET /workflows', 'mine')).status).toBe(200)
  await control('POST', '/clock/advance', { seconds: 1 })
  expect((await call('GET /workflows', 'mine')).status).toBe(401)
})

it('WRK-011: scopes of other resource groups open nothing here', async () => {
  await put('tokens', 'mine', { scopes: ['amReadWriteGroup', 'wsReadWrite'] })
  expect((await call('GET /workflows', 'mine')).status).toBe(200)
  expect((await call('GET /users/KUAAAA01', 'mine')).status).toBe(403)
})

it('WRK-026: 100 users are updated in one request, and none of 101', async () => {
  const ids = Array.from({ length: 101 }, (_, index) => `KUBBBB${index}`)
  await Promise.all(ids.map((id) => put('users', id, { locale: 'en' })))
  expect((await call(`PUT /users/${ids.join(',')}`, full, { locale: 'it' })).status).toBe(400)
  const { status, body } = await call(`PUT /users/${ids.slice(1).join(',')}`, full, { locale: 'it' })
  expect(status).toBe(200)
  expect(body.data).toEqual(ids.slice(1).map((id) => ({ id, locale: 'it' })))
  expect((await call('GET /users/KUBBBB0', full)).body.data).toEqual([{ id: 'KUBBBB0', locale: 'en' }])
})

it('WRK-016: a new workflow does not take the place of one that was put in', async () => {
  await put('workflows', 'WFAAAA04', { name: 'Put in' })
  expect((await call('POST /workflows', full, {})).body.data).toMatchObject([{ id: 'WFAAAA05' }])
  const { data } = (await call('GET /workflows', full)).body
  expect(data).toHaveLength(5)
  expect(data).toContainEqual({ id: 'WFAAAA04', name: 'Put in' })
})

it('WRK-014: a space that was put in has a list', async () => {
  await put('spaces', 'SPBBBB01', {})
  await put('workflows', 'WFBBBB01', { spaceId: 'SPBBBB01' })
  expect((await call('GET /spaces/SPBBBB01/workflows', full)).body.data).toEqual([
    { id: 'WFBBBB01', spaceId: 'SPBBBB01' },
  ])
})
