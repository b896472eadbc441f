import { expect } from 'vitest'
import { health, it, keyRecords, list, order, orderRecords, rules, type Session, token } from './rules.fixture.ts'

/** The key of an API key, and the token of an order, that no seed has. */
const newKey = 'orders.check-key'
const newToken = '0d9f6a51-3c27-4be8-9f10-7a6b5c4d3e2f'
const newOrder = `/orders/api/orders/${newToken}`

/** A seed with two record kinds of one interface, and with a record kind and conditions of another. */
async function seedFor(s: Session) {
  const seeded = { ...(await s.read(`${orderRecords}/${token}`)), token: newToken }
  return {
    orders: { records: { orders: { [newToken]: seeded }, 'api-keys': { [newKey]: { owner: 'a check' } } } },
    secrets: { conditions: { maintenance: true, warnings: ['a check'] }, records: { users: {} } },
  }
}

it('CTL-016: a seed puts records of several kinds and interfaces into a session and sets conditions', async ({ s }) => {
  const interfaces = await seedFor(s)
  const [orders, keys, conditions, ...others] = await s.portrait()
  await s.run(['POST seed', { interfaces }, 204], ['POST seed', { interfaces: {} }, 204])
  const added = (found: object | undefined, records: object) => ({ records: { ...Object(found).records, ...records } })
  expect(await s.portrait()).toEqual([
    added(orders, interfaces.orders.records.orders),
    added(keys, interfaces.orders.records['api-keys']),
    { ...conditions, ...interfaces.secrets.conditions },
    ...others,
  ])
  const authorization = `Basic ${Buffer.from(`${newKey}:`).toString('base64')}`
  expect((await s.send(`GET ${newOrder}`, undefined, { authorization })).status).toBe(200)
  await s.run([health, 503])
})

it('CTL-017: a seed writes nothing if any part of it is unknown or does not match its schema', async ({ s }) => {
  const good = await seedFor(s)
  const { records } = good.orders
  const bad: object[] = [
    { oders: {} },
    { 'kv-cluster': { records: { clusters: {} } } },
    { 'kv-cluster': { records: { toString: {} } } },
    { orders: { records: { ...records, 'api-keys': { ...records['api-keys'], x: { owner: 1 } } } } },
    { 'kv-cluster': { conditions: { unhealthi: [] } } },
    { secrets: { conditions: { ...good.secrets.conditions, sealed: 'yes' } } },
    { secrets: { ...good.secrets, tokens: {} } },
  ]
  const seeds = bad.map((part) => [{ interfaces: { ...good, ...part } }] as const)
  await s.refuses('POST seed', seeds, orderRecords, keyRecords, 'interfaces/secrets/conditions')
})

it('CTL-032: records are read by kind, all of them or one by its key', async ({ s }) => {
  const { records } = await s.read<{ records: object }>(orderRecords)
  const { body } = await s.send(`${list}?limit=100`)
  const tokens = (body as { items: { token: string }[] }).items.map(({ token }) => token)
  expect(Object.keys(records).sort()).toEqual(tokens.sort())
  for (const [key, record] of Object.entries(records)) expect(await s.read(`${orderRecords}/${key}`)).toEqual(record)
  await s.run([`GET ${keyRecords}`, 200, { records: { 'orders.example-key': {} } }], [`GET ${orderRecords}/none`, 404])
})

it('CTL-033: a write of a record is answered 201 if its key is new, and 200 if it replaces a record', async ({ s }) => {
  const seeded = await s.read(`${orderRecords}/${token}`)
  const record = { ...seeded, token: newToken }
  const place = `${orderRecords}/${newToken}`
  const more = { ...record, trackingNumber: 'check' }
  await s.run(
    [`PUT ${place}`, more, 201, more],
    [`PUT ${place}`, record, 200, record],
    [`GET ${place}`, 200, /^(?!.*trackingNumber)/],
    [`PUT ${orderRecords}/${token}`, { ...seeded, email: 'check@shop.example' }, 200],
    [`GET ${order}`, 200, { email: 'check@shop.example' }],
    [`GET ${newOrder}`, 200],
    [`DELETE ${place}`, 204],
    [`PUT ${place}`, record, 201],
  )
})

it('CTL-034: a record that does not match the schema of its kind is answered 400, and not stored', async ({ s }) => {
  const wrong = [[{}], [{ owner: 1 }], [{ owner: 'a', more: 1 }], [[]], ['text'], [null]] as const
  for (const key of [newKey, 'orders.example-key']) await s.refuses(`PUT ${keyRecords}/${key}`, wrong, keyRecords)
  await s.refuses(`PUT ${orderRecords}/${newToken}`, [[{ token: 'x' }]], orderRecords)
})

rules({
  'CTL-035: a record is deleted by its key; if there is none, the answer is 404': [
    [`DELETE ${orderRecords}/${token}`, 204],
    [`GET ${orderRecords}/${token}`, 404],
    [`DELETE ${orderRecords}/${token}`, 404],
    [`DELETE ${orderRecords}/none`, 404],
    [`GET ${order}`, 404],
    [`GET ${orderRecords}`, 200, /5c9e2b70-18d4-4f6b-b3a7-90e1d2c4f568/],
  ],
})

it('CTL-036: the key of a record is percent-decoded, so that a slash is sent as %2F', async ({ s }) => {
  const names = ['team/deploy/', '%', 'ä 💡', 'a?b#c', '%2F', '..', 'a+b', 'a\0b', 'constructor', '__proto__']
  for (const key of names) {
    const place = `${keyRecords}/${encodeURIComponent(key).replaceAll('.', '%2E')}`
    const record = { owner: `check of ${key}` }
    await s.run([`PUT ${place}`, record, 201], [`GET ${place}`, 200, record])
    const { records } = await s.read<{ records: object }>(keyRecords)
    expect(Object.keys(records)).toContain(key)
    await s.run([`DELETE ${place}`, 204], [`GET ${place}`, 404])
  }
})
