import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import { serveLocally } from '../../client/local-server.fixture.ts'
import { serveSecrets, token } from './client.fixture.ts'
import {
  createSecretsClient,
  deleteLatestVersion,
  deleteSecret,
  deleteVersions,
  destroyVersions,
  readKeySettings,
  readSecret,
  readState,
  readVersion,
  type SecretsClient,
  undeleteVersions,
  unwrap,
  writeSecret,
  writeVersion,
  writeVersionByPut,
} from './client.ts'

const openService = serveSecrets()

const foo = { mount: 'secret', path: 'foo' }
const key = { mount: 'kv', path: 'app/db' }
const read = async (secrets: SecretsClient, args = foo, options = {}) =>
  Object((await unwrap(readSecret(secrets, args, options))) ?? {}).data

it('SEC-088: headers: every request carries X-Svc-Request: true, also where a caller says otherwise', async () => {
  const { secrets, sent } = openService({ headers: { 'X-Svc-Request': 'false' } })
  await read(secrets)
  await secrets.list('secret/app')
  await writeSecret(secrets, { ...foo, body: { a: 1 } })
  await secrets.login('userpass', 'reporting', 'example-password')
  await readState(secrets)
  await secrets.inNamespace('ns1/').list('secret', { headers: { 'X-Svc-Request': 'no' } })
  expect(sent.map(({ headers }) => headers.get('x-svc-request'))).toEqual(Array(6).fill('true'))
  const other = openService()
  await other.set({ require_request_header: true })
  expect(await read(other.secrets)).toBeDefined()
})

it.each([
  ['ClientToken', 'x-svc-token', token],
  ['BearerToken', 'authorization', `Bearer ${token}`],
] as const)('headers: the token goes into either header: %s', async (scheme, name, value) => {
  const { secrets, sent } = openService({ credentials: { [scheme]: token } })
  expect(await read(secrets)).toBeDefined()
  expect(sent[0]?.headers.get(name)).toBe(value)
})

it.each([
  ['', undefined],
  ['ns1/ns2/', 'ns1/ns2/'],
  ['ns1/ns2', 'ns1/ns2/'],
])('headers: the namespace %j is sent as %j', async (namespace, header) => {
  const { secrets, sent } = openService({ namespace })
  const data = await read(secrets)
  expect(sent[0]?.headers.get('x-svc-namespace') ?? undefined).toBe(header)
  const [mount = '', ...path] = `${namespace.replace(/\/?$/, namespace && '/')}secret/foo`.split('/')
  expect(await read(openService().secrets, { mount, path: path.join('/') })).toEqual(data)
})

it('SEC-086: login keeps the token that it answers, and sends it with later requests, in all namespaces', async () => {
  const { secrets, sent } = openService({ credentials: { ClientToken: 'svc.example-expired' } })
  const auth = await secrets.login('userpass', 'reporting', 'example-password')
  await secrets.list('secret')
  await readSecret(secrets.inNamespace('ns1/'), foo)
  expect(sent.map(({ headers }) => headers.get('x-svc-token'))).toEqual([null, auth.client_token, auth.client_token])
  expect(sent[0]?.url).not.toContain('example-password')
})

it('SEC-086: login keeps the token at hand when it fails, and tells no password', async () => {
  const { secrets } = openService()
  const error = await secrets.login('userpass', 'reporting', 'hush').catch((error: unknown) => error)
  expect(error).toMatchObject({ code: 'http', operation: 'POST /v1/auth/{auth_method}/login/{username}' })
  expect(inspect([error, secrets], { depth: 20, showHidden: true })).not.toMatch(/hush|svc\.example/)
  expect(await read(secrets)).toBeDefined()
})

it('SEC-091: a success is 204 as well as 200, whichever an endpoint is documented with', async () => {
  const { secrets } = openService()
  const made = { mount: 'secret', path: 'new' }
  expect(await unwrap(writeSecret(secrets, { ...made, body: { a: 1 } }))).toBeUndefined()
  expect(await read(secrets, made)).toEqual({ a: 1 })
  const { baseUrl } = await serveLocally((_, __, count) => (count === 1 ? { body: { data: null } } : { status: 204 }))
  const other = createSecretsClient({ baseUrl, credentials: { ClientToken: token } })
  expect(await unwrap(deleteSecret(other, foo))).toEqual({ data: null })
  expect(await unwrap(readSecret(other, foo))).toBeUndefined()
})

