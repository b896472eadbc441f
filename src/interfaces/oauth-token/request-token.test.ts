import { expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { credentials } from './seed.ts'

const mock = openMock('oauth-token')
const form = credentials.find(({ role }) => role === 'sandbox')?.form
const text = new URLSearchParams(form).toString()

const post = (body: BodyInit, headers: Record<string, string> = {}, realm = 'merchants') =>
  fetch(`${mock.origin}/oauth-token/realms/${realm}/protocol/openid-connect/token`, { method: 'POST', body, headers })

it('serves every realm alike, whatever its characters', async () => {
  for (const realm of ['merchants', 'a%20b', '%E2%82%AC']) {
    expect((await post(new URLSearchParams(form), {}, realm)).status).toBe(200)
  }
})

it('credentials in a header do not stand in for the form', async () => {
  const authorization = `Basic ${Buffer.from('shop-sandbox:shop-sandbox.example-secret').toString('base64')}`
  const answer = await post(new URLSearchParams({ grant_type: 'client_credentials' }), { authorization })
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
  expect((await post(Buffer.from(body), { 'content-type': type })).status).toBe(status)
})

it('refuses a form that is not UTF-8', async () => {
  const body = Buffer.concat([Buffer.from(`${text}&x=`), Buffer.from([0xff])])
  const answer = await post(body, { 'content-type': 'application/x-www-form-urlencoded' })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: 'invalid_request' })
})
