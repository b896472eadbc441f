import { expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { openProvider } from './provider.fixture.ts'

const mock = openMock('oauth-token')

it('says that a token is for the other environment', async () => {
  const { issue, call } = openProvider(mock.origin)
  const answer = await call(await issue('sandbox'), 'production')
  expect(await answer.json()).toMatchObject({ error_description: 'The access token is for the other environment.' })
})

it.each(['Bearer nobody-issued-this', 'Bearer __proto__', 'Bearer', 'Basic c2hvcDo='])(
  'Authorization: %s is refused',
  async (authorization) => {
    const headers = { authorization, 'content-type': 'application/json' }
    expect((await openProvider(mock.origin).post('/payments/sandbox/transactions', '{}', headers)).status).toBe(401)
  },
)

it.each(['application/x-www-form-urlencoded', 'application/merge-patch+json', 'garbage'])(
  'Content-Type %s is refused',
  async (type) => {
    const { issue, post } = openProvider(mock.origin)
    const headers = { authorization: `Bearer ${await issue()}`, 'content-type': type }
    expect((await post('/payments/sandbox/transactions', Buffer.from('{}'), headers)).status).toBe(415)
  },
)

it('looks at the token before anything else', async () => {
  const answer = await openProvider(mock.origin).post('/payments/staging/transactions', 'x', {
    'content-type': 'text/plain',
  })
  expect(answer.status).toBe(401)
})

it('keeps tokens to the session that issued them', async () => {
  expect((await openProvider(mock.origin).call(await openProvider(mock.origin).issue())).status).toBe(401)
})
