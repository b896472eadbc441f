import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { serveLocally } from '../../client/local-server.fixture.ts'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { createAppDistributionClient } from './client.ts'

const token = 'app-distribution.example-full'
const ben = { ownerName: 'acme', appName: 'field-notes', userEmail: 'ben@acme.example' }

const mock = openMock('app-distribution')

function openAccount() {
  const headers = { 'X-Mock-Session': randomUUID() }
  return createAppDistributionClient({ baseUrl: `${mock.origin}/app-distribution`, token, headers })
}

it('a call reads and updates the profile', async () => {
  const apps = openAccount()
  const before = await apps.getUser()
  expect(before).toMatchObject({ email: expect.any(String) })
  expect(await apps.updateUser({ display_name: 'Ada L.' })).toEqual({ ...before, display_name: 'Ada L.' })
})

it('a call removes a user from an app, once', async () => {
  const apps = openAccount()
  await expect(apps.removeAppUser(ben)).resolves.toBeUndefined()
  await expect(apps.removeAppUser(ben)).rejects.toMatchObject({
    status: 404,
    body: { error: { code: expect.any(String) } },
  })
})

it('a call sends the token in X-API-Token, and encodes an address', async () => {
  const { baseUrl, received } = await serveLocally(() => ({ status: 204 }))
  await createAppDistributionClient({ baseUrl, token }).removeAppUser({ ...ben, userEmail: 'a/b+c@d.example' })
  const [request] = received
  expect(request).toMatchObject({
    method: 'DELETE',
    url: '/v0.1/apps/acme/field-notes/users/a%2Fb%2Bc%40d.example',
    body: '',
  })
  expect(request?.headers['x-api-token']).toBe(token)
})

it('a write without a payload sends {}, and a read or a removal sends nothing', async () => {
  const { baseUrl, received } = await serveLocally(() => ({ body: {} }))
  const apps = createAppDistributionClient({ baseUrl, token })
  await apps.PATCH('/v0.1/user')
  await apps.updateUser()
  await apps.updateUser({ a: 1 })
  await apps.GET('/v0.1/user')
  await apps.removeAppUser(ben)
  expect(received.map(({ body }) => body)).toEqual(['{}', '{}', '{"a":1}', '', ''])
  expect(received[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'content-length': '2' })
})
