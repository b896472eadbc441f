import { afterAll, expect, it } from 'vitest'
import { faults, tryOut } from './service.fixture.ts'

afterAll(() => expect(faults).toEqual([]))

const inNamespace = { username: 'reporting-ns2', password: 'example-foo-password-ns2' }
const inAdmin = { username: 'reporting-admin', password: 'example-foo-password-admin' }
const inRoot = { username: 'reporting', password: 'example-foo-password' }

it('SEC-020: one path holds different things in different namespaces', async () => {
  const { ask } = await tryOut()
  expect((await ask('GET', '/v1/secret/foo')).body).toMatchObject({ data: inRoot })
  expect((await ask('GET', '/v1/ns1/ns2/secret/foo')).body).toMatchObject({ data: inNamespace })
  expect((await ask('GET', '/v1/ns1/secret/foo')).status).toBe(404)
  await ask('POST', '/v1/ns1/secret/only-here', { body: { a: 1 } })
  expect((await ask('GET', '/v1/secret/only-here')).status).toBe(404)
  expect((await ask('GET', '/v1/ns1/ns2/secret/only-here')).status).toBe(404)
  expect((await ask('LIST', '/v1/ns1/secret/')).body).toMatchObject({ data: { keys: ['only-here'] } })
})

it.each([
  ['SEC-075', 'ns1/ns2/', '/v1/secret/foo'],
  ['SEC-076', undefined, '/v1/ns1/ns2/secret/foo'],
  ['SEC-077', 'ns1/', '/v1/ns2/secret/foo'],
  ['SEC-073', 'ns1/ns2', '/v1/secret/foo'],
  ['SEC-073', '/ns1/ns2/', '/v1/secret/foo'],
])('%s: header %s and path %s reach one object', async (_, namespace, path) => {
  const { ask } = await tryOut()
  const headers = namespace === undefined ? {} : { 'x-svc-namespace': namespace }
  expect((await ask('GET', path, { headers })).body).toMatchObject({ data: inNamespace })
  expect((await ask('PUT', path, { headers, body: { written: path } })).status).toBe(204)
  expect((await ask('GET', '/v1/ns1/ns2/secret/foo')).body).toMatchObject({ data: { written: path } })
  expect((await ask('GET', '/v1/secret/foo')).body).toMatchObject({ data: inRoot })
})

it('SEC-075: header and path are joined once, with nothing taken out that stands in both', async () => {
  const { ask } = await tryOut()
  const headers = { 'x-svc-namespace': 'ns1/' }
  expect((await ask('GET', '/v1/ns1/ns2/secret/foo', { headers })).status).toBe(404)
})

it('SEC-073: an empty header is no header', async () => {
  const { ask } = await tryOut()
  const headers = { 'x-svc-namespace': '' }
  expect((await ask('GET', '/v1/secret/foo', { headers })).body).toMatchObject({ data: inRoot })
})

it('SEC-075: the operations of kv version 2 and the login work below a namespace', async () => {
  const { ask } = await tryOut()
  expect(await ask('POST', '/v1/ns1/kv/data/x', { body: { data: { a: 1 } } })).toMatchObject({
    operation: 'writeVersion',
  })
  const read = await ask('GET', '/v1/kv/data/x', { headers: { 'x-svc-namespace': 'ns1' } })
  expect(read).toMatchObject({ operation: 'readVersion', body: { data: { data: { a: 1 } } } })
  expect((await ask('GET', '/v1/kv/data/x')).status).toBe(404)
  expect((await ask('LIST', '/v1/ns1/kv/metadata')).body).toMatchObject({ data: { keys: ['x'] } })
  const login = { token: null, body: { password: 'example-password' } }
  expect((await ask('POST', '/v1/ns1/ns2/auth/userpass/login/reporting', login)).status).toBe(200)
})

it('SEC-078: the health route is available in the root namespace alone', async () => {
  const { ask } = await tryOut()
  expect((await ask('GET', '/v1/sys/health', { token: null })).status).toBe(200)
  expect((await ask('GET', '/v1/ns1/sys/health')).status).toBe(404)
  expect((await ask('GET', '/v1/sys/health', { headers: { 'x-svc-namespace': 'ns1/' } })).status).toBe(404)
})

it('SEC-080: on the hosted offering a request without a namespace goes to the root, and fails', async () => {
  const { ask, set } = await tryOut()
  set({ hosted: true })
  const answer = await ask('GET', '/v1/secret/foo')
  expect(answer).toMatchObject({ status: 403, rules: ['SEC-079', 'SEC-080', 'SEC-081'] })
  for (const method of ['POST', 'PUT']) expect((await ask(method, '/v1/secret/foo', { body: {} })).status).toBe(403)
})

it('SEC-079, SEC-082: on the hosted offering, admin is named in the header or as the first segment', async () => {
  const { ask, set } = await tryOut()
  set({ hosted: true })
  expect((await ask('GET', '/v1/admin/secret/foo')).body).toMatchObject({ data: inAdmin })
  const headers = { 'x-svc-namespace': 'admin' }
  expect((await ask('GET', '/v1/secret/foo', { headers })).body).toMatchObject({ data: inAdmin })
  expect((await ask('POST', '/v1/admin/secret/foo', { body: { a: 1 } })).status).toBe(204)
  expect((await ask('GET', '/v1/secret/foo', { headers })).body).toMatchObject({ data: { a: 1 } })
})

it('SEC-081: on the hosted offering, nothing but admin stands at the top', async () => {
  const { ask, set } = await tryOut()
  set({ hosted: true })
  expect((await ask('GET', '/v1/ns1/ns2/secret/foo')).status).toBe(403)
})

it('SEC-097: without access to namespaces, a request that names one is refused', async () => {
  const { ask, set } = await tryOut()
  set({ namespaces_available: false })
  const headers = { 'x-svc-namespace': 'ns1/' }
  const answer = await ask('GET', '/v1/secret/foo', { headers })
  expect(answer).toMatchObject({ status: 403, rules: ['SEC-097'] })
  expect((await ask('GET', '/v1/ns1/ns2/secret/foo')).status).toBe(403)
  expect((await ask('GET', '/v1/secret/foo')).status).toBe(200)
})
