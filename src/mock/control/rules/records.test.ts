import { expect } from 'vitest'
import { conditions, health, it, keyRecords, list, order, orderRecords, type Session, token } from './rules.fixture.ts'

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
  const { records } = interfaces.orders
  await s.run(
    [`PATCH ${conditions}`, { hosted: true }, 200],
    ['POST seed', { interfaces }, 204],
    ['POST seed', { interfaces: {} }, 204],
    [`GET ${orderRecords}`, 200, { records: { [token]: { token }, ...records.orders } }],
    [`GET ${keyRecords}`, 200, { records: { 'orders.example-key': {}, ...records['api-keys'] } }],
    [`GET ${conditions}`, 200, { hosted: true, ...interfaces.secrets.conditions }],
    [health, 503],
    [`GET ${newOrder}\nauthorization: Basic ${Buffer.from(`${newKey}:`).toString('base64')}`, 200],
  )
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
  await s.refuses('POST seed', seeds, orderRecords, keyRecords, conditions)
})

it('CTL-032: records are read by kind, all of them or one by its key', async ({ s }) => {
  const { records } = await s.read<{ records: object }>(orderRecords)
  const { body } = await s.send(`${list}?limit=100`)
  const tokens = (body as { items: { token: string }[] }).items.map(({ token }) => token)
  expect(Object.keys(records).sort()).toEqual(tokens.sort())
  for (const [key, record] of Object.entries(records)) expect(await s.read(`${orderRecords}/${key}`)).toEqual(record)
  await s.run([`GET ${keyRecords}`, 200, { records: { 'orders.example-key': {} } }], [`GET ${orderRecords}/none`, 404])
})

it('CTL-033, CTL-035: a record is written as new or in place of another, and deleted by its key', async ({ s }) => {
  const seeded = await s.read(`${orderRecords}/${token}`)
  const record = { ...seeded, token: newToken }
  const place = `${orderRecords}/${newToken}`
  await s.run(
    [`PUT ${place}`, { ...record, trackingNumber: 'check' }, 201, { trackingNumber: 'check' }],
    [`PUT ${place}`, record, 200, record],
    [`GET ${place}`, 200, /^(?!.*trackingNumber)/],
    [`PUT ${orderRecords}/${token}`, { ...seeded, email: 'check@shop.example' }, 200],
    [`GET ${order}`, 200, { email: 'check@shop.example' }],
    [`GET ${newOrder}`, 200],
    [`DELETE ${place}`, 204],
    [`DELETE ${place}`, 404],
    [`GET ${place}`, 404],
    [`GET ${newOrder}`, 404],
    [`GET ${order}`, 200],
    [`PUT ${place}`, record, 201],
  )
})

it('CTL-034: a record that does not match the schema of its kind is answered 400, and not stored', async ({ s }) => {
  const wrong = [[{}], [{ owner: 1 }], [{ owner: 'a', more: 1 }], [[]], ['text'], [null]] as const
  for (const key of [newKey, 'orders.example-key']) await s.refuses(`PUT ${keyRecords}/${key}`, wrong, keyRecords)
  await s.refuses(`PUT ${orderRecords}/${newToken}`, [[{ token: 'x' }]], orderRecords)
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
