import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { apiKey, credentials } from './seed.ts'

const token = '3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f10'
const mock = openMock('orders')

async function call(path: string, init: RequestInit = {}) {
  const headers = { ...credentials[0]?.headers, accept: 'application/json', 'x-mock-session': randomUUID() }
  const answer = await fetch(`${mock.origin}/orders/api${path}`, { ...init, headers: { ...headers, ...init.headers } })
  return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.json() }
}

const put = (body: string | Buffer) =>
  call(`/orders/${token}`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: Buffer.from(body) })

describe('queries', () => {
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
  ])('%s is answered 400 with the name of the parameter', async (query, parameter) => {
    const answer = await call(`/orders?${query}`)
    expect(answer).toMatchObject({ status: 400, type: 'application/problem+json' })
    expect(answer.body).toMatchObject({ status: 400, errors: [{ parameter }] })
  })

  it.each(['isRecurringOrder=1', 'billingAddressCountry=CAN', 'placedBy=a&placedBy=b'])(
    '%s is answered 400',
    async (query) => {
      expect((await call(`/orders?${query}`)).status).toBe(400)
    },
  )

  it.each(['__proto__=1&constructor=2', 'limit[]=1', `x=${'y'.repeat(80)}`, '&&=&', 'unknown', 'limit=', 'placedBy='])(
    '%s is ignored',
    async (query) => {
      expect(await call(`/orders?${query}`)).toMatchObject({ status: 200, body: { totalItems: 28, limit: 20 } })
    },
  )

  it.each(['placedBy=%00', 'placedBy=__proto__', 'productId=toString'])('%s finds nothing', async (query) => {
    expect(await call(`/orders?${query}`)).toMatchObject({ status: 200, body: { totalItems: 0 } })
  })

  it('a Content-Type that is none does not matter where there is no body', async () => {
    expect((await call('/orders', { headers: { 'content-type': 'garbage' } })).status).toBe(200)
  })
})

describe('tokens', () => {
  it.each(['1', 'nope', '__proto__', `${token}0`, `${token}%00`, '%ff', '%zz', '..%2f..'])(
    '%s is answered 400',
    async (path) => {
      expect((await call(`/orders/${path}`)).status).toBe(400)
      expect((await call(`/orders/${path}/digital`)).status).toBe(400)
    },
  )
})

it('a token is the same in either case', async () => {
  expect((await call(`/orders/${token.toUpperCase()}`)).body).toMatchObject({ token })
})

describe('headers', () => {
  const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`

  it.each(['Basic', 'Basic %%%', basic(apiKey), basic(`${apiKey}::`)])(
    'Authorization: %s is answered 401',
    async (value) => {
      const answer = await call('/orders', { headers: { authorization: value } })
      expect(answer).toMatchObject({ status: 401, type: 'application/problem+json', body: { title: 'Unauthorized' } })
    },
  )

  it.each(['application/xml', 'application/jsonx'])('Accept: %s is answered 406', async (accept) => {
    expect(await call('/orders', { headers: { accept } })).toMatchObject({ status: 406, body: { status: 406 } })
  })

  it('what is wrong first is refused first: credentials, Accept, Content-Type, body, token', async () => {
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
})

describe('updates', () => {
  it.each([
    ['no status', '{}', '/status'],
    ['an unknown status', '{"status":"shipped"}', '/status'],
    ['a status of another type', '{"status":{"$ne":1}}', '/status'],
    ['an unknown payment status', '{"status":"Shipped","paymentStatus":"PaidOut"}', '/paymentStatus'],
    ['a tracking number that is a number', '{"status":"Shipped","trackingNumber":1}', '/trackingNumber'],
    ['a tracking URL of null', '{"status":"Shipped","trackingUrl":null}', '/trackingUrl'],
    ['metadata that is a list', '{"status":"Shipped","metadata":[]}', '/metadata'],
    ['metadata that is text', '{"status":"Shipped","metadata":"{}"}', '/metadata'],
    ['a list', '[]', ''],
    ['a text', '"Shipped"', ''],
    ['null', 'null', ''],
    ['an empty body', '', ''],
  ])('%s is answered 400 with the place', async (_, body, pointer) => {
    const answer = await put(body)
    expect(answer).toMatchObject({ status: 400, type: 'application/problem+json' })
    expect(answer.body.errors[0]).toMatchObject({ pointer })
  })

  it.each([
    ['broken JSON', '{"status":'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['metadata 10,000 levels deep', `{"status":"Shipped","metadata":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`],
  ])('%s is answered 400', async (_, body) => {
    expect((await put(body)).status).toBe(400)
  })

  it.each([
    ['metadata 500 levels deep', `{"status":"Shipped","metadata":${'{"a":'.repeat(500)}1${'}'.repeat(500)}}`],
    ['a long tracking number', `{"status":"Shipped","trackingNumber":"${'9'.repeat(1_000_000)}"}`],
    ['half a surrogate pair', '{"status":"Shipped","trackingNumber":"\\ud800\\u0000"}'],
    ['a key of a prototype', '{"status":"Shipped","__proto__":{"status":1},"constructor":1}'],
  ])('%s is taken', async (_, body) => {
    expect((await put(body)).status).toBe(200)
  })

  it.each(['application/merge-patch+json', 'garbage', ''])('a Content-Type of %j is answered 415', async (type) => {
    const init = { method: 'PUT', headers: { 'content-type': type }, body: Buffer.from('{"status":"Shipped"}') }
    expect(await call(`/orders/${token}`, init)).toMatchObject({ status: 415, body: { status: 415 } })
  })

  it('metadata keeps its shape, with the names of prototypes', async () => {
    const metadata =
      '{"__proto__":{"polluted":true},"constructor":{"prototype":null},"deep":[{"a":[null,1.5,"\\u0000"]}]}'
    const { status, body } = await put(`{"status":"Processed","metadata":${metadata}}`)
    expect({ status, metadata: JSON.stringify(body.metadata) }).toEqual({ status: 200, metadata })
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it('members that no update has are ignored', async () => {
    const { body } = await put('{"status":"Processed","token":"other","email":"other@shopper.example","invented":1}')
    expect(body).toMatchObject({ token, email: 'noor.haddad@shopper.example' })
    expect(body).not.toHaveProperty('invented')
  })

  it('a refused update leaves the order as it was', async () => {
    const headers = { 'x-mock-session': randomUUID() }
    const body = '{"status":"Shipped","trackingNumber":1}'
    await call(`/orders/${token}`, { method: 'PUT', headers: { ...headers, 'content-type': 'application/json' }, body })
    expect((await call(`/orders/${token}`, { headers })).body).toMatchObject({ status: 'Processed' })
  })
})

it('a method that a path does not have is answered 405 with those that it has', async () => {
  const answer = await call(`/orders/${token}`, { method: 'DELETE' })
  expect(answer).toMatchObject({ status: 405, type: 'application/problem+json' })
})

it('a path that the API does not have is answered 404', async () => {
  expect((await call('/orders/')).status).toBe(404)
  expect((await call(`/orders/${token}/digital/1`)).status).toBe(404)
})
