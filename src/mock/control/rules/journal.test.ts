import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { expect, onTestFinished } from 'vitest'
import { it, list, making, order, type Schemas, type Session, type Step, token } from './rules.fixture.ts'

const digital = '/orders/api/orders/3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f10/digital'

it('CTL-050, CTL-051, CTL-062: the journal explains the last 200 requests, and is filtered', async ({ s }) => {
  await s.run(
    ['GET /secrets/v1/secret/a/b\nx-svc-token: svc.unknown', 403],
    ['PUT clock', { now: '2031-01-01T00:00:00Z' }, 200],
    [`${list}?li%6Dit=1&offset=0&unknown=2`, 200],
    [`PUT ${order}`, {}, 400],
    ['GET /orders/api/nothing/orders', 404],
    ['POST faults', { interface: 'orders', kind: 'latency', milliseconds: 0 }, 201],
    ['POST faults', { interface: 'orders', kind: 'drop' }, 201],
    [`DELETE ${order}`, 'no answer'],
    ['DELETE faults', 204],
    ['PUT clock', { now: '2032-01-01T00:00:00Z' }, 200],
    [`GET ${digital}`, 200],
  )
  const entries = await s.journal()
  const about = entries.map((one) => [one.interface, one.operation, one.method, one.path, one.query, one.status])
  expect(about).toEqual([
    ['secrets', 'readSecret', 'GET', '/v1/{mount}/{path}', [], 403],
    ['orders', 'listOrders', 'GET', '/api/orders', ['limit', 'offset', '…'], 200],
    ['orders', 'updateOrder', 'PUT', '/api/orders/{token}', [], 400],
    ['orders', null, 'GET', '/api/…/orders', [], 404],
    ['orders', null, 'DELETE', '/api/orders/…', [], null],
    ['orders', 'listOrderDigitalGoods', 'GET', '/api/orders/{token}/digital', [], 200],
  ])
  expect(entries).toMatchObject([
    { reason: expect.stringMatching(/\w/), rules: expect.arrayContaining([expect.stringMatching(/^SEC-/)]) },
    { reason: null, faults: [], when: expect.stringMatching(/^2031-01-01T00:0/) },
    { reason: expect.stringContaining('status'), rules: expect.arrayContaining(['ORD-082']) },
    { reason: expect.stringMatching(/\w/) },
    { reason: null, faults: ['1', '2'] },
    { reason: null, rules: expect.arrayContaining(['ORD-054']), when: expect.stringMatching(/^2032/) },
  ])
  for (const { milliseconds } of entries) expect(milliseconds > 0 && milliseconds < 60_000).toBe(true)

  for (const [query, selected] of [
    [`?since=${entries[5]?.when}`, [5]],
    ['?interface=secrets', [0]],
    ['?operation=updateOrder', [2]],
    ['?method=GET', [0, 1, 3, 5]],
    ['?status=404', [3]],
    ['?status=4xx', [0, 2, 3]],
    ['?status=none', [4]],
    ['?rule=ORD-082', [2]],
    ['?limit=2', [4, 5]],
    ['?limit=0', []],
    ['?interface=orders&status=4xx&limit=1', [3]],
  ] as const)
    expect(await s.journal(query), query).toEqual(selected.map((index) => entries[index]))
  await s.run(
    ['GET journal?operation=listOrder', 400, /'listOrders'\?"/],
    ['GET journal?interface=order', 400, /orders/],
    ['GET journal?interface=orders&operation=readSecret', 400],
    // A leap second is a date and time, but not one that a clock has.
    ['GET journal?since=2016-12-31T23:59:60Z', 400, /'since' is not a date/],
  )

  await s.run(...Array<Step>(200).fill([list, 200]), ['GET /orders/api/last', 404])
  const last = (await s.journal()).map(({ path }) => path)
  expect([last.length, ...last.slice(-2)]).toEqual([200, '/api/orders', '/api/…'])
})

it('CTL-052: the journal holds no value that a caller sent in a path, a query, a header or a body', async ({ s }) => {
  // Each mark is sent in another part of a request.
  const parts = ['path', 'query', 'header', 'user', 'body'] as const
  const [path, query, header, user, body] = parts.map((part) => `check-${part}-7c41d9e0`)
  const basic = `Basic ${Buffer.from(`${user}:${header}`).toString('base64')}`
  const sent: [request: string, body?: unknown][] = [
    [`${list}/${path}/digital?${query}=${query}`],
    [`GET /orders/api/${path}/orders?limit=${query}`],
    [`${list}?from=${query}&status=${query}`],
    [`${list}\nauthorization: ${basic}`],
    [`${list}\nauthorization: Bearer ${header}\ncookie: session=${header}`],
    [`${list}\naccept: ${header}\nprefer: example=${header}`],
    [`PUT ${order}`, { status: body }],
    [`PUT ${order}`, { status: 'Pending', [`${body}`]: body, metadata: [body] }],
    [`PUT ${order}`, `{"status": ${body}`],
    [`PUT ${order}\ncontent-type: ${header}`, body],
    [`DELETE /orders/api/orders/${path}`],
    [`GET /secrets/v1/secret/${path}\nx-svc-token: ${header}`],
    [`GET /secrets/v1/${path}/foo\nx-svc-namespace: ${header}`],
    [`POST /secrets/v1/secret/${path}`, { [`${body}`]: body }],
    [`POST /secrets/v1/auth/userpass/login/${path}`, { password: body }],
    [`PUT /secrets/v1/kv/data/${path}`, { data: body, options: { cas: body } }],
  ]
  for (const request of sent) await s.send(...request)
  const entries = await s.journal()
  expect(entries.length).toBe(sent.length)
  // A part of a secret can reveal it, so no part may appear.
  const text = JSON.stringify(entries)
  for (const mark of [path, query, header, user, body, basic.slice(6, 26)])
    for (let at = 0; at + 8 <= `${mark}`.length; at++) expect(text).not.toContain(`${mark}`.slice(at, at + 8))
})

it('CTL-053, CTL-054: the journal holds no control calls, and can be cleared', async ({ s }) => {
  await s.run([list, 200])
  const before = await s.journal()
  const kept = making.filter(([asked]) => !/reset|DELETE.*journal/.test(asked))
  for (const [asked, body] of [...kept, ['GET /_control/interfaces'] as const])
    await s.send(`${asked}\nx-mock-session: {session}`, body)
  expect(await s.journal()).toEqual(before)
  await s.run(['DELETE journal', 204], ['GET journal', 200, { requests: [] }])
  await s.run([list, 200], ['GET journal', 200, { requests: [{}] }])
})

/** Follows the journal until the test is over. `next` is undefined once the stream has ended. */
async function follow(s: Session, query = '') {
  const caller = new AbortController()
  onTestFinished(() => caller.abort())
  const url = `${s.origin}/_control/sessions/${s.name}/journal?follow=true${query}`
  const { status, headers, body } = await fetch(url, { signal: caller.signal })
  const input = Readable.from(body as AsyncIterable<Uint8Array>).on('error', () => {})
  const lines = createInterface({ input })[Symbol.asyncIterator]()
  const next = async (): Promise<Schemas['JournalEntry'] | undefined> => {
    const { done, value } = await lines.next()
    if (done) return undefined
    if (value !== 'event: request') return next()
    return JSON.parse(String((await lines.next()).value).slice('data: '.length))
  }
  return { status, headers, next }
}

it('CTL-063, CTL-064, CTL-074: a followed journal is an event stream, also of changes, for up to 20', async ({ s }) => {
  await s.run([list, 200])
  const [all, wrong, full] = [await follow(s), await follow(s, '&status=4xx'), await follow(s, '&changes=true')]
  expect(all.headers.get('content-type')).toMatch(/^text\/event-stream\b/)
  expect(all.headers.get('cache-control')).toBe('no-store')
  const update = { status: 'Processed', trackingNumber: '7c41d9e0' }
  await s.run(['GET /orders/api/nothing', 404], [`PUT ${order}`, update, 200], ['GET journal', 200, /^(?!.*7c41d9e0)/])
  for (const operation of ['listOrders', null, 'updateOrder']) expect((await all.next())?.operation).toBe(operation)
  expect((await wrong.next())?.operation).toBe(null)
  const changed = { kind: 'orders', key: token, before: { status: 'Pending' }, after: { trackingNumber: '7c41d9e0' } }
  for (const changes of [undefined, [], [changed]]) expect(await full.next()).toMatchObject(changes ? { changes } : {})
  for (let followers = 3; followers < 20; followers++) expect((await follow(s)).status).toBe(200)
  expect((await follow(s)).status).toBe(409)
  await s.run(['DELETE .', 204])
  for (const { next } of [all, wrong]) expect(await next()).toBe(undefined)
})

it('CTL-080, CTL-081: the metrics of a process count its requests, in the Prometheus text format', async ({ s }) => {
  // Several readings, because each process behind a load balancer has its own metrics.
  const read = async () => {
    const replies = await Promise.all([1, 2, 3, 4].map(() => s.send('GET /_control/metrics')))
    return replies.map(({ text }) => text).join('')
  }
  const sample = /^mock_requests_total\{interface="orders",operation="getOrder",status="404"\} (\d+)$/gm
  const sum = (text: string) => [...text.matchAll(sample)].reduce((sum, [, count]) => sum + Number(count), 0)
  const before = sum(await read())
  for (let request = 0; request < 8; request++) await s.run([`${list}/00000000-0000-4000-8000-000000000000`, 404])
  const text = await read()
  expect(sum(text) - before).toBeGreaterThanOrEqual(8)
  for (const line of [
    /^# TYPE mock_requests_total counter$/m,
    /^# TYPE mock_request_duration_seconds histogram$/m,
    /^mock_request_duration_seconds_bucket\{interface="orders",le="\+Inf"\} \d+$/m,
    /^# TYPE mock_sessions gauge\nmock_sessions \d+$/m,
    /^# TYPE mock_event_loop_delay_seconds gauge$/m,
  ])
    expect(text).toMatch(line)
})
