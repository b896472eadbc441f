import { expect } from 'vitest'
import { apiKeys, it, newKey, orders, portraitOf, type Session } from './rules.fixture.ts'

const keysOf = (s: Session) => s.records('orders', 'api-keys')
const ordersOf = (s: Session) => s.records('orders', 'orders')

/** The token of an order that no seed has. */
const newToken = '0d9f6a51-3c27-4be8-9f10-7a6b5c4d3e2f'

/** A seed with two record kinds of one interface, and with a record kind and conditions of another. */
async function seedFor(s: Session) {
  const seeded = await s.expect(200, 'getRecord', { ...orders, key: await s.anOrder() })
  const order: object = { ...Object(seeded), token: newToken }
  return {
    orders: { records: { orders: { [newToken]: order }, 'api-keys': { [newKey]: { owner: 'a check' } } } },
    secrets: { conditions: { maintenance: true, warnings: ['a check'] }, records: { users: {} } },
  }
}

it('CTL-016: a seed puts records of several kinds and interfaces into a session and sets conditions', async ({ s }) => {
  const before = await portraitOf(s)
  const interfaces = await seedFor(s)
  await s.expect(204, 'seedSession', {}, { interfaces })
  expect(await portraitOf(s)).toEqual({
    ...before,
    orders: { ...before.orders, ...interfaces.orders.records.orders },
    keys: { ...before.keys, ...interfaces.orders.records['api-keys'] },
    conditions: { ...before.conditions, ...interfaces.secrets.conditions },
  })
  const headers = { authorization: `Basic ${Buffer.from(`${newKey}:`).toString('base64')}` }
  expect((await s.ask('orders', `GET /orders/${newToken}`, { headers })).status).toBe(200)
  expect(await s.health()).toBe(503)
  await s.expect(204, 'seedSession', {}, { interfaces: {} })
})

it('CTL-017: a seed writes nothing if any part of it is unknown or does not match its schema', async ({ s }) => {
  const good = await seedFor(s)
  const { records } = good.orders
  const bad: object[] = [
    { oders: {} },
    { 'kv-cluster': { records: { clusters: {} } } },
    { 'kv-cluster': { records: { toString: {} } } },
    { 'kv-cluster': { records: { cluster: { cluster: {} } } } },
    { orders: { records: { ...records, 'api-keys': { ...records['api-keys'], x: { owner: 1 } } } } },
    { 'kv-cluster': { conditions: { unhealthi: [] } } },
    { secrets: { conditions: { ...good.secrets.conditions, sealed: 'yes' } } },
    { secrets: { ...good.secrets, tokens: {} } },
  ]
  const bodies = bad.map((part) => [{ interfaces: { ...good, ...part } }] as const)
  await s.refuses('seedSession', {}, bodies, () => portraitOf(s))
})

it('CTL-032: records are read by kind, all of them or one by its key', async ({ s }) => {
  const found = await ordersOf(s)
  const { body } = await s.ask('orders', 'GET /orders?limit=100')
  const tokens = (body as { items: { token: string }[] }).items.map(({ token }) => token)
  expect(Object.keys(found).sort()).toEqual(tokens.sort())
  for (const [key, record] of Object.entries(found)) {
    await s.expect(200, 'getRecord', { ...orders, key }, undefined, record)
    expect(record).toMatchObject({ token: key })
  }
  expect(Object.keys(await keysOf(s))).not.toContain(tokens[0])
  await s.expect(404, 'getRecord', { ...orders, key: 'none' })
})

it('CTL-033: a write of a record is answered 201 if its key is new, and 200 if it replaces a record', async ({ s }) => {
  const token = await s.anOrder()
  const { trackingNumber: _, ...plain } = Object(await s.expect(200, 'getRecord', { ...orders, key: token }))
  const replaced = { ...plain, token: newToken }
  for (const [status, key, record] of [
    [201, newToken, { ...replaced, trackingNumber: 'check' }],
    [200, newToken, replaced],
    [200, token, { ...plain, email: 'check@shop.example' }],
  ] as const) {
    await s.expect(status, 'putRecord', { ...orders, key }, record, record)
    await s.expect(200, 'getRecord', { ...orders, key }, undefined, record)
  }
  expect((await s.order(token)).body).toMatchObject({ email: 'check@shop.example' })
  expect((await s.order(newToken)).status).toBe(200)
  await s.expect(204, 'deleteRecord', { ...orders, key: newToken })
  await s.expect(201, 'putRecord', { ...orders, key: newToken }, replaced)
})

it('CTL-034: a record that does not match the schema of its kind is answered 400, and not stored', async ({ s }) => {
  const look = () => keysOf(s)
  const [seeded = ''] = Object.keys(await look())
  const wrong = [[{}], [{ owner: 1 }], [{ owner: 'a', more: 1 }], [[]], ['text'], [null], [true]] as const
  for (const key of [newKey, seeded]) await s.refuses('putRecord', { ...apiKeys, key }, wrong, look)
  await s.refuses('putRecord', { ...orders, key: newToken }, [[{ token: 'x' }]], look)
  const before = await look()
  await s.expect(400, 'putRecord', { ...apiKeys, key: newKey }, '{"owner": ')
  expect(await look()).toEqual(before)
})

it('CTL-035: a record is deleted by its key; if there is none, the answer is 404', async ({ s }) => {
  const key = await s.anOrder()
  const { [key]: deleted, ...others } = await ordersOf(s)
  expect(deleted).toBeDefined()
  await s.expect(204, 'deleteRecord', { ...orders, key })
  await s.expect(404, 'getRecord', { ...orders, key })
  for (const missing of [key, 'none']) await s.expect(404, 'deleteRecord', { ...orders, key: missing })
  expect(await ordersOf(s)).toEqual(others)
  expect((await s.order(key)).status).toBe(404)
})

it('CTL-036: the key of a record is percent-decoded, so that a slash is sent as %2F', async ({ s }) => {
  const names = ['team/deploy/', '%', 'ä 💡', 'a?b#c', '%2F', '..', 'a+b', 'a\0b', 'constructor', '__proto__']
  for (const key of names) {
    const encoded = encodeURIComponent(key).replaceAll('.', '%2E')
    const target = `/sessions/${s.name}/interfaces/orders/records/api-keys/${encoded}`
    const send = (method: string, body?: string) =>
      s.send(method, target, { body, headers: { 'content-type': body && 'application/json' } })
    const record = { owner: `check of ${key}` }
    expect((await send('PUT', JSON.stringify(record))).status).toBe(201)
    expect(Object.hasOwn(await keysOf(s), key)).toBe(true)
    expect((await send('GET')).body).toEqual(record)
    expect((await send('DELETE')).status).toBe(204)
    expect(Object.hasOwn(await keysOf(s), key)).toBe(false)
  }
})
