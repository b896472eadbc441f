import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import { serveLocally } from '../../client/local-server.fixture.ts'
import { serveSecrets, token } from './client.fixture.ts'
import { createSecretsClient } from './client.ts'

const openService = serveSecrets()

it('SEC-088: headers: every request carries X-Svc-Request: true, also where a caller says otherwise', async () => {
  const { secrets, sent } = openService({ headers: { 'X-Svc-Request': 'false' } })
  await secrets.read('secret/foo')
  await secrets.list('secret/app')
  await secrets.write('secret/foo', { a: 1 })
  await secrets.login('userpass', 'reporting', 'example-password')
  await secrets.health()
  await secrets.inNamespace('ns1/').list('secret', { headers: { 'X-Svc-Request': 'no' } })
  expect(sent.map(({ headers }) => headers.get('x-svc-request'))).toEqual(Array(6).fill('true'))
  const other = openService()
  await other.set({ require_request_header: true })
  expect((await other.secrets.read('secret/foo')).data).toBeDefined()
})

it.each([
  [undefined, 'x-svc-token', token],
  ['X-Svc-Token', 'x-svc-token', token],
  ['Authorization', 'authorization', `Bearer ${token}`],
] as const)('headers: the token goes into either header: %s', async (tokenHeader, name, value) => {
  const { secrets, sent } = openService(tokenHeader && { tokenHeader })
  expect((await secrets.read('secret/foo')).data).toBeDefined()
  expect(sent[0]?.headers.get(name)).toBe(value)
})

it.each([
  ['', undefined],
  ['ns1/ns2/', 'ns1/ns2/'],
  ['ns1/ns2', 'ns1/ns2/'],
])('headers: the namespace %j is sent as %j', async (namespace, header) => {
  const { secrets, sent } = openService({ namespace })
  const { data } = await secrets.read('secret/foo')
  expect(sent[0]?.headers.get('x-svc-namespace') ?? undefined).toBe(header)
  const full = await openService().secrets.read(`${namespace.replace(/\/?$/, namespace && '/')}secret/foo`)
  expect(full.data).toEqual(data)
})

it('SEC-086: login keeps the token that it answers, and sends it with later requests, in all namespaces', async () => {
  const { secrets, sent } = openService({ token: 'svc.example-expired' })
  const auth = await secrets.login('userpass', 'reporting', 'example-password')
  await secrets.list('secret')
  await secrets.inNamespace('ns1/').GET('/v1/{mount}/{path}', { params: { path: { mount: 'secret', path: 'foo' } } })
  expect(sent.map(({ headers }) => headers.get('x-svc-token'))).toEqual([null, auth.client_token, auth.client_token])
  expect(sent[0]?.url).not.toContain('example-password')
})

it('SEC-086: login keeps the token at hand when it fails, and tells no password', async () => {
  const { secrets } = openService()
  const error = await secrets.login('userpass', 'reporting', 'hush').catch((error: unknown) => error)
  expect(error).toMatchObject({ code: 'http', operation: 'POST /v1/auth/{auth_method}/login/{username}' })
  expect(inspect([error, secrets], { depth: 20, showHidden: true })).not.toMatch(/hush|svc\.example/)
  expect((await secrets.read('secret/foo')).data).toBeDefined()
})

it('SEC-091: a success is 204 as well as 200, whichever an endpoint is documented with', async () => {
  const { secrets } = openService()
  expect(await secrets.write('secret/new', { a: 1 })).toEqual({ data: undefined, warnings: [] })
  expect(await secrets.read('secret/new')).toEqual({ data: { a: 1 }, warnings: [] })
  const { baseUrl } = await serveLocally((_, __, count) => (count === 1 ? { body: { data: null } } : { status: 204 }))
  const other = createSecretsClient({ baseUrl, token })
  expect(await other.delete('secret/foo')).toEqual({ data: null, warnings: [] })
  expect(await other.read('secret/foo')).toEqual({ data: undefined, warnings: [] })
})

it('SEC-091: a success with warnings is one, and tells them', async () => {
  const warned: unknown[] = []
  const { secrets, set } = openService({ onWarning: (warnings, operation) => warned.push([operation, ...warnings]) })
  await set({ warnings: ['this will go'] })
  expect(await secrets.write('secret/new', { a: 1 })).toEqual({ data: null, warnings: ['this will go'] })
  expect((await secrets.kv2('kv').deleteVersions('app/db', [1])).warnings).toEqual(['this will go'])
  expect(warned).toEqual([
    ['POST /v1/{mount}/{path}', 'this will go'],
    ['POST /v1/{mount}/delete/{path}', 'this will go'],
  ])
})

