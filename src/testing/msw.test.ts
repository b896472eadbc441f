import { getResponse } from 'msw'
import { setupServer } from 'msw/node'
import createClient from 'openapi-fetch'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { paths } from '../../generated/orders/types.ts'
import { createMock, handlers } from './msw.ts'
import './vitest.ts'

const order = 'a1b7c9d2-5e3f-4a86-8c04-6f2d1e9b7a35'
const at = 'https://orders.example'
const headers = { Accept: 'application/json', Authorization: `Basic ${btoa('orders.example-key:')}` }
// Without this option, openapi-fetch keeps the original `fetch`, from before MSW replaced it.
const orders = createClient<paths>({ baseUrl: `${at}/api`, headers, fetch: (request) => fetch(request) })

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

it('handlers answer as the mock does, where an app calls the real server', async () => {
  server.use(...handlers('orders', { at }))
  const { data } = await orders.GET('/orders', { params: { query: { limit: 1, status: 'Shipped' } } })
  expect(data).toMatchObject({ limit: 1, items: [{ status: 'Shipped' }] })
  const path = { token: order }
  const body = { status: 'Processed', paymentStatus: 'Paid' } as const
  expect((await orders.PUT('/orders/{token}', { params: { path }, body })).data).toMatchObject(body)
  expect((await orders.GET('/orders/{token}', { params: { path } })).data).toMatchObject(body)
})

it('handlers refuse as the mock does, in the shape of the interface', async () => {
  server.use(...handlers('orders', { at }))
  const path = { token: order }
  // @ts-expect-error an update must have a status
  const { error, response } = await orders.PUT('/orders/{token}', { params: { path }, body: { trackingNumber: 'x' } })
  expect(response.status).toBe(400)
  expect(error).toMatchObject({ status: 400, errors: [{ pointer: '/status' }] })
  const anonymous = await fetch(`${at}/api/orders`)
  expect(anonymous.status).toBe(401)
  expect(anonymous.headers.get('www-authenticate')).toContain('Basic')
})

it.each([
  ['where the documents say that the mock is, unless told otherwise', {}, 'http://127.0.0.1:4010/orders'],
  ['below a path', { at: 'https://gateway.example/shop/v1/' }, 'https://gateway.example/shop/v1'],
])('handlers answer %s', async (_, options, address) => {
  server.use(...handlers('orders', options))
  const response = await fetch(`${address}/api/orders?limit=1`, { headers })
  expect(await response.json()).toMatchObject({ limit: 1 })
})

it('handlers share the state of a session, which changes it and reports requests', async () => {
  await using mock = await createMock({ interfaces: ['orders', 'secrets'] })
  await using session = await mock.session()
  server.use(...handlers('orders', { at, session }), ...handlers('secrets', { at: 'https://secrets.example', session }))
  await session.fail('listOrders', { status: 503, times: 1 })
  expect((await orders.GET('/orders')).response.status).toBe(503)
  expect((await orders.GET('/orders')).response.status).toBe(200)
  await session.setConditions('secrets', { sealed: true })
  expect((await fetch('https://secrets.example/v1/sys/health')).status).toBe(503)
  expect(session).toHaveReceived('listOrders', { status: 503, times: 1 })
  expect(mock).not.toHaveReceived('listOrders')
  expect((await session.requests()).map(({ status }) => status)).toEqual([503, 200, 503])
})

it('handlers answer a list asked for by GET, and by the verb LIST where MSW lets it through', async () => {
  const as = { 'X-Svc-Token': 'svc.example-full-access' }
  const keys = { data: { keys: expect.arrayContaining(['foo']) } }
  const secrets = handlers('secrets', { at: 'https://secrets.example' })
  server.use(...secrets)
  const got = await fetch('https://secrets.example/v1/secret/?list=true', { headers: as })
  expect(await got.json()).toMatchObject(keys)
  // `setupServer` parses requests on sockets with a parser that does not know LIST, so this test calls the handlers directly.
  const request = new Request('https://secrets.example/v1/secret/', { method: 'LIST', headers: as })
  const listed = await getResponse(secrets, request)
  expect(await listed?.json()).toMatchObject(keys)
})

it('handlers answer a stream as one, and end it when its reader goes', async () => {
  await using mock = await createMock({ interfaces: ['cluster-agent'] })
  server.use(...handlers('cluster-agent', { at: 'https://agent.example', session: mock }))
  const response = await fetch('https://agent.example/v1/agent/monitor?log_level=trace', {
    headers: mock.credential('cluster-agent', 'read-only').headers,
  })
  expect(response.status).toBe(200)
  const reader = response.body?.getReader()
  const [frame = ''] = new TextDecoder().decode((await reader?.read())?.value).split('\n')
  expect(JSON.parse(frame)).toHaveProperty('Data')
  await reader?.cancel()
})

it('handlers end and cut connections where a fault says so', async () => {
  await using mock = await createMock({ interfaces: ['orders'] })
  server.use(...handlers('orders', { at, session: mock }))
  await mock.fail('listOrders', { drop: true, times: 1 })
  await expect(orders.GET('/orders')).rejects.toThrow(TypeError)
  await mock.fail('listOrders', { truncate: true, times: 1 })
  const cut = await fetch(`${at}/api/orders`, { headers })
  expect(cut.status).toBe(200)
  await expect(cut.text()).rejects.toThrow('terminated')
})

it('createMock sends no body for HEAD or a 204', async () => {
  await using mock = await createMock({ interfaces: ['secrets'] })
  const url = `${mock.baseUrl('secrets')}/v1/secret/new`
  const as = { 'X-Svc-Token': 'svc.example-full-access' }
  const written = await mock.fetch(url, { method: 'PUT', headers: as, body: '{"a":"b"}' })
  expect([written.status, await written.text()]).toEqual([204, ''])
  const health = await mock.fetch(`${mock.baseUrl('secrets')}/v1/sys/health`, { method: 'HEAD' })
  expect([health.status, await health.text()]).toEqual([200, ''])
})

it('createMock says what is unknown', async () => {
  await expect(createMock({ interfaces: ['ordres'] })).rejects.toThrow("unknown interface 'ordres'")
})

it('createMock ends a call whose caller has gone', async () => {
  await using mock = await createMock({ interfaces: ['orders'] })
  await mock.fail('listOrders', { latency: 60_000 })
  const caller = new AbortController()
  const call = mock.fetch(`${mock.baseUrl('orders')}/orders`, { headers, signal: caller.signal })
  caller.abort(new Error('no longer needed'))
  await expect(call).rejects.toThrow('no longer needed')
})
