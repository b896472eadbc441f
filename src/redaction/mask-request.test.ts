import { expect, it } from 'vitest'
import { mask } from './mask-request.ts'

const secret = 'svc.example-4f1a9c'
const documented = new Set(['orders', 'application/json', 'token', 'user'])

function masked(
  text: string,
  request: { path?: string; query?: string; headers?: Record<string, string>; body?: string },
) {
  const { path = '/orders', query = '', headers = {}, body } = request
  const peer = new AbortController()
  const whole = { method: 'GET', path, query, headers, body: body === undefined ? null : Buffer.from(body), peer }
  return mask(text, whole, (word) => documented.has(word))
}

it.each([
  ['a header', { headers: { 'x-svc-token': secret } }],
  ['a bearer token', { headers: { authorization: `Bearer ${secret}` } }],
  ['a Basic user', { headers: { authorization: `Basic ${Buffer.from(`${secret}:`).toString('base64')}` } }],
  ['a cookie', { headers: { cookie: `a=1; token=x,${secret}` } }],
  ['a query', { query: `a=1&token=${secret}` }],
  ['the name of a query parameter', { query: secret }],
  ['an encoded query', { query: `token=${encodeURIComponent(secret).replace('.', '%2E')}` }],
  ['a path', { path: `/orders/${secret}` }],
  ['an encoded path', { path: `/orders/${secret.replace('.', '%2e')}` }],
  ['a member of JSON', { body: JSON.stringify({ a: [{ b: secret }] }) }],
  ['deep JSON', { body: `${'['.repeat(5000)}"${secret}"${']'.repeat(5000)}` }],
  ['broken JSON', { body: `{"a": "${secret}"` }],
  ['a form', { body: `grant=x&client_secret=${secret}` }],
  ['an encoded form', { body: `client_secret=${secret.replace('.', '%2E')}` }],
  ['plain text', { body: `it is ${secret}, really` }],
])('takes out what came in %s', (_, request) => {
  expect(masked(`The token ${secret} is unknown.`, request)).toBe('The token … is unknown.')
})

it.each([
  [
    '/order',
    'There is nothing at /order; did you mean GET /orders?',
    'There is nothing at /…; did you mean GET /orders?',
  ],
  ['/ord/ers', "supported is 'orders', not ord", "supported is 'orders', not …"],
  ['/ord/ers', 'supported are ord, orders.', 'supported are …, orders.'],
  ['/orders/a%2eb', 'nothing at /orders/a%2eb', 'nothing at /orders/…'],
])('keeps the words of the document in a hint to a caller of %s', (path, text, shown) => {
  expect(masked(text, { path })).toBe(shown)
})

it('keeps 2,000 characters, and takes out a value that their end cuts short', () => {
  const start = '-'.repeat(1997)
  expect(masked(start + secret, { query: secret })).toBe(`${start}…`)
})

it('keeps a media type of the document beside a similar one', () => {
  const request = { headers: { 'content-type': 'application/jsonx' } }
  expect(masked('Send application/json. Not application/jsonx.', request)).toBe('Send application/json. Not ….')
})

it('takes out a value that has a word of the document within it', () => {
  const request = { headers: { 'x-key': 'abc/orders/xyz' } }
  expect(masked('no abc/orders/xyz and abc/orders here', request)).toBe('no … and … here')
})

it('takes out a part of a value, as messages of a parser repeat it', () => {
  const body = `{"password": ${secret}}`
  let message = ''
  try {
    JSON.parse(body)
  } catch (error) {
    message = (error as Error).message
  }
  expect(message).toContain(secret.slice(0, 8))
  expect(masked(message, { body })).not.toContain(secret.slice(0, 8))
  expect(masked(`no ${secret.slice(0, 8)}`, { body })).toBe('no …')
  expect(masked('ghijklmnop', { query: 'abcdefghijkl=mnopqrstuvwx' })).toBe('ghijklmnop')
})

it('takes out short values, and one that contains another as a whole', () => {
  expect(masked('no user abc', { query: 'user=abc' })).toBe('no user …')
  expect(masked('no abc-secret-abc', { body: '{"a":"abc","b":"abc-secret-abc"}' })).toBe('no …')
})

it('takes out numbers', () => {
  expect(masked('the code 123456 is wrong', { body: '{"code":123456}' })).toBe('the code … is wrong')
})

it('leaves what the document says itself, and what the request does not have', () => {
  const request = { path: '/orders', headers: { accept: 'application/json' }, body: '{"a":true}' }
  const text = 'orders answers application/json; limit must be true, as in preorders'
  expect(masked(text, request)).toBe(text)
})

it('bears the largest bodies', () => {
  const body = `[${'"abcdefgh",'.repeat(200_000)}1]`
  expect(masked('nothing of it', { body })).toBe('nothing of it')
  expect(masked('nothing of it', { body: `"${'x'.repeat(10_000_000)}"` })).toBe('nothing of it')
})
