import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MockSession, TestMock } from './session.ts'
import { ControlRefusedError } from './session.ts'
import { startMock } from './start-mock.ts'

const order = 'a1b7c9d2-5e3f-4a86-8c04-6f2d1e9b7a35'

let mock: TestMock<'orders' | 'secrets' | 'oauth-token'>
beforeAll(async () => {
  mock = await startMock({ interfaces: ['orders', 'secrets', 'oauth-token'], onFault: (reason) => expect.fail(reason) })
})
afterAll(() => mock.close())

const asCaller = { Accept: 'application/json', Authorization: `Basic ${btoa('orders.example-key:')}` }
const read = (session: MockSession<'orders'>, path = '/orders') =>
  session.fetch(`${mock.baseUrl('orders')}${path}`, { headers: asCaller })

it('startMock gives what a program needs to call: addresses and credentials', async () => {
  expect(mock.baseUrl('orders')).toBe(`${mock.origin}/orders/api`)
  expect(mock.baseUrls('oauth-token')).toEqual([`${mock.origin}/oauth-token`, `${mock.origin}/oauth-token/payments`])
  const { headers } = mock.credential('orders', 'full')
  const response = await fetch(`${mock.baseUrl('orders')}/orders`, {
    headers: { ...headers, accept: 'application/json' },
  })
  expect(response.status).toBe(200)
})

it('startMock names the credentials and the interfaces that it has', () => {
  expect(() => mock.credential('orders', 'admin')).toThrow("orders has no credential 'admin'; it has full")
  // @ts-expect-error this mock does not serve it
  expect(() => mock.baseUrl('kv-cluster')).toThrow("the mock does not serve 'kv-cluster'; it serves secrets, orders")
})

it('startMock seeds every session, at its start and again when it is reset', async () => {
  const seed = { secrets: { conditions: { sealed: true } } }
  await using seeded = await startMock({ interfaces: ['secrets'], seed })
  const health = async (session: MockSession<'secrets'>) =>
    (await session.fetch(`${seeded.baseUrl('secrets')}/v1/sys/health`)).status
  expect(await health(seeded)).toBe(503)
  await using session = await seeded.session()
  await session.setConditions('secrets', { sealed: false })
  expect(await health(session)).toBe(200)
  await session.reset()
  expect(await health(session)).toBe(503)
})

it('startMock stops at the end of its block, also where its seed was refused', async () => {
  let origin = ''
  {
    await using brief = await startMock({ interfaces: ['orders'] })
    origin = brief.origin
  }
  await expect(fetch(origin)).rejects.toThrow('fetch failed')
  const refused = startMock({ interfaces: ['orders'], seed: { orders: { conditions: { sealed: true } } } })
  await expect(refused).rejects.toThrow(ControlRefusedError)
})

it('a session shares no records with another session', async () => {
  await using one = await mock.session()
  await using other = await mock.session()
  await one.records('orders', 'orders').delete(order)
  expect((await read(one, `/orders/${order}`)).status).toBe(404)
  expect((await read(other, `/orders/${order}`)).status).toBe(200)
  expect(one.headers).toEqual({ 'X-Mock-Session': one.name })
})

it('a session moves its clock', async () => {
  await using session = await mock.session()
  const moment = '2026-03-09T12:00:00.000Z'
  expect((await session.clock.set(moment)).getTime()).toBeGreaterThanOrEqual(Date.parse(moment))
  const later = await session.clock.advance(600)
  expect(later.getTime()).toBeGreaterThanOrEqual(Date.parse('2026-03-09T12:10:00Z'))
  expect((await session.clock.now()).getTime()).toBeGreaterThanOrEqual(later.getTime())
})

it('a session reads and writes records', async () => {
  await using session = await mock.session()
  const orders = session.records('orders', 'orders')
  const record = (await orders.get(order)) as Record<string, unknown>
  await orders.put(order, { ...record, status: 'Shipped' })
  expect(await (await read(session, `/orders/${order}`)).json()).toMatchObject({ status: 'Shipped' })
  expect(Object.keys(await orders.list())).toContain(order)
  expect(await orders.delete(order)).toBe(true)
  expect(await orders.delete(order)).toBe(false)
  expect(await orders.get(order)).toBeUndefined()
  await expect(session.records('orders', 'order').get(order)).rejects.toThrow("'order' is not a record kind of orders")
})

it('a session sets conditions, and lets things happen', async () => {
  await using session = await mock.session()
  expect(await session.conditions('secrets')).toMatchObject({ sealed: false })
  expect(await session.setConditions('secrets', { sealed: true })).toMatchObject({ sealed: true })
  const good = { token: '3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f10', fileGuid: 'b61423d1-e5fc-4840-b702-d2e3f4a5b6c7' }
  expect(await session.run('orders', 'download', good)).toMatchObject({ downloaded: true })
  await expect(session.run('orders', 'explode')).rejects.toThrow("'explode' is not an action of orders; known are")
})

it('a session tells what it received, without what was sent', async () => {
  await using session = await mock.session()
  await read(session, '/orders?limit=0')
  const [request, ...others] = await session.requests()
  expect(others).toEqual([])
  expect(request).toMatchObject({ interface: 'orders', operation: 'listOrders', query: ['limit'], status: 400 })
})

it('a session is gone when it is closed', async () => {
  const session = await mock.session()
  await read(session)
  await session.close()
  expect(await session.requests()).toEqual([])
  await session.close()
})

it('fail lets so many requests meet a status', async () => {
  await using session = await mock.session()
  await session.fail('listOrders', { status: 503, times: 2 })
  const statuses = []
  for (let n = 0; n < 3; n++) statuses.push((await read(session)).status)
  expect(statuses).toEqual([503, 503, 200])
  expect((await read(session, `/orders/${order}`)).status).toBe(200)
})

it("fail delays on the session's clock", async () => {
  await using session = await mock.session()
  await session.fail('listOrders', { latency: 3_600_000 })
  const answer = read(session)
  let isPending = true
  void answer.finally(() => {
    isPending = false
  })
  while (isPending) await session.clock.advance(3600)
  expect((await answer).status).toBe(200)
  expect((await session.requests())[0]?.faults).toHaveLength(1)
})

it('fail ends when healed', async () => {
  await using session = await mock.session()
  await session.fail('listOrders', { status: 500 })
  expect((await read(session)).status).toBe(500)
  await session.heal()
  expect((await read(session)).status).toBe(200)
})

it('fail refuses what the mock does not have', async () => {
  // @ts-expect-error no interface of this mock has this operation
  await expect(mock.fail('streamLogs', { status: 500 })).rejects.toThrow("serves no operation 'streamLogs'")
  await expect(mock.fail('listOrders', { status: 200 })).rejects.toThrow('control plane answered 400')
})

it('fail asks which interface is meant where two have the operation', async () => {
  await using both = await startMock({ interfaces: ['app-distribution', 'work-management'] })
  await expect(both.fail('getUser', { status: 500 })).rejects.toThrow(
    'getUser is an operation of app-distribution and work-management: say which with `interface`',
  )
  await both.fail('getUser', { status: 500, interface: 'app-distribution' })
})
