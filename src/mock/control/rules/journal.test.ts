import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { callAnyhow, detailOf, howItEnded, it, type More, making, type Schemas, type Session } from './rules.fixture.ts'

type Entry = Schemas['JournalEntry']

const operationsOf = (entries: readonly Entry[]) => entries.map(({ operation }) => operation)

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
  const about = entries.map((one) => [one.interface, one.operation, one.method, one.path, one.query, one.status])
  expect(about).toEqual([
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
  const entries = await s.journal()
  expect(entries).toMatchObject([
    { status: 200, reason: null, faults: [], rules: expect.arrayContaining(['ORD-054']) },
    { status: 400, reason: expect.stringContaining('limit'), faults: [] },
    { status: 403, reason: expect.stringMatching(/\w/) },
    { status: null, reason: null, faults },
  ])
  expect(entries[2]?.rules.join()).toMatch(/^(SEC-\d{3},?)+$/)
})

it('CTL-052: the journal holds no value that a caller sent in a path, a query, a header or a body', async ({ s }) => {
  // Each mark is sent in another part of a request.
  const parts = ['path', 'query', 'header', 'user', 'body'] as const
  const [path, query, header, user, body] = parts.map((part) => `check-${part}-7c41d9e0`)
  const update = `PUT /orders/${await s.anOrder()}`
  const json = (value: unknown) => ({ body: JSON.stringify(value) })
  const basic = `Basic ${Buffer.from(`${user}:${header}`).toString('base64')}`
  const sent: [string, string, More?][] = [
    ['orders', `GET /orders/${path}`],
    ['orders', `GET /orders/${path}/digital?${query}=${query}`],
    ['orders', `GET /${path}/orders?limit=${query}`],
    ['orders', `GET /orders?from=${query}&status=${query}`],
    ['orders', 'GET /orders', { headers: { authorization: basic } }],
    ['orders', 'GET /orders', { headers: { authorization: `Bearer ${header}`, cookie: `session=${header}` } }],
    ['orders', 'GET /orders', { headers: { accept: header, prefer: `example=${header}` } }],
    ['orders', update, json({ status: body })],
    ['orders', update, json({ status: 'Pending', [`${body}`]: body, metadata: [body] })],
    ['orders', update, { body: `{"status": ${body}` }],
    ['orders', update, { body, headers: { 'content-type': header } }],
    ['orders', `DELETE /orders/${path}`],
    ['secrets', `GET /v1/secret/${path}`, { headers: { 'x-svc-token': header } }],
    ['secrets', `GET /v1/${path}/foo`, { headers: { 'x-svc-namespace': header } }],
    ['secrets', `POST /v1/secret/${path}`, json({ [`${body}`]: body })],
    ['secrets', `POST /v1/auth/userpass/login/${path}`, json({ password: body })],
    ['secrets', `PUT /v1/kv/data/${path}`, json({ data: body, options: { cas: body } })],
  ]
  for (const request of sent) await s.ask(...request)
  const entries = await s.journal()
  expect(entries.length).toBe(sent.length)
  // A part of a secret can reveal it, so no part may appear.
  const text = JSON.stringify(entries)
  for (const mark of [path, query, header, user, body, basic.slice(6, 26)])
    for (let at = 0; at + 8 <= `${mark}`.length; at++) expect(text).not.toContain(`${mark}`.slice(at, at + 8))

  // A reason names the fault, and repeats no part of the request, however short.
  const masked = s.own()
  await masked.ask('orders', 'GET /zq9')
  for (const body of ['zq9', 'kq3zv8wj'.repeat(6)]) await masked.ask('orders', update, { body })
  const reasons = (await masked.journal()).map(({ reason }) => reason)
  const notJson = expect.stringMatching(/^The request body is not valid JSON: .*…/)
  expect(reasons).toEqual([expect.stringMatching(/^There is nothing at \/.*…\.$/), notJson, notJson])
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
  ] as const)
    expect(operationsOf(await s.journal(query))).toEqual(selected)
  for (const [query, meant] of [
    [{ operation: 'listOrder' }, 'listOrders'],
    [{ interface: 'order' }, 'orders'],
  ] as const) {
    const refused = await s.call('getJournal', {}, undefined, { query })
    expect(refused.status).toBe(400)
    expect(detailOf(refused)).toContain(meant)
  }
})

