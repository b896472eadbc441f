import { expect } from '../../../check/expect.ts'
import { answersWith, on, seesBody, seesPath, turnsStatus } from '../../../check/sabotage.ts'
import { andThen, doesRefused, eachWrong } from './sabotages.ts'
import { type Checks, inSession, type Schemas, type Session } from './session.ts'
import { newKey, newKeyPath, portraitOf } from './session-state.ts'

type Seeds = Schemas['Seed']['interfaces']

const keys = { interface: 'orders', kind: 'api-keys' }
const orders = { interface: 'orders', kind: 'orders' }

const keysOf = (s: Session) => s.records('orders', 'api-keys')
const ordersOf = (s: Session) => s.records('orders', 'orders')

/** The tokens of an order that no seed has, and of a seeded order. */
const newToken = '0d9f6a51-3c27-4be8-9f10-7a6b5c4d3e2f'
const seededToken = 'e6f03a4d-92c1-47b8-a5de-1b7c8f90d243'

/** A seed with two record kinds of one interface, and with a record kind and conditions of another. */
async function seedFor(s: Session) {
  const seeded = await s.expect(200, 'getRecord', { ...orders, key: await s.anOrder() })
  const order: object = { ...Object(seeded), token: newToken }
  return {
    orders: { records: { orders: { [newToken]: order }, 'api-keys': { [newKey]: { owner: 'a check' } } } },
    secrets: { conditions: { maintenance: true, warnings: ['a check'] }, records: { users: {} } },
  }
}

/** Leaves out a part of a seed. */
const forgets = (forget: (interfaces: Seeds) => Seeds) =>
  on('seedSession', seesBody, ({ interfaces }: { interfaces: Seeds }) => ({ interfaces: forget(interfaces) }))

