import { expect } from '../../../../check/expect.ts'
import {
  answersWith,
  changesBody,
  on,
  type Sabotage,
  seesBody,
  seesPath,
  turnsStatus,
} from '../../../../check/sabotage.ts'
import { doesRefused } from '../breaking.ts'
import { anOrder, ordersOf } from '../callers.ts'
import { detailOf, expectStatus, inSessions } from '../session.ts'
import { newKey } from '../session-state.ts'
import { all, get, keysIn, ordersIn, put, type Records, remove } from './record-calls.ts'

const lists = (change: (records: Records) => Records): Sabotage =>
  on('listRecords', changesBody, ({ records }: { records: Records }) => ({ records: change(records) }))

export const records = inSessions({
  'CTL-032': {
    async run({ t, session }) {
      const at = ordersIn(session)
      const found = await all(t, at)
      const { call } = await ordersOf(t, session)
      const { body } = await call('GET /orders?limit=100')
      const { items } = body as { items: { token: string; status: string }[] }
      expect(Object.keys(found).sort(), 'keys of all orders').toEqual(items.map(({ token }) => token).sort())
      for (const [key, record] of Object.entries(found)) {
        const one = await get(t, at, key)
        expect(one.status, `status of the record ${key}`).toBe(200)
        expect(one.body, `the record ${key}`).toEqual(record)
        expect(record, `the record ${key}`).toMatchObject({ token: key })
      }
      expect(Object.keys(await all(t, keysIn(session))), 'keys of another kind').not.toContain(Object.keys(found)[0])
      await expectStatus(get(t, at, 'none'), 404, 'status of a record that is not there')
    },
    sabotage: [
      lists((records) => Object.fromEntries(Object.entries(records).slice(1))),
      lists((records) =>
        Object.fromEntries(Object.entries(records).map(([key, record]) => [key, { ...record, status: 'Pending' }])),
      ),
      on('listRecords', seesPath, (path) => path.replace('/api-keys', '/orders')),
      on('getRecord', seesPath, (path) => path.replace(/[^/]+$/, 'e6f03a4d-92c1-47b8-a5de-1b7c8f90d243')),
      on('getRecord', turnsStatus(404, 200)),
    ],
  },
  'CTL-033': {
    async run({ t, session }) {
      const at = ordersIn(session)
      const token = await anOrder(t)
      const { body } = await get(t, at, token)
      const { trackingNumber: _, ...plain } = body as Record<string, unknown>
      const created = { ...plain, token: '0d9f6a51-3c27-4be8-9f10-7a6b5c4d3e2f', trackingNumber: 'check' }
      const answers = [
        await put(t, at, created.token, created),
        await put(t, at, created.token, { ...plain, token: created.token }),
        await put(t, at, token, { ...plain, email: 'check@shop.example' }),
      ]
      expect(
        answers.map(({ status }) => status),
        'statuses of a record that is new, put again, and put over a seeded one',
      ).toEqual([201, 200, 200])
      expect(
        answers.map((answer) => answer.body),
        'records in the answers',
      ).toEqual([created, { ...plain, token: created.token }, { ...plain, email: 'check@shop.example' }])
      expect((await get(t, at, created.token)).body, 'the record that was replaced').toEqual({
        ...plain,
        token: created.token,
      })
      const orders = await ordersOf(t, session)
      expect((await orders.get(token)).body, 'the order that callers read').toMatchObject({
        email: 'check@shop.example',
      })
      await expectStatus(orders.get(created.token), 200, 'status of the new order that callers read')
      await expectStatus(remove(t, at, created.token), 204, 'status of its deletion')
      await expectStatus(put(t, at, created.token, created), 201, 'status of a record that is put after its deletion')
    },
    sabotage: [
      on('putRecord', turnsStatus(201, 200)),
      on('putRecord', turnsStatus(200, 201)),
      on('putRecord', changesBody, () => ({})),
      on('putRecord', async (request, forward) => {
        const before = await forward({ ...request, method: 'GET', body: null })
        const now = JSON.parse(String(request.body))
        const merged = before.status === 200 ? { ...(before.body as object), ...now } : now
        const answer = await forward({ ...request, body: Buffer.from(JSON.stringify(merged)) })
        return { ...answer, body: now }
      }),
      on('getOrder', answersWith(200, {})),
    ],
  },
  'CTL-034': {
    async run({ t, session }) {
      const at = keysIn(session)
      const before = await all(t, at)
      const [seeded = ''] = Object.keys(before)
      for (const key of [newKey, seeded]) {
        for (const record of [{}, { owner: 1 }, { owner: 'a', more: 1 }, [], 'text', null, true]) {
          const reply = await put(t, at, key, JSON.stringify(record))
          expect(reply.status, `status of ${JSON.stringify(record)}`).toBe(400)
          expect(detailOf(reply), 'what is wrong with it').toMatch(/\w/)
          expect(await all(t, at), 'records afterwards').toEqual(before)
        }
      }
      await expectStatus(
        put(t, ordersIn(session), '0d9f6a51-3c27-4be8-9f10-7a6b5c4d3e2f', { token: 'x' }),
        400,
        'status of an order that lacks most',
      )
      await expectStatus(put(t, at, newKey, '{"owner": '), 400, 'status of broken JSON')
      expect(await all(t, at), 'records afterwards').toEqual(before)
    },
    sabotage: [
      on('putRecord', turnsStatus(400, 201)),
      on('putRecord', turnsStatus(400, 422)),
      on('putRecord', seesBody, ({ owner }: { owner?: unknown }) => ({ owner: owner ?? 'anybody' })),
      doesRefused('putRecord', {
        method: 'PUT',
        path: `/interfaces/orders/records/api-keys/${newKey}`,
        body: { owner: 'a' },
      }),
    ],
  },
})
