import { expect } from '../../../../check/expect.ts'
import { answersWith, changesBody, on, type Sabotage } from '../../../../check/sabotage.ts'
import { meddlingWith } from '../breaking.ts'
import { anOrder, callerOf, howItEnded, ordersOf } from '../callers.ts'
import { callInSession, making } from '../every-call.ts'
import { type JournalEntry as Entry, expectStatus, inSessions, journalOf, ownSession } from '../session.ts'
import { type MarkedRequest, mark, partsOfMarks, sendMarked } from './marked.ts'
import { expectMasked } from './masked.ts'

/** Entries are told otherwise. */
const tells = (change: (entry: Entry) => object): Sabotage =>
  on('getJournal', changesBody, ({ requests }: { requests: Entry[] }) => ({
    requests: requests.map((entry) => ({ ...entry, ...change(entry) })),
  }))

const tellsAll = (change: (entries: Entry[]) => Entry[]): Sabotage =>
  on('getJournal', changesBody, ({ requests }: { requests: Entry[] }) => ({ requests: change(requests) }))

/** A value that was sent stands in the journal. */
const keeps = (change: (entry: Entry, sent: MarkedRequest) => object): Sabotage => tells((entry) => change(entry, mark))

export const journal = inSessions({
  'CTL-050': {
    async run({ t, session, control }) {
      const token = await anOrder(t)
      await control('setClock', { body: { now: '2031-01-01T00:00:00Z' } })
      const orders = await ordersOf(t, session)
      const secrets = await callerOf(t, 'secrets', session)
      await orders.call('GET /orders?limit=1&offset=0&unknown=2')
      await orders.update(token, {})
      await secrets('GET /v1/sys/health')
      await orders.call(`DELETE /orders/${token}`)
      await orders.call('GET /nothing/orders')
      const entries = await journalOf(t, session)
      const about = ({ interface: name, operation, method, path, query, status }: Entry) => [
        name,
        operation,
        method,
        path,
        query,
        status,
      ]
      expect(entries.map(about), 'interface, operation, method, path, query and status of the requests').toEqual([
        ['orders', 'listOrders', 'GET', '/api/orders', ['limit', 'offset', '…'], 200],
        ['orders', 'updateOrder', 'PUT', '/api/orders/{token}', [], 400],
        ['secrets', 'readHealth', 'GET', '/v1/sys/health', [], 200],
        ['orders', null, 'DELETE', '/api/orders/…', [], 405],
        ['orders', null, 'GET', '/api/…/orders', [], 404],
      ])
      for (const { when, milliseconds } of entries) {
        expect(when, 'time on the session’s clock').toMatch(/^2031-01-01T00:0/)
        expect(milliseconds, 'duration in milliseconds').toBeGreaterThan(0)
        expect(milliseconds, 'duration in milliseconds').toBeLessThan(60_000)
      }
      await orders.statuses(195)
      expect((await journalOf(t, session)).length, 'requests that are held').toBe(200)
      await orders.statuses(2)
      await orders.call('GET /last')
      const last = await journalOf(t, session)
      expect(last.length, 'requests that are held').toBe(200)
      expect(last.at(-1)?.path, 'the newest, at the end').toBe('/api/…')
      expect(last.at(-2)?.path, 'the one before').toBe('/api/orders')
    },
    sabotage: [
      tells(() => ({ when: new Date().toISOString() })),
      tells(() => ({ interface: 'orders' })),
      tells(() => ({ operation: null })),
      tells(() => ({ method: 'GET' })),
      tells(({ operation }) => ({ path: operation === 'updateOrder' ? '/api/orders' : undefined })),
      tells(({ query }) => ({ query: query.filter((name) => name !== '…') })),
      tells(() => ({ status: 200 })),
      tells(() => ({ milliseconds: 0 })),
      tellsAll((entries) => entries.reverse()),
      tellsAll((entries) => entries.slice(-199)),
      tellsAll((entries) => (entries.length === 200 ? [...entries, entries[0] as Entry] : entries)),
      tellsAll((entries) => entries.slice(0, 150).concat(entries.slice(0, 50)).slice(0, entries.length)),
    ],
  },
  'CTL-051': {
    async run({ t, session, control }) {
      const token = await anOrder(t, (path) => path.endsWith('/digital'))
      const orders = await ordersOf(t, session)
      const secrets = await callerOf(t, 'secrets', session)
      await orders.call(`GET /orders/${token}/digital`)
      await orders.call('GET /orders?limit=0')
      await secrets('GET /v1/secret/foo', { headers: { 'x-svc-token': 'svc.unknown' } })
      const fault = { interface: 'orders', kind: 'latency', milliseconds: 0 }
      const ids: string[] = []
      for (const body of [fault, { interface: 'orders', kind: 'drop' }])
        ids.push((await control('createFault', { body })).body.id)
      expect(await howItEnded(orders.call('GET /orders')), 'how a dropped request ended').toBe('no answer')
      const [good, wrong, forbidden, dropped] = await journalOf(t, session)
      expect(good, 'a request that was answered').toMatchObject({ status: 200, reason: null, faults: [] })
      expect(good?.rules, 'rules that decided on downloads').toContain('ORD-054')
      expect(wrong, 'a request with a limit of 0').toMatchObject({
        status: 400,
        reason: expect.stringContaining('limit'),
        faults: [],
      })
      expect(forbidden, 'a request with an unknown token').toMatchObject({
        status: 403,
        reason: expect.stringMatching(/\w/),
      })
      expect(forbidden?.rules.length, 'rules that decided on a token').toBeGreaterThan(0)
      expect(forbidden?.rules.join(), 'rules that decided on a token').toMatch(/^(SEC-\d{3},?)+$/)
      expect(dropped, 'a request that was dropped').toMatchObject({ status: null, reason: null, faults: ids })
    },
    sabotage: [
      tells(() => ({ reason: null })),
      tells(() => ({ reason: 'It was refused.' })),
      tells(() => ({ rules: [] })),
      tells(() => ({ faults: [] })),
      tells(({ faults }) => ({ faults: faults.slice(0, 1) })),
      tells(({ status }) => ({ status: status ?? 503 })),
    ],
  },
  'CTL-052': {
    async run({ t, session }) {
      const count = await sendMarked(t, session)
      const entries = await journalOf(t, session)
      expect(entries.length, 'requests in the journal').toBe(count)
      for (const entry of entries) {
        const text = JSON.stringify(entry)
        // A part is as good as a whole to whoever looks for a secret.
        for (const part of partsOfMarks()) expect(text, 'what is kept of a request').not.toContain(part)
        expect(text, 'what is kept of a request').not.toContain(Buffer.from(mark.user).toString('base64').slice(0, 12))
      }
      await expectMasked(t)
    },
    sabotage: [
      keeps((_, { path }) => ({ path: `/api/orders/${path}` })),
      keeps(({ query }, { query: value }) => ({ query: query.map((name) => `${name}=${value}`) })),
      keeps((_, { header }) => ({ headers: { 'x-note': header } })),
      keeps((_, { body }) => ({ reason: `${body} is no status` })),
      keeps((_, { body }) => ({ reason: `Unexpected end of JSON input in ${body.slice(0, 14)}` })),
      keeps((_, { user }) => ({ reason: `Basic ${Buffer.from(user).toString('base64')} is unknown` })),
      tellsAll((entries) => entries.slice(1)),
    ],
  },
  'CTL-053': {
    async run({ t, session, control }) {
      const other = ownSession(t)
      const { statuses } = await ordersOf(t, session)
      await statuses(2)
      await (await ordersOf(t, other)).statuses(1)
      expect((await journalOf(t, session)).length, 'requests before').toBe(2)
      await expectStatus(control('clearJournal'), 204, 'status of clearing it')
      expect(await journalOf(t, session), 'requests afterwards').toEqual([])
      expect((await journalOf(t, other)).length, 'requests of another session').toBe(1)
      await statuses(1)
      expect((await journalOf(t, session)).length, 'requests after one more').toBe(1)
    },
    sabotage: [
      on('clearJournal', answersWith(204)),
      on('clearJournal', answersWith(200, {})),
      on('clearJournal', async (request, forward) => {
        await forward(
          meddlingWith(request, {
            method: 'POST',
            path: '/faults',
            body: { interface: 'orders', kind: 'drop', times: 1 },
          }),
        )
        return forward(request)
      }),
    ],
  },
  'CTL-054': {
    async run({ t, session }) {
      await (await ordersOf(t, session)).statuses(1)
      const before = await journalOf(t, session)
      for (const operation of making)
        if (!['resetSession', 'clearJournal'].includes(operation))
          await callInSession(t, operation, session, { headers: { 'x-mock-session': session } })
      await t.attempt('listInterfaces', { headers: { 'x-mock-session': session } })
      expect(before.length, 'requests before control calls').toBe(1)
      expect(await journalOf(t, session), 'requests after them').toEqual(before)
    },
    sabotage: [listsControlCalls('createSnapshot'), listsControlCalls('listInterfaces')],
  },
})

/** Control calls of a kind stand in the journal, too. */
function listsControlCalls(operation: string): Sabotage {
  let calls = 0
  return async (request, forward) => {
    const answer = await forward(request)
    if (request.operation === operation) calls++
    if (request.operation !== 'getJournal') return answer
    const { requests } = answer.body as { requests: Entry[] }
    return { ...answer, body: { requests: [...requests, ...Array(calls).fill({ ...requests[0], operation })] } }
  }
}
