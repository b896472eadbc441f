import { expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { formOf, openProvider } from './provider.fixture.ts'

const mock = openMock('oauth-token')

it('serves every realm alike, whatever its characters', async () => {
  const { request } = openProvider(mock.origin)
  for (const realm of ['merchants', 'a%20b', '%E2%82%AC']) {
    expect((await request(formOf('sandbox'), realm)).status).toBe(200)
  }
})

const path = '/realms/merchants/protocol/openid-connect/token'
const text = new URLSearchParams(formOf('sandbox')).toString()

it.each(['multipart/form-data; boundary=x', 'garbage', ''])('Content-Type %j is refused', async (type) => {
  const answer = await openProvider(mock.origin).post(path, Buffer.from(text), { 'content-type': type })
  expect(answer.status).toBe(415)
  expect(await answer.json()).toMatchObject({ error: 'invalid_request' })
})

it('credentials in a header do not stand in for the form', async () => {
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
  ['a client named like a prototype', text.replace('client_id=shop-sandbox&', 'client_id=__proto__&'), 401],
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