/** Follows the journal until the test is over. */
async function follow(s: Session, query: Record<string, string> = {}) {
  const caller = new AbortController()
  onTestFinished(() => caller.abort())
  const search = new URLSearchParams({ follow: 'true', ...query })
  const url = `${s.origin}/_control/sessions/${s.name}/journal?${search}`
  const { status, headers, body } = await fetch(url, { signal: caller.signal })
  const events = requestsIn(body as AsyncIterable<Uint8Array>)
  /** The next request; undefined if there is none for some seconds. */
  const next = () => Promise.race([events.next(), setTimeout(3000, undefined, { ref: false })])
  return { status, headers, next: async () => (await next())?.value, ends: async () => (await next())?.done === true }
}

async function* requestsIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Entry, undefined> {
  let before = ''
  for await (const line of createInterface({ input: Readable.from(chunks).on('error', () => {}) })) {
    if (before === 'event: request' && line.startsWith('data: ')) yield JSON.parse(line.slice(6))
    before = line
  }
  return undefined
}

it('CTL-063: a followed journal is answered as an event stream with the selected requests', async ({ s }) => {
  await s.statuses(1)
  const all = await follow(s)
  const wrong = await follow(s, { status: '4xx' })
  expect(all.status).toBe(200)
  expect(all.headers.get('content-type')).toMatch(/^text\/event-stream\b/)
  expect((await all.next())?.operation).toBe('listOrders')
  await s.ask('orders', 'GET /nothing')
  await s.statuses(1)
  for (const operation of [null, 'listOrders']) expect((await all.next())?.operation).toBe(operation)
  expect((await wrong.next())?.operation).toBe(null)
  await s.call('deleteSession')
  for (const { ends } of [all, wrong]) expect(await ends()).toBe(true)
})

it('CTL-064: a journal has at most 20 followers at the same time; one more is answered 409', async ({ s }) => {
  for (let followers = 0; followers < 20; followers++) expect((await follow(s)).status).toBe(200)
  expect((await follow(s)).status).toBe(409)
})

it('CTL-074: with changes=true', async ({ s }) => {
  const token = await s.anOrder()
  const followed = await follow(s, { changes: 'true' })
  await s.update(token, { status: 'Processed', trackingNumber: '7c41d9e0' })
  await s.statuses(1)
  const [updated, read] = [await followed.next(), await followed.next()]
  expect(updated?.changes?.length).toBe(1)
  const { kind, key, before, after } = Object(updated?.changes?.[0])
  expect(`${kind} ${key}`).toBe(`orders ${token}`)
  expect(before?.trackingNumber).not.toBe('7c41d9e0')
  expect(after?.trackingNumber).toBe('7c41d9e0')
  expect(read?.changes).toEqual([])
  expect(JSON.stringify(await s.journal())).not.toContain('7c41d9e0')
})

/** The text of several readings, because each process behind a load balancer has its own metrics. */
async function readAll(s: Session): Promise<string> {
  const texts: string[] = []
  while (texts.length < 4) {
    const { status, body } = await s.call('getMetrics')
    expect(status).toBe(200)
    texts.push(String(body))
  }
  return texts.join('')
}

/** The sum of the samples with these labels, in any order. */
function sumOf(text: string, ...labels: string[]): number {
  const lines = text.split('\n').filter((line) => line.startsWith('mock_requests_total{'))
  const counted = lines.filter((line) => labels.every((label) => line.includes(label)))
  return counted.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
}

it('CTL-080: the metrics of a process are answered in the Prometheus text format', async ({ s }) => {
  await s.statuses(4)
  const text = await readAll(s)
  for (const line of [
    /^# TYPE mock_requests_total counter$/m,
    /^# TYPE mock_request_duration_seconds histogram$/m,
    /^# TYPE mock_sessions gauge$/m,
    /^# TYPE mock_event_loop_delay_seconds gauge$/m,
    /^mock_request_duration_seconds_bucket\{interface="orders",le="\+Inf"\} \d+$/m,
    /^mock_sessions \d+$/m,
  ])
    expect(text).toMatch(line)
})

it('CTL-081: each answered request to an interface is counted under its interface', async ({ s }) => {
  const labels = ['interface="orders"', 'operation="getOrder"', 'status="404"']
  const before = sumOf(await readAll(s), ...labels)
  for (let request = 0; request < 8; request++) await s.order('00000000-0000-4000-8000-000000000000')
  expect(sumOf(await readAll(s), ...labels) - before).toBeGreaterThanOrEqual(8)
})