export const records: Checks = {
  'CTL-016': inSession(async (s) => {
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
  }).brokenBy(
    on('seedSession', turnsStatus(204, 200)),
    forgets(({ orders: _, ...others }) => others),
    forgets((all) => ({ ...all, secrets: { records: {} } })),
    forgets((all) => ({ ...all, orders: { records: { orders: all.orders?.records?.orders ?? {} } } })),
    andThen('seedSession', 'DELETE /interfaces/kv-cluster/records/cluster/cluster'),
  ),
  'CTL-017': inSession(async (s) => {
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
  }).brokenBy(
    doesRefused('seedSession', `PUT ${newKeyPath}`, { owner: 'a check' }),
    doesRefused('seedSession', 'PATCH /interfaces/secrets/conditions', { maintenance: true }),
    forgets(({ oders: _, ...others }: Seeds) => others),
  ),
  'CTL-032': inSession(async (s) => {
    const found = await ordersOf(s)
    const { body } = await s.ask('orders', 'GET /orders?limit=100')
    const tokens = (body as { items: { token: string }[] }).items.map(({ token }) => token)
    expect(Object.keys(found).sort(), 'keys of all orders').toEqual(tokens.sort())
    for (const [key, record] of Object.entries(found)) {
      expect(await s.expect(200, 'getRecord', { ...orders, key }), `the record ${key}`).toEqual(record)
      expect(record, `the record ${key}`).toMatchObject({ token: key })
    }
    expect(Object.keys(await keysOf(s)), 'keys of another kind').not.toContain(Object.keys(found)[0])
    await s.expect(404, 'getRecord', { ...orders, key: 'none' })
  }).brokenBy(
    ...eachWrong('listRecords', { records: {} }),
    ...eachWrong('getRecord', { status: 'Pending' }),
    on('listRecords', seesPath, (path) => path.replace('/api-keys', '/orders')),
    on('getRecord', seesPath, (path) => path.replace(/[^/]+$/, seededToken)),
    on('getRecord', turnsStatus(404, 200)),
  ),
  'CTL-033': inSession(async (s) => {
    const token = await s.anOrder()
    const { trackingNumber: _, ...plain } = Object(await s.expect(200, 'getRecord', { ...orders, key: token }))
    const replaced = { ...plain, token: newToken }
    const changed = { ...plain, email: 'check@shop.example' }
    for (const [status, key, record] of [
      [201, newToken, { ...replaced, trackingNumber: 'check' }],
      [200, newToken, replaced],
      [200, token, changed],
    ] as const)
      expect(await s.expect(status, 'putRecord', { ...orders, key }, record), 'the record put').toEqual(record)
    const kept = await s.expect(200, 'getRecord', { ...orders, key: newToken })
    expect(kept, 'the record that was replaced').toEqual(replaced)
    const { body } = await s.order(token)
    expect(body, 'the order that callers read').toMatchObject({ email: 'check@shop.example' })
    expect((await s.order(newToken)).status, 'status of the new order that callers read').toBe(200)
    await s.expect(204, 'deleteRecord', { ...orders, key: newToken })
    await s.expect(201, 'putRecord', { ...orders, key: newToken }, replaced)
  }).brokenBy(
    on('putRecord', turnsStatus(201, 200)),
    on('putRecord', turnsStatus(200, 201)),
    ...eachWrong('putRecord', { email: '' }),
    // A member of the record that was replaced stays.
    ...eachWrong('getRecord', { trackingNumber: 'check' }),
    on('getOrder', answersWith(200, {})),
  ),
  'CTL-034': inSession(async (s) => {
    const look = () => keysOf(s)
    const [seeded = ''] = Object.keys(await look())
    const wrong = [[{}], [{ owner: 1 }], [{ owner: 'a', more: 1 }], [[]], ['text'], [null], [true]] as const
    for (const key of [newKey, seeded]) await s.refuses('putRecord', { ...keys, key }, wrong, look)
    await s.refuses('putRecord', { ...orders, key: newToken }, [[{ token: 'x' }]], look)
    const before = await look()
    await s.expect(400, 'putRecord', { ...keys, key: newKey }, '{"owner": ')
    expect(await look(), 'records after broken JSON').toEqual(before)
  }).brokenBy(
    on('putRecord', seesBody, ({ owner }: { owner?: unknown }) => ({ owner: owner ?? 'anybody' })),
    doesRefused('putRecord', `PUT ${newKeyPath}`, { owner: 'a' }),
  ),
  'CTL-035': inSession(async (s) => {
    const key = await s.anOrder()
    const { [key]: deleted, ...others } = await ordersOf(s)
    expect(deleted, 'the record before').toBeDefined()
    await s.expect(204, 'deleteRecord', { ...orders, key })
    await s.expect(404, 'getRecord', { ...orders, key })
    await s.expect(404, 'deleteRecord', { ...orders, key })
    await s.expect(404, 'deleteRecord', { ...orders, key: 'none' })
    expect(await ordersOf(s), 'records left').toEqual(others)
    expect((await s.order(key)).status, 'status that callers get').toBe(404)
  }).brokenBy(
    on('deleteRecord', answersWith(204)),
    on('deleteRecord', turnsStatus(404, 204)),
    on('deleteRecord', turnsStatus(204, 200)),
    on('getOrder', answersWith(200, {})),
    andThen('deleteRecord', `DELETE /interfaces/orders/records/orders/${seededToken}`),
  ),
  'CTL-036': inSession(async (s) => {
    const names = ['team/deploy/', '%', 'ä 💡', 'a?b#c', '%2F', '..', 'a+b', 'a\0b', 'constructor', '__proto__']
    for (const key of names) {
      const encoded = encodeURIComponent(key).replaceAll('.', '%2E')
      const target = `/sessions/${s.name}/interfaces/orders/records/api-keys/${encoded}`
      const send = (method: string, body?: string) =>
        s.t.send({ method, target, ...(body && { body, headers: { 'content-type': 'application/json' } }) })
      const record = { owner: `check of ${key}` }
      expect((await send('PUT', JSON.stringify(record))).status, `status of '${key}' when it is put`).toBe(201)
      expect(Object.hasOwn(await keysOf(s), key), `whether '${key}' is among the keys`).toBe(true)
      expect((await send('GET')).body, `the record of '${key}'`).toEqual(record)
      expect((await send('DELETE')).status, `status of deleting '${key}'`).toBe(204)
      expect(Object.hasOwn(await keysOf(s), key), `whether '${key}' is among the keys then`).toBe(false)
    }
  }).brokenBy(
    on(['putRecord', 'getRecord', 'deleteRecord'], seesPath, (path) => path.replaceAll('%', '%25')),
    on('putRecord', seesPath, (path) => path.replace(/%252F$/, '%2F')),
    on('getRecord', seesPath, (path) => path.replaceAll('%2F', '.')),
    on('deleteRecord', turnsStatus(204, 404)),
  ),
}