it('kv2 writes, reads, lists, deletes, undeletes and destroys versions', async () => {
  const kv = openService().secrets.kv2('kv')
  expect((await kv.write('app/new', { a: 1 })).data).toMatchObject({ version: 1, destroyed: false })
  expect((await kv.write('app/new', { a: 2 })).data).toMatchObject({ version: 2 })
  expect((await kv.read('app/new')).data).toMatchObject({ values: { a: 2 }, record: { version: 2 } })
  expect((await kv.read('app/new', { version: 1 })).data).toMatchObject({ values: { a: 1 }, record: { version: 1 } })
  expect(await kv.list()).toContain('app/')
  expect(await kv.list('app')).toContain('new')
  await kv.deleteLatest('app/new')
  await kv.deleteVersions('app/new', [1])
  await expect(kv.read('app/new')).rejects.toMatchObject({ status: 404 })
  await kv.undeleteVersions('app/new', [1, 2])
  expect((await kv.read('app/new')).data.values).toEqual({ a: 2 })
  await kv.destroyVersions('app/new', [2])
  const { data } = await kv.readKey('app/new')
  expect(data).toMatchObject({ current_version: 2, versions: { 1: { destroyed: false }, 2: { destroyed: true } } })
  await kv.deleteKey('app/new')
  await expect(kv.readKey('app/new')).rejects.toMatchObject({ status: 404 })
})

it('kv2 reads and writes settings of keys and of the store', async () => {
  const kv = openService().secrets.kv2('kv')
  await kv.writeKey('app/db', { max_versions: 3 })
  expect((await kv.readKey('app/db')).data.max_versions).toBe(3)
  await kv.writeSettings({ max_versions: 5 })
  expect((await kv.readSettings()).data.max_versions).toBe(5)
})

it('kv2 works below a namespace in the path', async () => {
  const { secrets } = openService()
  await secrets.kv2('ns1/kv').write('a/b', { c: 1 })
  expect((await secrets.inNamespace('ns1').kv2('kv').read('a/b')).data.values).toEqual({ c: 1 })
  expect(await secrets.kv2('ns1/kv').list('a')).toEqual(['b'])
})

it.each(['read', 'write'] as const)(
  'SEC-103: tries: a %s that is answered 412 is sent again after a short backoff',
  async (kind) => {
    const { secrets, clock, sent, act } = openService({ random: () => 0.5 })
    await act('miss-data', { requests: 2 })
    if (kind === 'read') await secrets.kv2('kv').read('app/db')
    else await secrets.kv2('kv').write('app/db', { a: 1 })
    expect(sent).toHaveLength(3)
    expect(clock.pauses).toEqual([125, 250])
  },
)

it('SEC-108: tries: a read that is answered 500 is sent again later, unless its caller does not want that; a write is not', async () => {
  const { secrets, sent, set, clock } = openService()
  await set({ internal_error: true })
  await expect(secrets.read('secret/foo')).rejects.toMatchObject({ status: 500, retryable: true })
  expect([sent.length, clock.pauses.length]).toEqual([3, 2])
  await expect(secrets.read('secret/foo', { retries: 0 })).rejects.toMatchObject({ status: 500 })
  expect(sent).toHaveLength(4)
  await expect(secrets.write('secret/foo', { a: 1 })).rejects.toMatchObject({ status: 500, retryable: false })
  await expect(secrets.delete('secret/foo')).rejects.toMatchObject({ status: 500, retryable: false })
  expect(sent).toHaveLength(6)
  const params = { path: { mount: 'kv', path: 'app/db' } }
  await secrets.PUT('/v1/{mount}/data/{path}', { params, body: { data: {} } })
  expect(sent).toHaveLength(7)
})

it('tries: a 429 says what a node is, so that nothing is sent again for it', async () => {
  const { baseUrl, received } = await serveLocally(() => ({ status: 429, body: { errors: [] } }))
  const reading = createSecretsClient({ baseUrl, token }).read('secret/foo')
  await expect(reading).rejects.toMatchObject({ status: 429, retryable: false })
  expect(received).toHaveLength(1)
})

it.each([
  [{ node_role: 'active' }, 'active'],
  [{ node_role: 'standby' }, 'standby'],
  [{ node_role: 'performance-standby' }, 'performance-standby'],
  [{ node_role: 'dr-secondary' }, 'disaster-recovery-secondary'],
  [{ initialized: false }, 'not-initialized'],
  [{ sealed: true }, 'sealed-or-in-maintenance'],
])('health of %j is %s, asked once', async (conditions, state) => {
  const { secrets, sent, set } = openService({ namespace: 'ns1/' })
  await set(conditions)
  expect(await secrets.health()).toBe(state)
  expect(sent).toHaveLength(1)
})

it('health throws for what is not a health code', async () => {
  const { secrets, set, sent } = openService()
  await set({ internal_error: true })
  await expect(secrets.health()).rejects.toMatchObject({ status: 500 })
  expect(sent).toHaveLength(1)
})
