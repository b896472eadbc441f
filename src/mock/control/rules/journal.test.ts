import { expect } from 'vitest'
import { callAnyhow, making } from './every-call.fixture.ts'
import { detailOf, howItEnded, it, type Schemas, type Session } from './session.fixture.ts'

type Entry = Schemas['JournalEntry']

/** Values in the place of secrets. Each is sent in another part of a request. */
const mark = {
  path: 'check-path-7c41d9e0',
  query: 'check-query-7c41d9e0',
  header: 'check-header-7c41d9e0',
  user: 'check-user-7c41d9e0',
  body: 'check-body-7c41d9e0',
} as const

it('CTL-050: the journal holds the last 200 requests of a session', async ({ s }) => {
  const token = await s.anOrder()
  await s.setClock('2031-01-01T00:00:00Z')
  await s.ask('orders', 'GET /orders?li%6Dit=1&offset=0&unknown=2')
  await s.update(token, {})
  await s.health()
  await s.ask('secrets', 'GET /v1/secret/a/b')
  await s.ask('orders', `DELETE /orders/${token}`)
  await s.ask('orders', 'GET /nothing/orders')
  const entries = await s.journal()
  const parts = ['interface', 'operation', 'method', 'path', 'query', 'status'] as const
  const about = (entry: Entry) => parts.map((part) => entry[part])
  expect(entries.map(about)).toEqual([
    ['orders', 'listOrders', 'GET', '/api/orders', ['limit', 'offset', '…'], 200],
    ['orders', 'updateOrder', 'PUT', '/api/orders/{token}', [], 400],
    ['secrets', 'readHealth', 'GET', '/v1/sys/health', [], 200],
    ['secrets', 'readSecret', 'GET', '/v1/{mount}/{path}', [], 404],
    ['orders', null, 'DELETE', '/api/orders/…', [], 405],
    ['orders', null, 'GET', '/api/…/orders', [], 404],
  ])
  for (const { when, milliseconds } of entries) {
    expect(when).toMatch(/^2031-01-01T00:0/)
    expect(milliseconds).toBeGreaterThan(0)
    expect(milliseconds).toBeLessThan(60_000)
  }
  await s.statuses(196)
  await s.ask('orders', 'GET /last')
  const last = (await s.journal()).map(({ path }) => path)
  expect(last.length).toBe(200)
  expect(last.slice(-2)).toEqual(['/api/orders', '/api/…'])
})

it('CTL-051: the journal explains each answer', async ({ s }) => {
  const token = await s.anOrder('/digital')
  await s.ask('orders', `GET /orders/${token}/digital`)
  await s.ask('orders', 'GET /orders?limit=0')
  await s.ask('secrets', 'GET /v1/secret/foo', { headers: { 'x-svc-token': 'svc.unknown' } })
  const { id } = await s.inject({ kind: 'latency', milliseconds: 0 })
  const faults = [id, (await s.inject({ kind: 'drop' })).id]
  expect(await howItEnded(s.ask('orders', 'GET /orders'))).toBe('no answer')
  const [good, wrong, forbidden, dropped] = await s.journal()
  expect(good).toMatchObject({ status: 200, reason: null, faults: [] })
  expect(good?.rules).toContain('ORD-054')
  const limit = { status: 400, reason: expect.stringContaining('limit'), faults: [] }
  expect(wrong).toMatchObject(limit)
  const unknown = { status: 403, reason: expect.stringMatching(/\w/) }
  expect(forbidden).toMatchObject(unknown)
  expect(forbidden?.rules.join()).toMatch(/^(SEC-\d{3},?)+$/)
  expect(dropped).toMatchObject({ status: null, reason: null, faults })
})

it('CTL-052: the journal holds no value that a caller sent in a path, a query, a header or a body', async ({ s }) => {
  const count = await sendMarked(s)
  const entries = await s.journal()
  expect(entries.length).toBe(count)
  // A part of a secret can reveal it, so no part may appear.
  const parts = [...partsOfMarks(), Buffer.from(mark.user).toString('base64').slice(0, 12)]
  for (const entry of entries) for (const part of parts) expect(JSON.stringify(entry)).not.toContain(part)

  // A reason names the fault, and repeats no part of the request, however short.
  const masked = s.own()
  const token = await s.anOrder()
  await masked.ask('orders', 'GET /zq9')
  for (const body of ['zq9', 'kq3zv8wj'.repeat(6)]) await masked.ask('orders', `PUT /orders/${token}`, { body })
  const reasons = (await masked.journal()).map(({ reason }) => reason)
  const notJson = expect.stringMatching(/^The request body is not valid JSON: .*…/)
  const nowhere = expect.stringMatching(/^There is nothing at \/.*…\.$/)
  expect(reasons).toEqual([nowhere, notJson, notJson])
  expect(reasons.join()).not.toMatch(/zq9|kq3zv8wj|……/)
})

