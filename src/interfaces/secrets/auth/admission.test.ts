import { afterAll, expect, it } from 'vitest'
import { faults, tryOut } from '../service.fixture.ts'
import { policiesOf, tokensOf } from '../state.ts'

afterAll(() => expect(faults).toEqual([]))

const denied = { errors: ['permission denied'] }
const nothing = { errors: [] }

it.each([
  ['GET', '/v1/secret/foo'],
  ['LIST', '/v1/secret/'],
  ['POST', '/v1/secret/foo'],
  ['DELETE', '/v1/secret/foo'],
  ['GET', '/v1/kv/config'],
  ['POST', '/v1/kv/destroy/app/db'],
  ['GET', '/v1/unknown/foo'],
])('SEC-015: %s %s is refused without a token', async (method, path) => {
  const { ask } = await tryOut()
  expect(await ask(method, path, { token: null })).toMatchObject({ status: 403, body: denied })
  expect(await ask(method, path, { token: '' })).toMatchObject({ status: 403, body: denied })
})

it('SEC-096: wrong credentials are refused', async () => {
  const { ask } = await tryOut()
  const answer = await ask('GET', '/v1/secret/foo', { token: 'svc.unknown' })
  expect(answer).toMatchObject({ status: 403, body: denied, rules: ['SEC-015', 'SEC-096'] })
  expect((await ask('GET', '/v1/secret/foo', { token: '__proto__' })).status).toBe(403)
})

it('SEC-096: a token that has ended is a wrong one', async () => {
  const { ask, clock, store } = await tryOut()
  expect((await ask('GET', '/v1/secret/foo', { token: 'svc.example-expired' })).status).toBe(403)
  const expires_at = new Date(clock.now().getTime() + 60_000).toISOString()
  await tokensOf(store).set('svc.a-minute', { policies: ['full'], expires_at })
  expect((await ask('GET', '/v1/secret/foo', { token: 'svc.a-minute' })).status).toBe(200)
  clock.ahead += 60_000
  expect((await ask('GET', '/v1/secret/foo', { token: 'svc.a-minute' })).status).toBe(403)
})

it.each(['Bearer svc.example-full-access', 'bearer svc.example-full-access', 'BEARER  svc.example-full-access'])(
  'SEC-072: Authorization %s has the effect of X-Svc-Token',
  async (authorization) => {
    const { ask } = await tryOut()
    const headers = { authorization }
    expect((await ask('GET', '/v1/secret/foo', { token: null, headers })).status).toBe(200)
    expect((await ask('POST', '/v1/secret/foo', { token: null, headers, body: { a: 1 } })).status).toBe(204)
  },
)

it('SEC-072: another scheme carries no token', async () => {
  const { ask } = await tryOut()
  for (const authorization of ['Basic svc.example-full-access', 'svc.example-full-access', 'Bearer']) {
    expect((await ask('GET', '/v1/secret/foo', { token: null, headers: { authorization } })).status).toBe(403)
  }
})

it('SEC-071: X-Svc-Token counts where a bearer token differs', async () => {
  const { ask } = await tryOut()
  const headers = { authorization: 'Bearer svc.example-full-access' }
  expect((await ask('GET', '/v1/secret/foo', { token: 'svc.unknown', headers })).status).toBe(403)
  expect((await ask('GET', '/v1/secret/foo', { headers: { authorization: 'Bearer svc.unknown' } })).status).toBe(200)
  // An empty header carries no token.
  expect((await ask('GET', '/v1/secret/foo', { token: '', headers })).status).toBe(200)
})

it('SEC-089: a policy can deny a token access to a path', async () => {
  const { ask } = await tryOut()
  for (const token of ['svc.example-without-rights', 'svc.example-create-only']) {
    expect(await ask('GET', '/v1/secret/foo', { token })).toMatchObject({ status: 403, body: denied })
  }
  const token = 'svc.example-read-only'
  expect((await ask('GET', '/v1/secret/foo', { token })).status).toBe(200)
  expect((await ask('LIST', '/v1/secret/', { token })).status).toBe(200)
  for (const method of ['POST', 'PUT', 'DELETE']) {
    expect((await ask(method, '/v1/secret/foo', { token, body: { a: 1 } })).status).toBe(403)
  }
  expect((await ask('GET', '/v1/secret/foo')).body).toMatchObject({ data: { username: 'reporting' } })
})

