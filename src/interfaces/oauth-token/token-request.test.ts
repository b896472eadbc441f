import { expect, it } from 'vitest'
import { OAuthRefusal } from './oauth-refusal.ts'
import { readTokenRequest } from './token-request.ts'

const form = (text: string) => readTokenRequest(Buffer.from(text))
const complete = 'client_id=shop&client_secret=secret&grant_type=client_credentials'

it('reads the three fields, percent-encoded or not', () => {
  expect(form('grant_type=client%5Fcredentials&client_id=a%26b&client%5Fsecret=c+d')).toEqual({
    client_id: 'a&b',
    client_secret: 'c d',
    grant_type: 'client_credentials',
  })
})

it('ignores fields that it does not know, whatever their name', () => {
  const read = form(`${complete}&scope=x&scope=y&__proto__=1&constructor=2&a[b]=c&&=`)
  expect(read).toEqual({ client_id: 'shop', client_secret: 'secret', grant_type: 'client_credentials' })
})

it.each([
  ['OAT-006', '', 'The field client_id is missing.'],
  ['OAT-006', complete.replace('client_id=shop', 'client_id='), 'The field client_id is missing.'],
  ['OAT-006', `${complete}&client_id=shop`, 'The field client_id is repeated.'],
  ['OAT-007', complete.replace('client_secret=secret&', ''), 'The field client_secret is missing.'],
  ['OAT-008', complete.replace('=client_credentials', ''), 'The field grant_type is missing.'],
  ['OAT-008', `${complete}&grant_type=`, 'The field grant_type is repeated.'],
])('%s: %j is an invalid request', (rule, text, detail) => {
  const problem = form(text)
  expect(problem).toBeInstanceOf(OAuthRefusal)
  expect(problem).toMatchObject({ error: 'invalid_request', detail, rules: [rule] })
})

it('OAT-008: another grant is unsupported', () => {
  const problem = form(complete.replace('=client_credentials', '=Client_Credentials'))
  expect(problem).toMatchObject({ error: 'unsupported_grant_type', detail: 'The grant must be client_credentials.' })
})

it.each([`${complete}&%zz=1`, `${complete}&a=%ff`, '%'])('refuses what is not percent-encoded: %j', (text) => {
  expect(form(text)).toMatchObject({ error: 'invalid_request', detail: 'The form is not validly percent-encoded.' })
})

it('takes no body for an empty form', () => {
  expect(readTokenRequest(null)).toMatchObject({ error: 'invalid_request' })
})
