import { expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'

const mock = openMock('secrets')

/** Requests of one test, in a session of its own. */
function within(session: string) {
  const send = (path: string, init: RequestInit) =>
    fetch(mock.origin + path, { ...init, headers: { 'x-mock-session': session, ...Object(init.headers) } })
  return {
    ask: (method: string, target: string, { token = 'svc.example-full-access', body }: SentRequest = {}) =>
      send(`/secrets${target}`, {
        method,
        headers: { 'x-svc-token': token },
        body: body === undefined ? null : Buffer.from(JSON.stringify(body)),
      }),
    control: async (method: string, path: string, body: object) => {
      const init = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const { status } = await send(`/_control/sessions/${session}${path}`, init)
      expect(status).toBeLessThan(300)
    },
  }
}

interface SentRequest {
  token?: string
  body?: unknown
}

it('SEC-019: a write without a Content-Type is accepted on the wire', async () => {
  const { ask } = within('content-type')
  expect((await ask('POST', '/v1/secret/x', { body: { a: 1 } })).status).toBe(204)
  expect(await (await ask('GET', '/v1/secret/x')).json()).toMatchObject({ data: { a: 1 } })
})

it('SEC-051: the verb LIST lists on the wire', async () => {
  const { ask } = within('list')
  const response = await ask('LIST', '/v1/secret/app')
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(await response.json()).toMatchObject({ data: { keys: ['cache', 'db'] } })
})

it('SEC-045: the control plane seals a session, and no other', async () => {
  const { ask, control } = within('sealed')
  await control('PATCH', '/interfaces/secrets/conditions', { sealed: true })
  expect((await ask('GET', '/v1/secret/foo')).status).toBe(503)
  expect((await within('not-sealed').ask('GET', '/v1/secret/foo')).status).toBe(200)
})

it('SEC-050: the control plane makes tokens and access rules', async () => {
  const { ask, control } = within('rules')
  const rules = [{ path: 'kv/data/team/*', capabilities: ['create', 'read'] }]
  await control('PUT', '/interfaces/secrets/records/policies/team', { rules })
  await control('PUT', '/interfaces/secrets/records/tokens/svc.team', { policies: ['team'] })
  const sent = { token: 'svc.team', body: { data: { a: 1 } } }
  expect((await ask('PUT', '/v1/kv/data/team/x', sent)).status).toBe(200)
  expect((await ask('POST', '/v1/kv/data/team/x', sent)).status).toBe(403)
  expect((await ask('GET', '/v1/kv/data/team/x', { token: 'svc.team' })).status).toBe(200)
  expect((await ask('GET', '/v1/secret/foo', { token: 'svc.team' })).status).toBe(403)
})

it('SEC-083: a token ends by the clock of the session', async () => {
  const { ask, control } = within('clock')
  const login = await ask('POST', '/v1/auth/userpass/login/reporting', { body: { password: 'example-password' } })
  const token = Object(await login.json()).auth.client_token
  expect((await ask('GET', '/v1/secret/foo', { token })).status).toBe(200)
  await control('POST', '/clock/advance', { seconds: 3600 })
  expect((await ask('GET', '/v1/secret/foo', { token })).status).toBe(403)
})

it('SEC-101: a client that tries again after 412 gets through', async () => {
  const { ask, control } = within('early')
  await control('POST', '/interfaces/secrets/actions/miss-data', { requests: 1 })
  expect((await ask('GET', '/v1/secret/foo')).status).toBe(412)
  expect((await ask('GET', '/v1/secret/foo')).status).toBe(200)
})

it('SEC-012: what the control plane puts in is there', async () => {
  const { ask, control } = within('records')
  await control('PUT', '/interfaces/secrets/records/namespaces/team%2F', {})
  await control('PUT', '/interfaces/secrets/records/mounts/team%2Fsecret%2F', { engine: 'kv-1' })
  await control('PUT', '/interfaces/secrets/records/secrets/team%2Fsecret%2Ffoo', { a: 1 })
  expect(await (await ask('GET', '/v1/team/secret/foo')).json()).toMatchObject({ data: { a: 1 } })
})

it('SEC-013: every seeded credential and record is what it says', async () => {
  const { ask } = within('seeded')
  const [served] = mock.interfaces
  for (const { path } of served?.records ?? []) expect((await ask('GET', path ?? '')).status).toBe(200)
  const statuses = served?.credentials.map(async ({ role, headers }) => {
    const sent = await fetch(`${mock.origin}/secrets/v1/secret/foo`, {
      headers: { ...headers, 'x-mock-session': 'seeded' },
    })
    return [role, sent.status]
  })
  expect(Object.fromEntries(await Promise.all(statuses ?? []))).toEqual({
    full: 200,
    'full-as-bearer': 200,
    'read-only': 200,
    'create-only': 403,
    'hidden-path': 404,
    none: 403,
    expired: 403,
  })
})