it('SEC-091: a success with warnings is one, and tells them', async () => {
  const warned: unknown[] = []
  const { secrets, set } = openService({ onWarning: (warnings, operation) => warned.push([operation, ...warnings]) })
  await set({ warnings: ['this will go'] })
  const written = await unwrap(writeSecret(secrets, { mount: 'secret', path: 'new', body: { a: 1 } }))
  expect(written).toMatchObject({ data: null, warnings: ['this will go'] })
  await unwrap(deleteVersions(secrets, { ...key, body: { versions: [1] } }))
  expect(warned).toEqual([
    ['POST /v1/{mount}/{path}', 'this will go'],
    ['POST /v1/{mount}/delete/{path}', 'this will go'],
  ])
})

it('versions are written, read, deleted, undeleted and destroyed', async () => {
  const { secrets } = openService()
  const made = { mount: 'kv', path: 'app/new' }
  const write = async (data: Record<string, unknown>) =>
    Object(await unwrap(writeVersion(secrets, { ...made, body: { data } })))
  const readData = async (version?: number) =>
    Object(await unwrap(readVersion(secrets, { ...made, ...(version && { version }) }))).data
  expect(await write({ a: 1 })).toMatchObject({ data: { version: 1, destroyed: false } })
  expect(await write({ a: 2 })).toMatchObject({ data: { version: 2 } })
  expect(await readData()).toMatchObject({ data: { a: 2 }, metadata: { version: 2 } })
  expect(await readData(1)).toMatchObject({ data: { a: 1 }, metadata: { version: 1 } })
  await unwrap(deleteLatestVersion(secrets, made))
  await unwrap(deleteVersions(secrets, { ...made, body: { versions: [1] } }))
  await expect(readData()).rejects.toMatchObject({ status: 404 })
  await unwrap(undeleteVersions(secrets, { ...made, body: { versions: [1, 2] } }))
  expect(await readData()).toMatchObject({ data: { a: 2 } })
  await unwrap(destroyVersions(secrets, { ...made, body: { versions: [2] } }))
  const { data } = Object(await unwrap(readKeySettings(secrets, made)))
  expect(data).toMatchObject({ current_version: 2, versions: { 1: { destroyed: false }, 2: { destroyed: true } } })
})

it.each(['read', 'write'] as const)(
  'SEC-103: tries: a %s that is answered 412 is sent again after a short backoff',
  async (kind) => {
    const { secrets, clock, sent, act } = openService({ random: () => 0.5 })
    await act('miss-data', { requests: 2 })
    if (kind === 'read') await unwrap(readVersion(secrets, key))
    else await unwrap(writeVersion(secrets, { ...key, body: { data: { a: 1 } } }))
    expect(sent).toHaveLength(3)
    expect(clock.pauses).toEqual([125, 250])
  },
)

it('SEC-108: tries: a read that is answered 500 is sent again later, unless its caller does not want that; a write is not', async () => {
  const { secrets, sent, set, clock } = openService()
  await set({ internal_error: true })
  await expect(read(secrets)).rejects.toMatchObject({ status: 500, retryable: true })
  expect([sent.length, clock.pauses.length]).toEqual([3, 2])
  await expect(read(secrets, foo, { retries: 0 })).rejects.toMatchObject({ status: 500 })
  expect(sent).toHaveLength(4)
  await expect(unwrap(writeSecret(secrets, { ...foo, body: { a: 1 } }))).rejects.toMatchObject({
    status: 500,
    retryable: false,
  })
  await expect(unwrap(deleteSecret(secrets, foo))).rejects.toMatchObject({ status: 500, retryable: false })
  expect(sent).toHaveLength(6)
  await writeVersionByPut(secrets, { ...key, body: { data: {} } })
  expect(sent).toHaveLength(7)
})

it('tries: a 429 says what a node is, so that nothing is sent again for it', async () => {
  const { baseUrl, received } = await serveLocally(() => ({ status: 429, body: { errors: [] } }))
  const reading = read(createSecretsClient({ baseUrl, credentials: { ClientToken: token } }))
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
  expect(await readState(secrets)).toBe(state)
  expect(sent).toHaveLength(1)
})

it('health throws for what is not a health code', async () => {
  const { secrets, set, sent } = openService()
  await set({ internal_error: true })
  await expect(readState(secrets)).rejects.toMatchObject({ status: 500 })
  expect(sent).toHaveLength(1)
})
