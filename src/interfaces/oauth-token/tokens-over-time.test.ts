import { describe, expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { openProvider } from './provider.fixture.ts'
import { credentials } from './seed.ts'

const mock = openMock('oauth-token')

describe('time', () => {
  it('OAT-002, OAT-017: a token works until its ten minutes are over, and not from then on', async () => {
    const { control, issue, call } = openProvider(mock.origin)
    await control('PUT', '/clock', { now: '2026-03-09T12:00:00Z' })
    const token = await issue()
    await control('PUT', '/clock', { now: '2026-03-09T12:09:58Z' })
    expect((await call(token)).status).toBe(200)
    await control('PUT', '/clock', { now: '2026-03-09T12:10:01Z' })
    const answer = await call(token)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual({ error: 'invalid_token', error_description: 'The access token expired.' })
  })

  it('OAT-017: each token has a time of its own', async () => {
    const { control, issue, call } = openProvider(mock.origin)
    const first = await issue()
    await control('POST', '/clock/advance', { seconds: 540 })
    const second = await issue()
    expect((await call(first)).status).toBe(200)
    await control('POST', '/clock/advance', { seconds: 60 })
    expect((await call(first)).status).toBe(401)
    expect((await call(second)).status).toBe(200)
  })

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
