import { expect } from '../../../../check/expect.ts'
import { acceptsRefused, changesAnswer, ignoresQuery, on } from '../../../../check/sabotage.ts'
import { anOrder, callerOf, ordersOf } from '../callers.ts'
import { detailOf, inSessions, journalOf } from '../session.ts'

export const filters = inSessions({
  'CTL-062': {
    async run({ t, session, control }) {
      const token = await anOrder(t)
      const orders = await ordersOf(t, session)
      const secrets = await callerOf(t, 'secrets', session)
      await control('setClock', { body: { now: '2031-01-01T00:00:00Z' } })
      await orders.statuses(1)
      await orders.update(token, {})
      await orders.call('GET /nothing')
      await secrets('GET /v1/sys/health')
      const drop = { interface: 'orders', kind: 'drop', times: 1 }
      await control('createFault', { body: drop })
      await orders.get(token).catch(() => undefined)
      await control('setClock', { body: { now: '2032-01-01T00:00:00Z' } })
      await orders.get(token)

      const all = ['listOrders', 'updateOrder', null, 'readHealth', 'getOrder', 'getOrder']
      for (const [query, selected] of [
        [{}, all],
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
        const found = await journalOf(t, session, query)
        expect(
          found.map(({ operation }) => operation),
          `operations of the journal with ${JSON.stringify(query)}`,
        ).toEqual(selected)
      }
      for (const [query, meant] of [
        [{ operation: 'listOrder' }, 'listOrders'],
        [{ interface: 'order' }, 'orders'],
      ] as const) {
        const refused = await control('getJournal', { query })
        expect(refused.status, `status of the journal with ${JSON.stringify(query)}`).toBe(400)
        expect(detailOf(refused), `why ${JSON.stringify(query)} is refused`).toContain(meant)
      }
    },
    sabotage: [
      ...['interface', 'operation', 'method', 'status', 'rule', 'since', 'limit'].map((name) =>
        on('getJournal', ignoresQuery(name)),
      ),
      on('getJournal', acceptsRefused({ requests: [] })),
      on('getJournal', changesAnswer, (answer) =>
        answer.status === 400 ? { ...answer, body: { ...(answer.body as object), detail: 'No.' } } : answer,
      ),
    ],
  },
})
