import { expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { formOf, openProvider } from './provider.fixture.ts'

const mock = openMock('oauth-token')

it('OAT-001, OAT-016: trades client credentials for a token of ten minutes', async () => {
  const answer = await openProvider(mock.origin).request(formOf('sandbox'))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(await answer.json()).toEqual({
    access_token: expect.stringMatching(/^[\w-]{43}$/),
    expires_in: 600,
    refresh_expires_in: 0,
    token_type: 'Bearer',
    'not-before-policy': 0,
    scope: 'payments',
  })
})

it('OAT-022: serves both environments at one address', async () => {
  const { issue } = openProvider(mock.origin)
  expect(await issue('sandbox')).not.toBe(await issue('production'))
})

it('OAT-004: serves every realm alike', async () => {
  const { request } = openProvider(mock.origin)
  for (const realm of ['merchants', 'a%20b', '%E2%82%AC']) {
    expect((await request(formOf('sandbox'), realm)).status).toBe(200)
  }
})

it('issues a token that differs from all before it', async () => {
  const { issue } = openProvider(mock.origin)
  expect(new Set(await Promise.all(Array.from({ length: 50 }, () => issue()))).size).toBe(50)
})

it.each([
  ['an unknown client', { ...formOf('sandbox'), client_id: 'nobody' }],
  ['a wrong secret', { ...formOf('sandbox'), client_secret: 'shop-production.example-secret' }],
  ['a client named like a prototype', { ...formOf('sandbox'), client_id: '__proto__' }],
])('OAT-001: %s is refused', async (_, form) => {
  const answer = await openProvider(mock.origin).request(form)
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toBeNull()
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toEqual({
    error: 'invalid_client',
    error_description: 'The client is unknown or its secret is wrong.',
  })
})

it.each(['client_id', 'client_secret', 'grant_type'])('a form without %s is an invalid request', async (field) => {
  const answer = await openProvider(mock.origin).request(
    Object.entries(formOf('sandbox')).filter(([name]) => name !== field),
  )
  expect(answer.status).toBe(400)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toEqual({
    error: 'invalid_request',
    error_description: `The field ${field} is missing.`,
  })
})

it('OAT-008: another grant is unsupported', async () => {
  const answer = await openProvider(mock.origin).request({ ...formOf('sandbox'), grant_type: 'password' })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: 'unsupported_grant_type' })
})

const path = '/realms/merchants/protocol/openid-connect/token'
const text = new URLSearchParams(formOf('sandbox')).toString()

it.each(['application/json', 'multipart/form-data; boundary=x', 'text/plain', 'garbage', ''])(
  'OAT-005: Content-Type %j is refused',
  async (type) => {
    const answer = await openProvider(mock.origin).post(path, Buffer.from(text), { 'content-type': type })
    expect(answer.status).toBe(415)
    expect(await answer.json()).toMatchObject({ error: 'invalid_request' })
  },
)

it('OAT-005: a charset does not matter', async () => {
  const type = 'Application/X-WWW-Form-Urlencoded;charset=UTF-8'
  expect((await openProvider(mock.origin).post(path, Buffer.from(text), { 'content-type': type })).status).toBe(200)
})

it('OAT-007: credentials in a header do not stand in for the form', async () => {
  const authorization = `Basic ${Buffer.from('shop-sandbox:shop-sandbox.example-secret').toString('base64')}`
  const answer = await openProvider(mock.origin).post(path, new URLSearchParams({ grant_type: 'client_credentials' }), {
    authorization,
  })
  expect(answer.status).toBe(400)
})

it.each([
  ['a field that it does not know', `${text}&__proto__=1&a[b]=c&scope=x&scope=y`, 200],
  ['a repeated field', `${text}&client_id=shop-sandbox`, 400],
  ['a broken percent sequence', `${text}&%zz=1`, 400],
  ['a long field', `${text}&x=${'y'.repeat(1_000_000)}`, 200],
  ['NUL', text.replace('shop-sandbox&', 'shop-sandbox%00&'), 401],
  ['nothing', '', 400],
])('answers a form with %s by what RFC 6749 says', async (_, body, status) => {
  const type = 'application/x-www-form-urlencoded'
  expect((await openProvider(mock.origin).post(path, Buffer.from(body), { 'content-type': type })).status).toBe(status)
})

it('refuses a form that is not UTF-8', async () => {
  const body = Buffer.concat([Buffer.from(`${text}&x=`), Buffer.from([0xff])])
  const answer = await openProvider(mock.origin).post(path, body, {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: 'invalid_request' })
})
