import { expect } from 'vitest'
import { calls, conditions, credentials, health, it, rules, type Schemas, type Step, token } from './rules.fixture.ts'

const stop = 'POST interfaces/kv-cluster/actions/stop'
const cluster = 'interfaces/kv-cluster/records/cluster/cluster'
const missData = 'POST interfaces/secrets/actions/miss-data'

const served = {
  orders: {
    title: expect.stringMatching(/^[A-Z].+/),
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    baseUrls: [expect.stringMatching(/^http:\/\/[^/]+\/orders\/api$/)],
    credentials: [{ role: 'full', headers: credentials.orders }],
    records: expect.arrayContaining([{ key: token, description: expect.any(String), path: `/orders/${token}` }]),
    recordKinds: {
      orders: { schema: { allOf: [{ required: expect.arrayContaining(['token']) }] } },
      'api-keys': { schema: { required: ['owner'] } },
    },
    actions: { download: { schema: { properties: { token: { type: 'string' } } } } },
  },
  secrets: { credentials: expect.arrayContaining([expect.objectContaining({ role: 'expired' })]) },
  'kv-cluster': { baseUrls: ['m1', 'm2', 'm3'].map((member) => expect.stringContaining(`/kv-cluster/${member}`)) },
}

it('CTL-001, CTL-002, CTL-003, CTL-004, CTL-005, CTL-006: the list says how to use interfaces', async ({ s }) => {
  const look = async (session: string) => {
    const body = await s.read<Schemas['InterfaceList']>(`/_control/interfaces\nx-mock-session: ${session}`)
    return Object.fromEntries(body.interfaces.map((one) => [one.name, one]))
  }
  const sealed = (value: boolean) => ({ secrets: { conditions: { sealed: { schema: { type: 'boolean' }, value } } } })
  const found = await look(s.name)
  expect(found).toMatchObject(served)
  expect(found).toMatchObject(sealed(false))
  expect(Object.keys(found)).not.toContain('mock-control')
  // Reading the list does not create the session.
  await s.run(['GET .', 404], [`PATCH ${conditions}`, { sealed: true }, 200])
  expect(await look(s.name)).toMatchObject(sealed(true))
  expect(await look(`${s.name}.other`)).toMatchObject(sealed(false))
  const hasDocs = (await s.send('GET /docs/')).status === 200
  for (const { name, baseUrls, docsUrl, records } of Object.values(found)) {
    const { origin, pathname } = new URL(baseUrls[0] ?? '')
    expect(docsUrl).toBe(hasDocs ? `${origin}/docs/${name}/` : undefined)
    // Some paths exist only under other conditions.
    for (const { path } of records) if (path) expect((await s.send(`GET ${pathname}${path}`)).status).not.toBe(405)
  }
})

const initial = { sealed: false, initialized: true, node_role: 'active', cors_allowed_origins: null, warnings: [] }
const changed = { ...initial, sealed: true, warnings: ['one'], max_json_depth: 7 }
const depths = [0, 1001, 1.5].map((depth) => ({ max_json_depth: depth }))
const wrongValues = [{ sealed: 'true' }, { sealed: null }, { node_role: 'leader' }, { warnings: [1] }, ...depths]

rules({
  'CTL-028, CTL-029: conditions are read together, and changed by name': [
    [`GET ${conditions}`, 200, initial],
    ['GET interfaces/orders/conditions', 200, /^\{\}$/],
    // Reading gives an interface no records.
    ['GET .', 200, { interfaces: [] }],
    [`PATCH ${conditions}`, { sealed: true }, 200, { ...initial, sealed: true }],
    [health, 503],
    [`PATCH ${conditions}`, { warnings: ['one'], max_json_depth: 7 }, 200, changed],
    [`PATCH ${conditions}`, {}, 200, changed],
    [`PATCH ${conditions}`, { sealed: false, node_role: 'standby' }, 200],
    [`GET ${conditions}`, 200, { ...changed, sealed: false, node_role: 'standby' }],
    [health, 429],
  ],
  'CTL-030, CTL-031: a change with an unknown condition or a wrong value is answered 400, and sets none': [
    ...['seald', 'toString', '__proto__', ''].map((name): Step => {
      const change = JSON.stringify(Object.fromEntries(['sealed', name, 'hosted'].map((one) => [one, true])))
      return [`PATCH ${conditions}`, change, 400, /sealed.*node_role.*warnings/]
    }),
    ...wrongValues.map((value): Step => {
      const words = new RegExp(Object.keys(value).join())
      return [`PATCH ${conditions}`, { sealed: true, ...value, hosted: true }, 400, words]
    }),
    ...['[]', '"text"', 'null'].map((body): Step => [`PATCH ${conditions}`, body, 400]),
    [`GET ${conditions}`, 200, { ...initial, hosted: false }],
    ['PATCH interfaces/kv-cluster/conditions', { sealed: true }, 400, /unhealthy/],
    ['PATCH interfaces/orders/conditions', { sealed: true }, 400, /known are none/],
    ['PATCH interfaces/kv-cluster/conditions', { unhealthy: ['m3', 'm3'] }, 400],
    [`PATCH ${conditions}`, { max_json_depth: 1000, cors_allowed_origins: ['*'] }, 200],
  ],
  'CTL-038, CTL-039: an action answers its result, or 400 if its input does not match its schema': [
    ...[{ member: 'm12' }, {}, { member: 'm1', more: 1 }, [], '"m1"', 'null', undefined].map(
      (input): Step => [stop, input, 400],
    ),
    [`GET ${cluster}`, 200, { members: [{ running: true }, { running: true }, { running: true }] }],
    [stop, { member: 'm1' }, 200, { members: [{ name: 'm1', running: false }, {}, {}] }],
    [`GET ${cluster}`, 200, { members: [{ name: 'm1', running: false }, {}, {}] }],
    ['GET /kv-cluster/m1/version', 'no answer'],
    [missData, {}, 200, { requests: 1 }],
    [missData, 200, { requests: 1 }],
    [missData, 'null', 400],
  ],
})

it('CTL-037: an unknown interface, record kind or action is answered 404 with the known names', async ({ s }) => {
  for (const [part, known, wrong, names] of [
    [/(?<=interfaces\/)orders/, 7, ['order', 'mock-control', 'toString', '__proto__'], /(?=.*secrets).*kv-cluster/],
    [/(?<=records\/)api-keys/, 4, ['order', '_conditions', 'toString', '__proto__'], /orders.*api-keys/],
    [/(?<=actions\/)download/, 1, ['downlod', 'toString', '__proto__'], /download.*issue-download/],
  ] as const) {
    const having = calls.filter(([asked]) => part.test(asked))
    expect(having).toHaveLength(known)
    for (const [asked, body] of having)
      await s.run(...wrong.map((name): Step => [asked.replace(part, name), body, 404, names]))
  }
})
