import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { credentials } from './seed.ts'

const mock = openMock('app-distribution')
let session: string

beforeEach(() => {
  session = randomUUID()
})

function headersOf(role: string): Record<string, string> {
  const credential = credentials.find((candidate) => candidate.role === role)
  if (!credential) throw new Error(`no credential is seeded for ${role}`)
  return credential.headers
}

interface CallOptions {
  role?: string
  headers?: Record<string, string>
  body?: BodyInit
}

async function call(method: string, path: string, { role, headers, body }: CallOptions = {}) {
  const response = await fetch(`${mock.origin}/app-distribution${path}`, {
    method,
    headers: { 'x-mock-session': session, ...(role ? headersOf(role) : {}), ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
}

const getUser = (role: string) => call('GET', '/v0.1/user', { role })
const patchUser = (role: string, body?: BodyInit, headers = { 'content-type': 'application/json' }) =>
  call('PATCH', '/v0.1/user', { role, headers, ...(body === undefined ? {} : { body }) })
const remove = (role: string, app: string, email: string) =>
  call('DELETE', `/v0.1/apps/${app}/users/${email}`, { role })

const ben = 'ben@acme.example'

it('APD-001: a token that is unknown or revoked authorizes nothing', async () => {
  expect(await call('GET', '/v0.1/user', { headers: { 'x-api-token': 'no-such-token' } })).toMatchObject({
    status: 401,
    body: { error: { code: 'Unauthorized', message: 'The API token is unknown or revoked.' } },
  })
  expect((await remove('revoked', 'acme/field-notes', ben)).status).toBe(401)
})

it('APD-002: a request without the header, or with an empty one, is not served', async () => {
  const missing = { error: { code: 'Unauthorized', message: 'The X-API-Token header is missing.' } }
  expect(await call('GET', '/v0.1/user')).toMatchObject({ status: 401, body: missing })
  expect(await call('DELETE', `/v0.1/apps/acme/field-notes/users/${ben}`)).toMatchObject({ status: 401, body: missing })
  expect((await call('GET', '/v0.1/user', { headers: { 'x-api-token': '' } })).status).toBe(401)
})

it('APD-007: a user token may not do what its user may not do', async () => {
  for (const role of ['viewer', 'developer', 'none']) {
    expect(await remove(role, 'acme/field-notes', ben)).toMatchObject({
      status: 403,
      body: { error: { code: 'Forbidden', message: 'Only a Manager of acme/field-notes can remove its users.' } },
    })
  }
})

it('APD-008: one user token works in all organizations and apps of its user', async () => {
  expect((await remove('full', 'acme/field-notes', ben)).status).toBe(204)
  expect((await remove('full', 'globex/tide-table', ben)).status).toBe(204)
})

it('APD-010: an app token is refused in every other app', async () => {
  expect(await remove('other-app-full', 'acme/field-notes', ben)).toMatchObject({
    status: 403,
    body: { error: { message: 'This app token belongs to another app.' } },
  })
  expect((await remove('app-full', 'acme/trail-map', ben)).status).toBe(403)
  expect((await remove('app-full', 'globex/tide-table', ben)).status).toBe(403)
})

it('APD-011: a Full Access app token removes users from its app', async () => {
  expect((await remove('app-full', 'acme/field-notes', ben)).status).toBe(204)
  expect((await remove('other-app-full', 'acme/trail-map', ben)).status).toBe(204)
})

it('APD-012: a Read-Only app token removes nobody', async () => {
  expect(await remove('app-read-only', 'acme/field-notes', ben)).toMatchObject({
    status: 403,
    body: { error: { message: 'A Read-Only token cannot make this change.' } },
  })
})

it('APD-014: a Full Access user token does all that its user may do where the path leads', async () => {
  expect((await remove('viewer', 'acme/trail-map', ben)).status).toBe(204)
  expect((await remove('viewer', 'globex/tide-table', ben)).status).toBe(403)
})

it('APD-016: a Read-Only user token changes nothing, though its user could', async () => {
  expect((await remove('read-only', 'acme/field-notes', ben)).status).toBe(403)
  expect((await patchUser('read-only', '{"display_name":"A"}')).status).toBe(403)
  expect((await getUser('full')).body).toMatchObject({ display_name: 'Ada Moreau' })
  expect((await remove('full', 'acme/field-notes', ben)).status).toBe(204)
})

it('APD-018: an app that a user owns is reached as one of an organization is', async () => {
  expect((await remove('full', 'ada/sketch-pad', ben)).status).toBe(204)
})

it('APD-019: an owner or an app that does not exist is not found', async () => {
  for (const app of ['acme/field-diary', 'nobody/field-notes', '__proto__/constructor']) {
    expect(await remove('full', app, ben)).toMatchObject({
      status: 404,
      body: { error: { message: `There is no app ${app}.` } },
    })
  }
})

it('APD-027: a removed user is in the app no more, and has lost what was allowed there', async () => {
  expect((await remove('second-manager', 'acme/field-notes', 'dana@acme.example')).status).toBe(204)
  expect(await remove('full', 'acme/field-notes', ben)).toMatchObject({ status: 204, body: undefined })
  expect(await remove('full', 'acme/field-notes', ben)).toMatchObject({
    status: 404,
    body: { error: { code: 'NotFound', message: 'ben@acme.example is not a user of acme/field-notes.' } },
  })
  expect((await remove('second-manager', 'acme/field-notes', 'cleo@acme.example')).status).toBe(403)
})

it('APD-027: the removal ends with one app, and the user stays a user', async () => {
  await remove('full', 'acme/field-notes', ben)
  expect((await getUser('second-manager')).status).toBe(200)
  expect((await remove('full', 'globex/tide-table', ben)).status).toBe(204)
})

it('APD-027: of removals at the same time, one removes', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => remove('full', 'acme/field-notes', ben)))
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(49)
})

it('APD-028: the address may be percent-encoded, and one that is in no app is not found', async () => {
  expect((await remove('full', 'acme/field-notes', 'nobody%40acme.example')).status).toBe(404)
  expect((await remove('full', 'acme/field-notes', 'ben%40acme.example')).status).toBe(204)
})