it('SEC-089: rules and tokens can be made, and hold for full paths with their namespace', async () => {
  const { ask, store } = await tryOut()
  await policiesOf(store).set('ns1', { rules: [{ path: 'ns1/kv/data/*', capabilities: ['create', 'update', 'read'] }] })
  await tokensOf(store).set('svc.ns1', { policies: ['ns1', 'a-policy-that-is-not-there'] })
  const token = 'svc.ns1'
  expect((await ask('POST', '/v1/ns1/kv/data/x', { token, body: { data: {} } })).status).toBe(200)
  expect((await ask('GET', '/v1/kv/data/x', { token, headers: { 'x-svc-namespace': 'ns1' } })).status).toBe(200)
  expect((await ask('GET', '/v1/kv/data/app/db', { token })).status).toBe(403)
  expect((await ask('DELETE', '/v1/ns1/kv/data/x', { token })).status).toBe(403)
})

it('SEC-090: a path that the caller may not see is answered as if nothing were there', async () => {
  const { ask } = await tryOut()
  const token = 'svc.example-hidden-path'
  expect((await ask('GET', '/v1/secret/app/db', { token })).status).toBe(200)
  const hidden = await ask('GET', '/v1/secret/foo', { token })
  expect(hidden).toMatchObject({ status: 404, body: nothing, rules: ['SEC-090'] })
  const missing = await ask('GET', '/v1/secret/missing', { token })
  expect({ ...hidden, headers: {}, rules: [] }).toEqual({ ...missing, headers: {}, rules: [] })
  expect((await ask('POST', '/v1/secret/foo', { token, body: {} })).status).toBe(404)
  expect(await ask('LIST', '/v1/kv/metadata/', { token })).toMatchObject({ status: 404, body: nothing })
})

it.each([
  ['POST', '/v1/secret/new', '/v1/secret/foo', { a: 1 }],
  ['PUT', '/v1/secret/new', '/v1/secret/foo', { a: 1 }],
  ['POST', '/v1/kv/data/new', '/v1/kv/data/app/db', { data: {} }],
  ['PUT', '/v1/kv/data/new', '/v1/kv/data/app/db', { data: {} }],
])('SEC-050: a token that may only create makes %s %s, and is refused at %s', async (method, fresh, present, body) => {
  const { ask } = await tryOut()
  const token = 'svc.example-create-only'
  const refused = await ask(method, present, { token, body })
  expect(refused).toMatchObject({ status: 403, rules: ['SEC-089', 'SEC-049', 'SEC-050'] })
  expect((await ask(method, fresh, { token, body })).status).toBeLessThan(300)
  expect((await ask(method, fresh, { token, body })).status).toBe(403)
})

it('SEC-049: a token that may only update is refused where nothing is stored, by POST and by PUT', async () => {
  const { ask, store } = await tryOut()
  await policiesOf(store).set('update-only', { rules: [{ path: '*', capabilities: ['update'] }] })
  await tokensOf(store).set('svc.update-only', { policies: ['update-only'] })
  const token = 'svc.update-only'
  for (const method of ['POST', 'PUT']) {
    expect((await ask(method, '/v1/secret/new', { token, body: {} })).status).toBe(403)
    expect((await ask(method, '/v1/secret/foo', { token, body: {} })).status).toBe(204)
    expect((await ask(method, '/v1/kv/data/new', { token, body: { data: {} } })).status).toBe(403)
    expect((await ask(method, '/v1/kv/data/app/db', { token, body: { data: {} } })).status).toBe(200)
  }
})

