import { conditions, each, health, keyRecords, list, order, rules, type Step, token } from './rules.fixture.ts'

/** An API key that no seed has. */
const newKey = 'orders.check-key'
const withNewKey = `${list}\nauthorization: Basic ${Buffer.from(`${newKey}:`).toString('base64')}`
const hasNoneOfThem: Step = [`GET ${keyRecords}`, 200, /^(?!.*check)/]

const keys = { [newKey]: { owner: 'a check' }, 'orders.example-key': { owner: 'a check' } }
const good = {
  orders: { records: { 'api-keys': keys, 'digital-goods': { [token]: [] } } },
  secrets: { conditions: { node_role: 'standby', warnings: ['a check'] }, records: { users: {} } },
}
const tokenPlace = 'interfaces/secrets/records/tokens/svc.check'
const withToken = 'GET /secrets/v1/secret/foo\nx-svc-token: svc.check'
const lasting = { policies: ['full'] }
const expiring = { ...lasting, expires_at: '2001-01-01T00:00:00Z' }

/** Each makes a seed wrong. */
const wrongParts: object[] = [
  { oders: {} },
  { 'kv-cluster': { records: { clusters: {} } } },
  { 'kv-cluster': { records: { toString: {} } } },
  { orders: { records: { 'api-keys': { ...keys, x: { owner: 1 } } } } },
  { 'kv-cluster': { conditions: { unhealthi: [] } } },
  { secrets: { conditions: { ...good.secrets.conditions, sealed: 'yes' } } },
  { secrets: { ...good.secrets, tokens: {} } },
]
const wrongOwners = [[{}], [{ owner: 1 }], [{ owner: 'a', more: 1 }], [[]], ['text'], [null]] as [unknown][]

const names = ['team/deploy/', '%', 'ä 💡', 'a?b#c', '%2F', '..', 'a+b', 'a\0b', 'constructor', '__proto__']
const named = names.map((key) => {
  const at = `${keyRecords}/${encodeURIComponent(key).replaceAll('.', '%2E')}`
  return { at, key, record: { owner: `check of ${key}` } }
})

rules({
  'CTL-016: a seed puts records of several kinds and interfaces into a session and sets conditions': [
    [`PATCH ${conditions}`, { max_json_depth: 7 }, 200],
    ['POST seed', { interfaces: good }, 204],
    [`GET ${keyRecords}`, 200, { records: keys }],
    [`GET ${order}/digital`, 200, /\[\]/],
    [`GET ${conditions}`, 200, { max_json_depth: 7, ...good.secrets.conditions }],
    [health, 429],
    [withNewKey, 200],
  ],
  'CTL-017: a seed writes nothing if any part of it is unknown or does not match its schema': [
    ...wrongParts.map((part): Step => ['POST seed', { interfaces: { ...good, ...part } }, 400]),
    hasNoneOfThem,
    [`GET ${conditions}`, 200, { sealed: false, node_role: 'active', warnings: [] }],
  ],
  'CTL-033, CTL-035: a record is written as new or in place of another, and deleted by its key': [
    [`PUT ${tokenPlace}`, expiring, 201, expiring],
    [withToken, 403],
    [`PUT ${tokenPlace}`, lasting, 200, lasting],
    [`GET ${tokenPlace}`, 200, /^\{"policies":\["[\w-]+"\]\}$/],
    [withToken, 200],
    [`DELETE ${tokenPlace}`, 204],
    [`DELETE ${tokenPlace}`, 404],
    [`GET ${tokenPlace}`, 404],
    [withToken, 403],
    ['GET /secrets/v1/secret/foo', 200],
    [`PUT ${tokenPlace}`, lasting, 201],
  ],
  'CTL-034: a record that does not match the schema of its kind is answered 400, and not stored': [
    ...each(`PUT ${keyRecords}/${newKey}`, 400, ...wrongOwners),
    ...each(`PUT ${keyRecords}/orders.example-key`, 400, ...wrongOwners),
    [`GET ${keyRecords}`, 200, /^\{"records":\{"orders.example-key":\{"owner":"the seeded shop"\}\}\}$/],
  ],
  'CTL-032, CTL-036: records are read by kind, or one by its key, which is percent-decoded': [
    ...named.map(({ at, record }): Step => [`PUT ${at}`, record, 201]),
    ...named.map(({ at, record }): Step => [`GET ${at}`, 200, record]),
    [`GET ${keyRecords}`, 200, { records: Object.fromEntries(named.map(({ key, record }) => [key, record])) }],
    ...named.map(({ at }): Step => [`DELETE ${at}`, 204]),
    ...named.map(({ at }): Step => [`GET ${at}`, 404]),
  ],
})
