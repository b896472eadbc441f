import { expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { openProvider } from './provider.fixture.ts'

const mock = openMock('oauth-token')

it.each(['sandbox', 'production'])('OAT-021: a token of %s credentials opens that environment', async (environment) => {
  const { issue, call } = openProvider(mock.origin)
  const answer = await call(await issue(environment), environment, 'transactions/42')
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ environment, endpoint: 'transactions/42' })
})

it.each([
  ['sandbox', 'production'],
  ['production', 'sandbox'],
])('OAT-023: a token of %s credentials does not open %s', async (environment, other) => {
  const { issue, call } = openProvider(mock.origin)
  const answer = await call(await issue(environment), other)
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer .*error="invalid_token"/)
  expect(await answer.json()).toEqual({
    error: 'invalid_token',
    error_description: 'The access token is for the other environment.',
  })
})

it('OAT-024: without a token the challenge names no error', async () => {
  const answer = await openProvider(mock.origin).post('/payments/sandbox/transactions', '{}', {
    'content-type': 'application/json',
  })
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="payments"')
  expect(await answer.json()).toEqual({ error: 'invalid_token', error_description: 'An access token is required.' })
})

it.each(['Bearer nobody-issued-this', 'Bearer __proto__', 'Bearer', 'Basic c2hvcDo='])(
  'OAT-024: Authorization: %s is refused',
  async (authorization) => {
    const headers = { authorization, 'content-type': 'application/json' }
    expect((await openProvider(mock.origin).post('/payments/sandbox/transactions', '{}', headers)).status).toBe(401)
  },
)

it('OAT-024: the name of the scheme may be in any case', async () => {
  const { issue, post } = openProvider(mock.origin)
  const headers = { authorization: `bEARER ${await issue()}`, 'content-type': 'application/json' }
  expect((await post('/payments/sandbox/transactions', '{}', headers)).status).toBe(200)
})

it.each([undefined, 'text/plain', 'application/x-www-form-urlencoded', 'application/merge-patch+json', 'garbage'])(
  'OAT-027: Content-Type %s is refused',
  async (type) => {
    const { issue, post } = openProvider(mock.origin)
    const headers = {
      authorization: `Bearer ${await issue()}`,
      ...(type === undefined ? {} : { 'content-type': type }),
    }
    expect((await post('/payments/sandbox/transactions', Buffer.from('{}'), headers)).status).toBe(415)
  },
)

it.each(['[]', 'null', '1', '', '{"a":', `${'['.repeat(10_000)}${']'.repeat(10_000)}`])(
  'a body that is no JSON object is an invalid request: %.20s',
  async (body) => {
    const { issue, post } = openProvider(mock.origin)
    const headers = { authorization: `Bearer ${await issue()}`, 'content-type': 'application/json' }
    const answer = await post('/payments/sandbox/transactions', Buffer.from(body), headers)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'invalid_request' })
  },
)

it('OAT-026: there is no third environment', async () => {
  const { issue, call } = openProvider(mock.origin)
  const answer = await call(await issue(), 'staging')
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: 'invalid_request' })
})

it('looks at the token before anything else', async () => {
  const answer = await openProvider(mock.origin).post('/payments/staging/transactions', 'x', {
    'content-type': 'text/plain',
  })
  expect(answer.status).toBe(401)
})

it('keeps tokens to the session that issued them', async () => {
  expect((await openProvider(mock.origin).call(await openProvider(mock.origin).issue())).status).toBe(401)
})
