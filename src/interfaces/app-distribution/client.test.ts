import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  createAppDistributionClient,
  getUser,
  removeAppUser,
  unwrap,
  updateUser,
} from '../../../generated/app-distribution/client.ts'
import { serveLocally } from '../../client/local-server.fixture.ts'
import { openMock } from '../../mock/open-mock.fixture.ts'

const credentials = { ApiToken: 'app-distribution.example-full' }
const ben = { owner_name: 'acme', app_name: 'field-notes', user_email: 'ben@acme.example' }

const mock = openMock('app-distribution')

function openAccount() {
  const headers = { 'X-Mock-Session': randomUUID() }
  return createAppDistributionClient({ baseUrl: `${mock.origin}/app-distribution`, credentials, headers })
}

it('a call reads and updates the profile, and a write without fields changes nothing', async () => {
  const apps = openAccount()
  const before = await unwrap(getUser(apps))
  expect(before).toMatchObject({ email: expect.any(String) })
  const after = { ...before, display_name: 'Ada L.' }
  expect(await unwrap(updateUser(apps, { body: { display_name: 'Ada L.' } }))).toEqual(after)
  expect(await unwrap(updateUser(apps, { body: {} }))).toEqual(after)
})

it('a call removes a user from an app, once', async () => {
  const apps = openAccount()
  await expect(unwrap(removeAppUser(apps, ben))).resolves.toBeUndefined()
  await expect(unwrap(removeAppUser(apps, ben))).rejects.toMatchObject({
    status: 404,
    body: { error: { code: expect.any(String) } },
  })
})

it('a call sends the token in X-API-Token, and encodes an address', async () => {
  const { baseUrl, received } = await serveLocally(() => ({ status: 204 }))
  const apps = createAppDistributionClient({ baseUrl, credentials })
  await removeAppUser(apps, { ...ben, user_email: 'a/b+c@d.example' })
  const [request] = received
  expect(request).toMatchObject({
    method: 'DELETE',
    url: '/v0.1/apps/acme/field-notes/users/a%2Fb%2Bc%40d.example',
    body: '',
  })
  expect(request?.headers['x-api-token']).toBe(credentials.ApiToken)
})
