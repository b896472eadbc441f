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
