import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'

const mock = openMock('app-distribution')
let session: string

beforeEach(() => {
  session = randomUUID()
})

async function statusOf(method: string, path: string, token: string): Promise<number> {
  const headers = { 'x-api-token': token, 'x-mock-session': session }
  return (await fetch(`${mock.origin}/app-distribution/v0.1${path}`, { method, headers })).status
}

async function control(method: string, kind: string, key: string, record?: object) {
  const path = `/_control/sessions/${session}/interfaces/app-distribution/records/${kind}/${encodeURIComponent(key)}`
  const response = await fetch(mock.origin + path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(record === undefined ? {} : { body: JSON.stringify(record) }),
  })
  expect(response.status, `${method} ${path}`).toBeLessThan(300)
}

const removeBen = '/apps/acme/field-notes/users/ben@acme.example'

it('APD-001: deleting a token revokes it', async () => {
  expect(await statusOf('GET', '/user', 'app-distribution.example-viewer')).toBe(200)
  await control('DELETE', 'tokens', 'app-distribution.example-viewer')
  expect(await statusOf('GET', '/user', 'app-distribution.example-viewer')).toBe(401)
})

it('APD-001: a token whose user was deleted authorizes nothing', async () => {
  await control('DELETE', 'users', 'ada@acme.example')
  expect(await statusOf('GET', '/user', 'app-distribution.example-full')).toBe(401)
  expect(await statusOf('DELETE', removeBen, 'app-distribution.example-full')).toBe(401)
})

it('APD-010: an app token that was put in works in its app alone', async () => {
  await control('PUT', 'tokens', 'mine', { kind: 'app', access: 'full-access', app: 'globex/tide-table' })
  expect(await statusOf('DELETE', removeBen, 'mine')).toBe(403)
  expect(await statusOf('DELETE', '/apps/globex/tide-table/users/ben@acme.example', 'mine')).toBe(204)
})

it('APD-007: what a user may do changes with the role', async () => {
  expect(await statusOf('DELETE', removeBen, 'app-distribution.example-viewer')).toBe(403)
  await control('PUT', 'apps', 'acme/field-notes', {
    members: [
      { email: 'cleo@acme.example', role: 'Manager' },
      { email: 'ben@acme.example', role: 'Viewer' },
    ],
  })
  expect(await statusOf('DELETE', removeBen, 'app-distribution.example-viewer')).toBe(204)
})
