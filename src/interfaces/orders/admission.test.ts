import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { apiKey } from './seed.ts'

const token = '3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f10'
const mock = openMock('orders')

const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`
const good = { authorization: basic(`${apiKey}:`), accept: 'application/json' }

async function call(headers: Record<string, string>, path = '/orders', init: RequestInit = {}) {
  const session = { 'x-mock-session': randomUUID() }
  return fetch(`${mock.origin}/orders/api${path}`, { ...init, headers: { accept: '', ...session, ...headers } })
}

it.each(['/orders', `/orders/${token}`, `/orders/${token}/digital`])(
  'ORD-003, ORD-007: %s needs a known key and asks for JSON',
  async (path) => {
    expect((await call(good, path)).status).toBe(200)
    expect((await call({ accept: good.accept }, path)).status).toBe(401)
    expect((await call({ authorization: good.authorization }, path)).status).toBe(406)
  },
)

it.each([
  ['ORD-007: another key', basic('orders.example-other-key:')],
  ['ORD-007: another scheme', `Bearer ${apiKey}`],
  ['ORD-007: no credentials after the scheme', 'Basic'],
  ['ORD-007: credentials that are not base64', 'Basic %%%'],
  ['ORD-008: a password', basic(`${apiKey}:secret`)],
  ['ORD-008: a colon as password', basic(`${apiKey}::`)],
  ['ORD-008: no colon', basic(apiKey)],
])('%s is refused', async (_, authorization) => {
  const answer = await call({ ...good, authorization })
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm=/)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(await answer.json()).toMatchObject({ status: 401, title: 'Unauthorized' })
})

it('ORD-007: the name of the scheme may be in any case', async () => {
  expect((await call({ ...good, authorization: good.authorization.replace('Basic', 'bAsIc') })).status).toBe(200)
})

it.each(['*/*', 'application/*', 'text/html', 'application/xml', 'application/json;q=0', 'application/jsonx'])(
  'ORD-003: Accept: %s is refused',
  async (accept) => {
    const answer = await call({ ...good, accept })
    expect(answer.status).toBe(406)
    expect(await answer.json()).toMatchObject({ status: 406 })
  },
)

it.each(['application/json', 'APPLICATION/JSON; charset=utf-8', 'text/html, application/json;q=0.1'])(
  'ORD-003: Accept: %s is taken',
  async (accept) => {
    expect((await call({ ...good, accept })).status).toBe(200)
  },
)

const put = (type: string | undefined, body: string) =>
  call({ ...good, ...(type === undefined ? {} : { 'content-type': type }) }, `/orders/${token}`, {
    method: 'PUT',
    body: Buffer.from(body),
  })

it.each([undefined, 'application/xml', 'text/plain', 'application/merge-patch+json', 'garbage', ''])(
  'ORD-005, ORD-006: an update with Content-Type %s is refused, and the order stays as it was',
  async (type) => {
    const session = { 'x-mock-session': randomUUID() }
    const body = type?.includes('xml') ? '<status>Shipped</status>' : '{"status":"Shipped"}'
    const headers = { ...good, ...session, ...(type === undefined ? {} : { 'content-type': type }) }
    const answer = await call(headers, `/orders/${token}`, { method: 'PUT', body: Buffer.from(body) })
    expect(answer.status).toBe(415)
    expect(await answer.json()).toMatchObject({ status: 415 })
    const order = await call({ ...good, ...session }, `/orders/${token}`)
    expect(await order.json()).toMatchObject({ status: 'Processed' })
  },
)

it('ORD-005: parameters of the type do not matter', async () => {
  expect((await put('application/json; charset=utf-8', '{"status":"Shipped"}')).status).toBe(200)
})

it('refuses in one order: credentials, Accept, Content-Type, what is sent, what is not there', async () => {
  const wrong = { method: 'PUT', body: Buffer.from('{}') }
  const nowhere = `/orders/${randomUUID()}`
  expect((await call({ 'content-type': 'text/plain' }, nowhere, wrong)).status).toBe(401)
  expect((await call({ ...good, accept: '*/*', 'content-type': 'text/plain' }, nowhere, wrong)).status).toBe(406)
  expect((await call({ ...good, 'content-type': 'text/plain' }, nowhere, wrong)).status).toBe(415)
  expect((await call({ ...good, 'content-type': 'application/json' }, nowhere, wrong)).status).toBe(400)
  const right = { method: 'PUT', body: '{"status":"Shipped"}' }
  expect((await call({ ...good, 'content-type': 'application/json' }, nowhere, right)).status).toBe(404)
})
