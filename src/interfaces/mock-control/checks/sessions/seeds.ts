import type { components } from '../../../../../generated/mock-control/types.ts'
import { expect } from '../../../../check/expect.ts'
import { answersStatus, answersWith, on, type Sabotage, seesBody, turnsStatus } from '../../../../check/sabotage.ts'
import { andThen, doesRefused } from '../breaking.ts'
import { anOrder, callerOf, healthOf } from '../callers.ts'
import { type Context, detailOf, expectStatus, inSessions } from '../session.ts'
import { expectSame, newKey, portraitOf } from '../session-state.ts'

type Seeds = components['schemas']['Seed']['interfaces']

/** Token of an order that no seed has. */
const newToken = '0d9f6a51-3c27-4be8-9f10-7a6b5c4d3e2f'

/** A seed of two kinds of one interface, a kind and conditions of another. */
async function seedFor(t: Context, session: string) {
  const at = { session, interface: 'orders' }
  const { body: order } = await t.attempt('getRecord', { path: { ...at, kind: 'orders', key: await anOrder(t) } })
  return {
    orders: {
      records: {
        orders: { [newToken]: { ...(order as object), token: newToken } },
        'api-keys': { [newKey]: { owner: 'a check' } },
      },
    },
    secrets: { conditions: { maintenance: true, warnings: ['a check'] }, records: { users: {} } },
  }
}

/** A part of a seed is not written. */
const forgets = (forget: (interfaces: Seeds) => Seeds): Sabotage =>
  on('seedSession', seesBody, ({ interfaces }: { interfaces: Seeds }) => ({ interfaces: forget(interfaces) }))

export const seeds = inSessions({
  'CTL-016': {
    async run({ t, session, control }) {
      const before = await portraitOf(t, session)
      const interfaces = await seedFor(t, session)
      await expectStatus(control('seedSession', { body: { interfaces } }), 204, 'status of the seed')
      expectSame(await portraitOf(t, session), {
        ...before,
        orders: { ...(before.orders as object), ...interfaces.orders.records.orders },
        keys: { ...(before.keys as object), ...interfaces.orders.records['api-keys'] },
        conditions: { ...(before.conditions as object), ...interfaces.secrets.conditions },
      })
      const call = await callerOf(t, 'orders', session)
      const headers = { authorization: `Basic ${Buffer.from(`${newKey}:`).toString('base64')}` }
      await expectStatus(
        call(`GET /orders/${newToken}`, { headers }),
        200,
        'status of the seeded order, read with the seeded key',
      )
      expect(await healthOf(t, session), 'health of the server whose condition was seeded').toBe(503)
      await expectStatus(control('seedSession', { body: { interfaces: {} } }), 204, 'status of an empty seed')
    },
    sabotage: [
      on('seedSession', answersWith(204)),
      on('seedSession', answersStatus(200)),
      forgets(({ secrets: _, ...others }) => others),
      forgets(({ orders: _, ...others }) => others),
      forgets((all) => ({ ...all, secrets: { records: {} } })),
      forgets((all) => ({ ...all, orders: { records: { orders: all.orders?.records?.orders ?? {} } } })),
      andThen('seedSession', { method: 'DELETE', path: '/interfaces/kv-cluster/records/cluster/cluster' }),
    ],
  },
  'CTL-017': {
    async run({ t, session, control }) {
      const before = await portraitOf(t, session)
      const good = await seedFor(t, session)
      const { records } = good.orders
      const bad: [string, object][] = [
        ['an unknown interface', { ...good, oders: {} }],
        ['an unknown kind', { ...good, 'kv-cluster': { records: { clusters: {} } } }],
        ['a kind that only objects have', { ...good, 'kv-cluster': { records: { toString: {} } } }],
        ['a record that does not fit', { ...good, 'kv-cluster': { records: { cluster: { cluster: {} } } } }],
        [
          'a second record that does not fit',
          { ...good, orders: { records: { ...records, 'api-keys': { ...records['api-keys'], x: { owner: 1 } } } } },
        ],
        ['an unknown condition', { ...good, 'kv-cluster': { conditions: { unhealthi: [] } } }],
        [
          'a value that does not fit',
          { ...good, secrets: { conditions: { ...good.secrets.conditions, sealed: 'yes' } } },
        ],
        ['an unknown part', { ...good, secrets: { ...good.secrets, tokens: {} } }],
      ]
      for (const [what, interfaces] of bad) {
        const reply = await control('seedSession', { body: { interfaces } })
        expect(reply.status, `status of a seed with ${what}`).toBe(400)
        expect(detailOf(reply), `what is wrong with a seed with ${what}`).toMatch(/\w/)
        expectSame(await portraitOf(t, session), before)
      }
    },
    sabotage: [
      on('seedSession', turnsStatus(400, 204)),
      doesRefused('seedSession', {
        method: 'PUT',
        path: `/interfaces/orders/records/api-keys/${newKey}`,
        body: { owner: 'a check' },
      }),
      doesRefused('seedSession', {
        method: 'PATCH',
        path: '/interfaces/secrets/conditions',
        body: { maintenance: true },
      }),
      forgets(({ oders: _, ...others }: Seeds) => others),
    ],
  },
})