it('SEC-050: of many creates of one secret at the same time, one is a create', async () => {
  const { ask } = await tryOut()
  const token = 'svc.example-create-only'
  const writes = Array.from({ length: 50 }, (_, n) => [
    ask('POST', '/v1/secret/raced', { token, body: { n } }),
    ask('POST', '/v1/kv/data/raced', { token, body: { data: { n } } }),
  ])
  const statuses = (await Promise.all(writes.flat())).map(({ status }) => status)
  expect(statuses.filter((status) => status < 300).sort()).toEqual([200, 204])
  expect(statuses.filter((status) => status === 403)).toHaveLength(98)
})

it('SEC-099: a request for an invalid path is answered 404', async () => {
  const { ask } = await tryOut()
  for (const path of ['/v1/unknown/foo', '/v1/kv/foo', '/v1/secret//foo', '/v1/auth/userpass/nothing', '/v1/']) {
    const { status, body } = await ask('GET', path)
    expect([path, status, body]).toEqual([path, 404, { errors: ['no route for this path'] }])
  }
  expect((await ask('POST', '/v1/unknown/foo', { body: '{' })).status).toBe(404)
})

it('SEC-008: another version is not served', async () => {
  const { ask } = await tryOut()
  for (const path of ['/v2/secret/foo', '/v0/secret/foo', '/secret/foo', '/V1/secret/foo', '/']) {
    expect((await ask('GET', path)).status).toBe(404)
    expect((await ask('GET', path, { token: null })).status).toBe(403)
  }
})

it.each([
  ['GET', '/v1/secret/foo.'],
  ['POST', '/v1/secret/foo.'],
  ['PUT', '/v1/secret/foo.'],
  ['DELETE', '/v1/secret/foo.'],
  ['GET', '/v1/secret./foo'],
  ['LIST', '/v1/secret./'],
  ['LIST', '/v1/secret/app./'],
  ['LIST', '/v1/kv/metadata/app.'],
  ['GET', '/v1/kv/data/app/db.'],
  ['POST', '/v1/kv/data/app/db.'],
  ['DELETE', '/v1/kv/metadata/app%2e'],
  ['POST', '/v1/kv/destroy/app.'],
])('SEC-058, SEC-059: %s %s is answered 404 with an unsupported path', async (method, path) => {
  const { ask } = await tryOut()
  const answer = await ask(method, path, { body: {} })
  expect(answer).toMatchObject({ status: 404, body: { errors: ['unsupported path'] }, rules: ['SEC-058', 'SEC-059'] })
})

it.each([
  ['POST', '/v1/secret/', 'GET, HEAD, LIST, OPTIONS'],
  ['PUT', '/v1/secret/app/', 'GET, HEAD, LIST, OPTIONS'],
  ['DELETE', '/v1/kv/metadata/', 'GET, HEAD, LIST, OPTIONS'],
  ['POST', '/v1/kv/metadata/app/', 'GET, HEAD, LIST, OPTIONS'],
  ['POST', '/v1/sys/health', 'GET, HEAD, OPTIONS'],
  ['GET', '/v1/kv/delete/app/db', 'POST, PUT'],
  ['GET', '/v1/kv/undelete/app/db', 'POST, PUT'],
  ['GET', '/v1/kv/destroy/app/db', 'POST, PUT'],
  ['GET', '/v1/auth/userpass/login/reporting', 'POST, PUT'],
  ['DELETE', '/v1/kv/config', 'GET, HEAD, OPTIONS, POST, PUT'],
  ['PATCH', '/v1/secret/foo', 'DELETE, GET, HEAD, OPTIONS, POST, PUT'],
])('SEC-100: %s %s is not supported', async (method, path, allow) => {
  const { ask } = await tryOut()
  const answer = await ask(method, path, { body: { a: 1 } })
  expect(answer).toMatchObject({ status: 405, headers: { allow }, rules: expect.arrayContaining(['SEC-100']) })
  expect(answer.body).toHaveProperty('errors')
})
