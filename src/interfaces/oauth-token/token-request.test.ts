import { expect, it } from 'vitest'
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

it.each([`${complete}&%zz=1`, `${complete}&a=%ff`, '%'])('refuses what is not percent-encoded: %j', (text) => {
  expect(form(text)).toMatchObject({ error: 'invalid_request', detail: 'The form is not validly percent-encoded.' })
})

it('takes no body for an empty form', () => {
  expect(readTokenRequest(null)).toMatchObject({ error: 'invalid_request' })
})
