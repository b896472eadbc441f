import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { credentials } from './seed.ts'

const token = '3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f10'
const mock = openMock('orders')

async function call(path: string, init: RequestInit = {}) {
  const headers = { ...credentials[0]?.headers, accept: 'application/json', 'x-mock-session': randomUUID() }
  const answer = await fetch(`${mock.origin}/orders/api${path}`, { ...init, headers: { ...headers, ...init.headers } })
  return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.json() }
}

const put = (body: string | Buffer) =>
  call(`/orders/${token}`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: Buffer.from(body) })

it.each([
  ['limit=abc', 'limit'],
  ['limit=0', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=1.5', 'limit'],
  ['limit=1e400', 'limit'],
  ['limit=1&limit=2', 'limit'],
  ['offset=-1', 'offset'],
  ['offset=99999999999999999999', 'offset'],
  ['status=shipped', 'status'],
  ['from=yesterday', 'from'],
  ['from=2026-02-01', 'from'],
  ['from=2026-06-30T23:59:60Z', 'from'],
  ['to=2026-02-30T00:00:00Z', 'to'],
  ['placedBy=%ff%fe', 'placedBy'],
])('queries: %s is answered 400 with the name of the parameter', async (query, parameter) => {
  const answer = await call(`/orders?${query}`)
  expect(answer).toMatchObject({ status: 400, type: 'application/problem+json' })
  expect(answer.body).toMatchObject({ status: 400, errors: [{ parameter }] })
})

it.each(['isRecurringOrder=1', 'billingAddressCountry=CAN', 'placedBy=a&placedBy=b'])(
  'queries: %s is answered 400',
  async (query) => {
    expect((await call(`/orders?${query}`)).status).toBe(400)
  },
)

it.each(['__proto__=1&constructor=2', 'limit[]=1', `x=${'y'.repeat(80)}`, '&&=&', 'unknown', 'limit=', 'placedBy='])(
  'queries: %s is ignored',
  async (query) => {
    expect(await call(`/orders?${query}`)).toMatchObject({ status: 200, body: { totalItems: 28, limit: 20 } })
  },
)

it.each(['placedBy=%00', 'placedBy=__proto__', 'productId=toString'])('queries: %s finds nothing', async (query) => {
  expect(await call(`/orders?${query}`)).toMatchObject({ status: 200, body: { totalItems: 0 } })
})

it('queries: a Content-Type that is none does not matter where there is no body', async () => {
  expect((await call('/orders', { headers: { 'content-type': 'garbage' } })).status).toBe(200)
})

it('a token is the same in either case', async () => {
  expect((await call(`/orders/${token.toUpperCase()}`)).body).toMatchObject({ token })
})

it('headers: what is wrong first is refused first: credentials, Accept, Content-Type, body, token', async () => {
  const text = { authorization: '', accept: '*/*', 'content-type': 'text/plain' }
  const json = { accept: 'application/json', 'content-type': 'application/json' }
  const { authorization: _, ...known } = text
  const cases: [headers: Record<string, string>, body: string][] = [
    [text, '{}'],
    [known, '{}'],
    [{ ...known, accept: json.accept }, '{}'],
    [json, '{}'],
    [json, '{"status":"Shipped"}'],
  ]
  const path = `/orders/${randomUUID()}`
  const answers = cases.map(([headers, body]) => call(path, { method: 'PUT', headers, body: Buffer.from(body) }))
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 406, 415, 400, 404])
})

it.each([
  ['metadata 500 levels deep', `{"status":"Shipped","metadata":${'{"a":'.repeat(500)}1${'}'.repeat(500)}}`],
  ['a long tracking number', `{"status":"Shipped","trackingNumber":"${'9'.repeat(1_000_000)}"}`],
  ['half a surrogate pair', '{"status":"Shipped","trackingNumber":"\\ud800\\u0000"}'],
  ['a key of a prototype', '{"status":"Shipped","__proto__":{"status":1},"constructor":1}'],
])('updates: %s is taken', async (_, body) => {
  expect((await put(body)).status).toBe(200)
})

it('updates: metadata keeps its shape, with the names of prototypes', async () => {
  const metadata =
    '{"__proto__":{"polluted":true},"constructor":{"prototype":null},"deep":[{"a":[null,1.5,"\\u0000"]}]}'
  const { status, body } = await put(`{"status":"Processed","metadata":${metadata}}`)
  expect({ status, metadata: JSON.stringify(body.metadata) }).toEqual({ status: 200, metadata })
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})

it('updates: members that no update has are ignored', async () => {
  const { body } = await put('{"status":"Processed","token":"other","email":"other@shopper.example","invented":1}')
  expect(body).toMatchObject({ token, email: 'noor.haddad@shopper.example' })
  expect(body).not.toHaveProperty('invented')
})
