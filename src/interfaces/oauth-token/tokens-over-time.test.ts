import { describe, expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { openProvider } from './provider.fixture.ts'
import { credentials } from './seed.ts'

const mock = openMock('oauth-token')

describe('time', () => {
  it('has an expired token from the start', async () => {
    const { post } = openProvider(mock.origin)
    const expired = credentials.find(({ role }) => role === 'expired')?.headers
    const answer = await post('/payments/sandbox/x', '{}', { ...expired, 'content-type': 'application/json' })
    expect(await answer.json()).toMatchObject({ error_description: 'The access token expired.' })
  })
})

describe('records', () => {
  it('a client that is put gets tokens for its environment; one that is deleted gets none', async () => {
    const { control, request, call } = openProvider(mock.origin)
    const record = '/interfaces/oauth-token/records/clients/my-shop'
    const form = { client_id: 'my-shop', client_secret: 'my-shop.example-secret', grant_type: 'client_credentials' }
    await control('PUT', record, { secret: form.client_secret, environment: 'production' })
    const { access_token } = await (await request(form)).json()
    expect((await call(access_token, 'production')).status).toBe(200)
    await control('DELETE', record, undefined)
    expect((await request(form)).status).toBe(401)
  })

  it('a token that is deleted is unknown', async () => {
    const { control, issue, call } = openProvider(mock.origin)
    const token = await issue()
    await control('DELETE', `/interfaces/oauth-token/records/tokens/${token}`, undefined)
    expect(await (await call(token)).json()).toMatchObject({ error_description: 'The access token is unknown.' })
  })
})