it('CTL-053: the journal of a session can be cleared', async ({ s }) => {
  const other = s.own()
  const count = async () => [(await s.journal()).length, (await other.journal()).length]
  await s.statuses(2)
  await other.statuses(1)
  expect(await count()).toEqual([2, 1])
  await s.expect(204, 'clearJournal')
  expect(await count()).toEqual([0, 1])
  await s.statuses(1)
  expect(await count()).toEqual([1, 1])
})

it('CTL-054: control calls are not in the journal', async ({ s }) => {
  await s.statuses(1)
  const before = await s.journal()
  const headers = { 'x-mock-session': s.name }
  for (const operation of making)
    if (operation !== 'resetSession' && operation !== 'clearJournal') await callAnyhow(s, operation, { headers })
  await s.interfaces(headers)
  expect(before.length).toBe(1)
  expect(await s.journal()).toEqual(before)
})

it('CTL-062: the journal is filtered by interface', async ({ s }) => {
  const token = await s.anOrder()
  await s.setClock('2031-01-01T00:00:00Z')
  await s.statuses(1)
  await s.update(token, {})
  await s.ask('orders', 'GET /nothing')
  await s.health()
  await s.inject({ kind: 'drop', times: 1 })
  await s.order(token).catch(() => undefined)
  await s.setClock('2032-01-01T00:00:00Z')
  await s.order(token)

  for (const [query, selected] of [
    [{}, ['listOrders', 'updateOrder', null, 'readHealth', 'getOrder', 'getOrder']],
    [{ interface: 'secrets' }, ['readHealth']],
    [{ operation: 'getOrder' }, ['getOrder', 'getOrder']],
    [{ method: 'PUT' }, ['updateOrder']],
    [{ status: '404' }, [null]],
    [{ status: '4xx' }, ['updateOrder', null]],
    [{ status: 'none' }, ['getOrder']],
    [{ rule: 'ORD-082' }, ['updateOrder']],
    [{ since: '2032-01-01T00:00:00Z' }, ['getOrder']],
    [{ limit: 2 }, ['getOrder', 'getOrder']],
    [{ limit: 0 }, []],
    [{ interface: 'orders', status: '4xx', limit: 1 }, [null]],
  ] as const) {
    const found = (await s.journal(query)).map(({ operation }) => operation)
    expect(found).toEqual(selected)
  }
  for (const [query, meant] of [
    [{ operation: 'listOrder' }, 'listOrders'],
    [{ interface: 'order' }, 'orders'],
  ] as const) {
    const refused = await s.call('getJournal', {}, undefined, { query })
    expect(refused.status).toBe(400)
    expect(detailOf(refused)).toContain(meant)
  }
})

/** Every run of eight characters of the values. */
function partsOfMarks(): string[] {
  return Object.values(mark).flatMap((value) =>
    Array.from({ length: value.length - 7 }, (_, start) => value.slice(start, start + 8)),
  )
}

/** Sends requests of many kinds with these values, and returns their number. */
async function sendMarked(s: Session): Promise<number> {
  const { path, query, header, user, body } = mark
  const update = `PUT /orders/${await s.anOrder()}`
  const json = (value: unknown) => ({ body: JSON.stringify(value) })
  const basic = `Basic ${Buffer.from(`${user}:${header}`).toString('base64')}`
  const sent: [string, string, Parameters<Session['ask']>[2]?][] = [
    ['orders', `GET /orders/${path}`],
    ['orders', `GET /orders/${path}/digital?${query}=${query}`],
    ['orders', `GET /${path}/orders?limit=${query}`],
    ['orders', `GET /orders?from=${query}&status=${query}`],
    ['orders', 'GET /orders', { headers: { authorization: basic } }],
    ['orders', 'GET /orders', { headers: { authorization: `Bearer ${header}`, cookie: `session=${header}` } }],
    ['orders', 'GET /orders', { headers: { accept: header, prefer: `example=${header}` } }],
    ['orders', update, json({ status: body })],
    ['orders', update, json({ status: 'Pending', [body]: body, metadata: [body] })],
    ['orders', update, { body: `{"status": ${body}` }],
    ['orders', update, { body, headers: { 'content-type': header } }],
    ['orders', `DELETE /orders/${path}`],
    ['secrets', `GET /v1/secret/${path}`, { headers: { 'x-svc-token': header } }],
    ['secrets', `GET /v1/${path}/foo`, { headers: { 'x-svc-namespace': header } }],
    ['secrets', `POST /v1/secret/${path}`, json({ [body]: body })],
    ['secrets', `POST /v1/auth/userpass/login/${path}`, json({ password: body })],
    ['secrets', `PUT /v1/kv/data/${path}`, json({ data: body, options: { cas: body } })],
  ]
  for (const request of sent) await s.ask(...request)
  return sent.length
}
