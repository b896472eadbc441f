import { expect } from '../../../check/expect.ts'
import { acceptsRefused, answersStatus, answersWith, ignoresQuery, on, type Sabotage } from '../../../check/sabotage.ts'
import { callAnyhow, making } from './every-call.ts'
import { howItEnded } from './pending.ts'
import { changesDetail, eachOf, eachWrong, listIs, mixesSessions } from './sabotages.ts'
import { type Checks, detailOf, inSession, type Schemas, type Session } from './session.ts'

type Entry = Schemas['JournalEntry']

/** Changes the entries of the journal. */
const tells = (change: (entry: Entry) => object): Sabotage => eachOf('getJournal', 'requests', change)
const tellsAll = (change: (entries: Entry[]) => Entry[]): Sabotage => listIs('getJournal', 'requests', change)
const tellsWrong = (wrong: Partial<Entry>): Sabotage[] => eachWrong('getJournal', wrong, 'requests')

/** Values in the place of secrets. Each is sent in another part of a request. */
const mark = {
  path: 'check-path-7c41d9e0',
  query: 'check-query-7c41d9e0',
  header: 'check-header-7c41d9e0',
  user: 'check-user-7c41d9e0',
  body: 'check-body-7c41d9e0',
} as const

export const journal: Checks = {
  'CTL-050': inSession(async (s) => {
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
    expect(entries.map(about), parts.join()).toEqual([
      ['orders', 'listOrders', 'GET', '/api/orders', ['limit', 'offset', '…'], 200],
      ['orders', 'updateOrder', 'PUT', '/api/orders/{token}', [], 400],
      ['secrets', 'readHealth', 'GET', '/v1/sys/health', [], 200],
      ['secrets', 'readSecret', 'GET', '/v1/{mount}/{path}', [], 404],
      ['orders', null, 'DELETE', '/api/orders/…', [], 405],
      ['orders', null, 'GET', '/api/…/orders', [], 404],
    ])
    for (const { when, milliseconds } of entries) {
      expect(when, 'time on the session’s clock').toMatch(/^2031-01-01T00:0/)
      expect(milliseconds, 'duration in milliseconds').toBeGreaterThan(0)
      expect(milliseconds, 'duration in milliseconds').toBeLessThan(60_000)
    }
    await s.statuses(196)
    await s.ask('orders', 'GET /last')
    const last = (await s.journal()).map(({ path }) => path)
    expect(last.length, 'requests that are held').toBe(200)
    expect(last.slice(-2), 'the newest, at the end').toEqual(['/api/orders', '/api/…'])
  }).brokenBy(
    ...tellsWrong({ when: '2026-01-01T00:00:00Z', interface: 'orders', operation: null, method: 'GET' }),
    ...tellsWrong({ path: '/api/orders', query: ['limit', 'offset'], status: 200, milliseconds: 0 }),
    tellsAll((entries) => entries.reverse()),
    tellsAll((entries) => entries.slice(-199)),
  ),
  'CTL-051': inSession(async (s) => {
    const token = await s.anOrder((path) => path.endsWith('/digital'))
    await s.ask('orders', `GET /orders/${token}/digital`)
    await s.ask('orders', 'GET /orders?limit=0')
    await s.ask('secrets', 'GET /v1/secret/foo', { headers: { 'x-svc-token': 'svc.unknown' } })
    const { id } = await s.inject({ kind: 'latency', milliseconds: 0 })
    const faults = [id, (await s.inject({ kind: 'drop' })).id]
    expect(await howItEnded(s.ask('orders', 'GET /orders')), 'how a dropped request ended').toBe('no answer')
    const [good, wrong, forbidden, dropped] = await s.journal()
    expect(good, 'a request that was answered').toMatchObject({ status: 200, reason: null, faults: [] })
    expect(good?.rules, 'rules that decided on downloads').toContain('ORD-054')
    const limit = { status: 400, reason: expect.stringContaining('limit'), faults: [] }
    expect(wrong, 'a request with a limit of 0').toMatchObject(limit)
    const unknown = { status: 403, reason: expect.stringMatching(/\w/) }
    expect(forbidden, 'a request with an unknown token').toMatchObject(unknown)
    expect(forbidden?.rules.join(), 'rules that decided on a token').toMatch(/^(SEC-\d{3},?)+$/)
    expect(dropped, 'a request that was dropped').toMatchObject({ status: null, reason: null, faults })
  }).brokenBy(...tellsWrong({ reason: 'It was refused.', rules: [], status: 503, faults: [] })),
  'CTL-052': inSession(async (s) => {
    const count = await sendMarked(s)
    const entries = await s.journal()
    expect(entries.length, 'requests in the journal').toBe(count)
    // A part of a secret can reveal it, so no part may appear.
    const parts = [...partsOfMarks(), Buffer.from(mark.user).toString('base64').slice(0, 12)]
    for (const entry of entries)
      for (const part of parts) expect(JSON.stringify(entry), 'the part of a request that is kept').not.toContain(part)

    // A reason names the fault, and repeats no part of the request, however short.
    const masked = s.own()
    const token = await s.anOrder()
    await masked.ask('orders', 'GET /zq9')
    for (const body of ['zq9', 'kq3zv8wj'.repeat(6)]) await masked.ask('orders', `PUT /orders/${token}`, { body })
    const reasons = (await masked.journal()).map(({ reason }) => reason)
    const notJson = expect.stringMatching(/^The request body is not valid JSON: .*…/)
    const nowhere = expect.stringMatching(/^There is nothing at \/.*…\.$/)
    expect(reasons, 'reasons of three refusals').toEqual([nowhere, notJson, notJson])
    expect(reasons.join(), 'the reasons').not.toMatch(/zq9|kq3zv8wj|……/)
  }).brokenBy(
    ...tellsWrong({ path: `/api/orders/${mark.path}`, query: [`limit=${mark.query}`] }),
    ...tellsWrong({ reason: `Unexpected end of JSON input in ${mark.body.slice(0, 14)}` }),
    ...tellsWrong({ reason: `Basic ${Buffer.from(mark.user).toString('base64')} is unknown` }),
    tells(({ reason }) => ({ reason: reason?.replace('…', 'zq9') })),
    tellsAll((entries) => entries.slice(1)),
  ),
  'CTL-053': inSession(async (s) => {
    const other = s.own()
    const count = async () => [(await s.journal()).length, (await other.journal()).length]
    await s.statuses(2)
    await other.statuses(1)
    expect(await count(), 'requests of two sessions before').toEqual([2, 1])
    await s.expect(204, 'clearJournal')
    expect(await count(), 'requests of two sessions afterwards').toEqual([0, 1])
    await s.statuses(1)
    expect(await count(), 'requests after one more').toEqual([1, 1])
  }).brokenBy(
    on('clearJournal', answersWith(204)),
    on('clearJournal', answersStatus(200)),
    mixesSessions('getJournal', 'clearJournal'),
  ),
  'CTL-054': inSession(async (s) => {
    await s.statuses(1)
    const before = await s.journal()
    const headers = { 'x-mock-session': s.name }
    for (const operation of making)
      if (operation !== 'resetSession' && operation !== 'clearJournal') await callAnyhow(s, operation, { headers })
    await s.t.attempt('listInterfaces', { headers })
    expect(before.length, 'requests before control calls').toBe(1)
    expect(await s.journal(), 'requests after them').toEqual(before)
  }).brokenBy(listsReadings()),
  'CTL-062': inSession(async (s) => {
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
      expect(found, `operations of the journal with ${JSON.stringify(query)}`).toEqual(selected)
    }
    for (const [query, meant] of [
      [{ operation: 'listOrder' }, 'listOrders'],
      [{ interface: 'order' }, 'orders'],
    ] as const) {
      const refused = await s.call('getJournal', {}, undefined, { query })
      expect(refused.status, `status of the journal with ${JSON.stringify(query)}`).toBe(400)
      expect(detailOf(refused), `why ${JSON.stringify(query)} is refused`).toContain(meant)
    }
  }).brokenBy(
    ...['interface', 'operation', 'method', 'status', 'rule', 'since', 'limit'].map((name) =>
      on('getJournal', ignoresQuery(name)),
    ),
    on('getJournal', acceptsRefused({ requests: [] })),
    on('getJournal', changesDetail, () => 'No.'),
  ),
}

/** Adds the earlier readings of the journal to it. */
function listsReadings(): Sabotage {
  let readings = 0
  return tellsAll((entries) => [...entries, ...Array(readings++).fill({ ...entries[0], operation: 'getJournal' })])
}

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
