import { expect } from 'vitest'
import type { MockSession } from './session.ts'
import { test } from './vitest.ts'

const order = 'a1b7c9d2-5e3f-4a86-8c04-6f2d1e9b7a35'
const headers = {
  Accept: 'application/json',
  Authorization: `Basic ${btoa('orders.example-key:')}`,
  'Content-Type': 'application/json',
}

test('the mock serves every interface, and each test has a session', async ({ mock, session }) => {
  expect(mock.baseUrl('kv-cluster')).toBe(`${mock.origin}/kv-cluster/m1`)
  expect(session.headers['X-Mock-Session']).toBe(session.name)
  expect(session.name).not.toBe(mock.name)
})

const update = (session: MockSession, baseUrl: string, token = order) =>
  session.fetch(`${baseUrl}/orders/${token}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ status: 'Processed', metadata: { reviewer: 'a-secret-name', tags: ['x'] } }),
  })

test('toHaveReceived finds a request by its path, query, body and status', async ({ mock, session }) => {
  await update(session, mock.baseUrl('orders'))
  await session.fetch(`${mock.baseUrl('orders')}/orders?limit=5&status=Shipped`, { headers })
  expect(session).toHaveReceived('updateOrder')
  expect(session).toHaveReceived('updateOrder', { path: { token: order }, status: 200, times: 1 })
  expect(session).toHaveReceived('updateOrder', { body: { metadata: { reviewer: 'a-secret-name' } } })
  expect(session).toHaveReceived('listOrders', { query: { limit: 5, status: ['Shipped'] }, interface: 'orders' })
  expect(session).not.toHaveReceived('getOrder')
  expect(session).not.toHaveReceived('updateOrder', { status: 404 })
  expect(session).not.toHaveReceived('updateOrder', { interface: 'secrets' })
  expect(mock).not.toHaveReceived('updateOrder')
})

test('toHaveReceived names what differs, and nothing that was sent', async ({ mock, session }) => {
  await update(session, mock.baseUrl('orders'))
  const expected = {
    path: { token: 'another' },
    query: { dry: true },
    body: { status: 'Shipped', metadata: { reviewer: 'b', tags: [], more: 1 } },
    status: 404,
  }
  const expectation = () => expect(session).toHaveReceived('updateOrder', expected)
  expect(expectation).toThrow(
    'the mock has not received updateOrder as described.\nIt has received:\n  updateOrder, answered 200 (ORD-083, ORD-091): ' +
      'differs in status, path.token, query.dry, body.status, body.metadata.reviewer, body.metadata.tags, body.metadata.more',
  )
  expect(expectation).not.toThrow('a-secret-name')
})

test('toHaveReceived counts', async ({ mock, session }) => {
  await update(session, mock.baseUrl('orders'))
  await update(session, mock.baseUrl('orders'), 'unknown')
  expect(session).toHaveReceived('updateOrder', { times: 2 })
  expect(() => expect(session).toHaveReceived('updateOrder', { times: 1 })).toThrow(
    'the mock has not received updateOrder 1 times as described',
  )
  expect(() => expect(session).not.toHaveReceived('updateOrder')).toThrow('and should not have')
})

test('toHaveReceived says what came instead', async ({ mock, session }) => {
  expect(() => expect(session).toHaveReceived('getOrder')).toThrow('It has received nothing.')
  await update(session, mock.baseUrl('orders'))
  expect(() => expect(session).toHaveReceived('getOrder')).toThrow('It has received updateOrder (1, answered 200).')
  expect(() => expect(order).toHaveReceived('getOrder')).toThrow('toHaveReceived takes a mock or a session of one')
})

test('toHaveReceived reads forms by their fields, and path parameters that span segments', async ({
  mock,
  session,
}) => {
  const [realm, fields] = ['example', { grant_type: 'client_credentials', scope: ['a', 'b'] }]
  await session.fetch(`${mock.baseUrl('oauth-token')}/realms/${realm}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams('grant_type=client_credentials&scope=a&scope=b'),
  })
  expect(session).toHaveReceived('requestToken', { path: { realm }, body: fields })
  await session.fetch(`${mock.baseUrl('secrets')}/v1/secret/app/mail%20host`, { headers: { 'X-Svc-Token': 'x' } })
  expect(session).toHaveReceived('readSecret', { path: { mount: 'secret', path: 'app/mail host' } })
})

test('toHaveReceived knows a request that met a closed connection', async ({ mock, session }) => {
  await session.fail('updateOrder', { drop: true })
  await update(session, mock.baseUrl('orders')).catch(() => {})
  expect(() => expect(session).toHaveReceived('updateOrder', { status: 200 })).toThrow(
    'updateOrder, answered by a closed connection: differs in status',
  )
})

test('toHaveReceived begins anew when the session is reset', async ({ mock, session }) => {
  await update(session, mock.baseUrl('orders'))
  await session.reset()
  expect(session).not.toHaveReceived('updateOrder')
})
