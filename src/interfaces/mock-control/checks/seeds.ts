import { expect } from '../../../check/expect.ts'
import { answersStatus, answersWith, on, type Sabotage, seesBody, turnsStatus } from '../../../check/sabotage.ts'
import { andThen, doesRefused } from './sabotages.ts'
import { inSessions, type Schemas, type Session } from './session.ts'
import { newKey, newKeyPath, portraitOf } from './session-state.ts'

type Seeds = Schemas['Seed']['interfaces']

/** Token of an order that no seed has. */
const newToken = '0d9f6a51-3c27-4be8-9f10-7a6b5c4d3e2f'

/** A seed of two kinds of one interface, a kind and conditions of another. */
async function seedFor(s: Session) {
  const { body } = await s.call('getRecord', { interface: 'orders', kind: 'orders', key: await s.anOrder() })
  const order: object = { ...(body as object), token: newToken }
  return {
    orders: { records: { orders: { [newToken]: order }, 'api-keys': { [newKey]: { owner: 'a check' } } } },
    secrets: { conditions: { maintenance: true, warnings: ['a check'] }, records: { users: {} } },
  }
}

/** A part of a seed is not written. */
const forgets = (forget: (interfaces: Seeds) => Seeds): Sabotage =>
  on('seedSession', seesBody, ({ interfaces }: { interfaces: Seeds }) => ({ interfaces: forget(interfaces) }))

export const seeds = inSessions({
  'CTL-016': {
    async run(s) {
      const before = await portraitOf(s)
      const interfaces = await seedFor(s)
      await s.expect(204, 'seedSession', {}, { interfaces })
      expect(await portraitOf(s), 'the session').toEqual({
        ...before,
        orders: { ...before.orders, ...interfaces.orders.records.orders },
        keys: { ...before.keys, ...interfaces.orders.records['api-keys'] },
        conditions: { ...before.conditions, ...interfaces.secrets.conditions },
      })
      const headers = { authorization: `Basic ${Buffer.from(`${newKey}:`).toString('base64')}` }
      const { status } = await s.ask('orders', `GET /orders/${newToken}`, { headers })
      expect(status, 'status of the seeded order, read with the seeded key').toBe(200)
      expect(await s.health(), 'health of the server whose condition was seeded').toBe(503)
      await s.expect(204, 'seedSession', {}, { interfaces: {} })
    },
    sabotage: [
      on('seedSession', answersWith(204)),
      on('seedSession', answersStatus(200)),
      forgets(({ secrets: _, ...others }) => others),
      forgets(({ orders: _, ...others }) => others),
      forgets((all) => ({ ...all, secrets: { records: {} } })),
      forgets((all) => ({ ...all, orders: { records: { orders: all.orders?.records?.orders ?? {} } } })),
      andThen('seedSession', 'DELETE /interfaces/kv-cluster/records/cluster/cluster'),
    ],
  },
  'CTL-017': {
    async run(s) {
      const good = await seedFor(s)
      const { records } = good.orders
      const { conditions } = good.secrets
      const bad: object[] = [
        { oders: {} },
        { 'kv-cluster': { records: { clusters: {} } } },
        { 'kv-cluster': { records: { toString: {} } } },
        { 'kv-cluster': { records: { cluster: { cluster: {} } } } },
        { orders: { records: { ...records, 'api-keys': { ...records['api-keys'], x: { owner: 1 } } } } },
        { 'kv-cluster': { conditions: { unhealthi: [] } } },
        { secrets: { conditions: { ...conditions, sealed: 'yes' } } },
        { secrets: { ...good.secrets, tokens: {} } },
      ]
      const bodies = bad.map((part) => [{ interfaces: { ...good, ...part } }] as const)
      await s.refuses('seedSession', {}, bodies, () => portraitOf(s))
    },
    sabotage: [
      on('seedSession', turnsStatus(400, 204)),
      doesRefused('seedSession', `PUT ${newKeyPath}`, { owner: 'a check' }),
      doesRefused('seedSession', 'PATCH /interfaces/secrets/conditions', { maintenance: true }),
      forgets(({ oders: _, ...others }: Seeds) => others),
    ],
  },
})
