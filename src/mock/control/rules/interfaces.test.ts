import { expect } from 'vitest'
import { calls, conditions, credentials, health, it, rules, type Schemas, token } from './rules.fixture.ts'

const stop = 'POST interfaces/kv-cluster/actions/stop'
const cluster = 'interfaces/kv-cluster/records/cluster/cluster'
const missData = 'POST interfaces/secrets/actions/miss-data'

const described = (schema: object) => ({ description: expect.stringMatching(/\w/), schema })
const served = {
  orders: {
    title: expect.stringMatching(/^[A-Z].+/),
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    baseUrls: [expect.stringMatching(/^http:\/\/[^/]+\/orders\/api$/)],
    credentials: [{ role: 'full', headers: credentials.orders }],
    records: expect.arrayContaining([{ key: token, description: expect.any(String), path: `/orders/${token}` }]),
    recordKinds: {
      orders: described({ required: expect.arrayContaining(['token']) }),
      'api-keys': described({ required: ['owner'] }),
    },
    actions: { download: described({ properties: { token: { type: 'string' } } }) },
  },
  secrets: { credentials: expect.arrayContaining([expect.objectContaining({ role: 'expired' })]) },
  'kv-cluster': { baseUrls: ['m1', 'm2', 'm3'].map((member) => expect.stringContaining(`/kv-cluster/${member}`)) },
}

it('CTL-001, CTL-002, CTL-003, CTL-004, CTL-006: the list of interfaces says how to use each', async ({ s }) => {
  const { interfaces } = await s.read<Schemas['InterfaceList']>('/_control/interfaces')
  expect(Object.fromEntries(interfaces.map((one) => [one.name, one]))).toMatchObject(served)
  expect(interfaces.map(({ name }) => name)).not.toContain('mock-control')
  const hasDocs = (await s.send('GET /docs/')).status === 200
  for (const { name, baseUrls, docsUrl, records } of interfaces) {
    const { origin, pathname } = new URL(baseUrls[0] ?? '')
    expect(docsUrl).toBe(hasDocs ? `${origin}/docs/${name}/` : undefined)
    // Some paths exist only under other conditions.
    for (const { path } of records) if (path) expect((await s.send(`GET ${pathname}${path}`)).status).not.toBe(405)
  }
})

const list = 'GET /_control/interfaces\nx-mock-session: {session}'
/** A list of interfaces with this condition. */
const sealed = (value: boolean) => {
  const conditions = expect.objectContaining({ sealed: { ...described({ type: 'boolean' }), value } })
  return { interfaces: expect.arrayContaining([expect.objectContaining({ name: 'secrets', conditions })]) }
}

const initial = { sealed: false, initialized: true, node_role: 'active', cors_allowed_origins: null, warnings: [] }
const changed = { ...initial, sealed: true, warnings: ['one'], max_json_depth: 7 }
rules({
  'CTL-005: the list of interfaces gives the conditions with schemas and values': [
    [list, 200, sealed(false)],
    // Reading the list does not create the session.
    ['GET .', 404],
    [`PATCH ${conditions}`, { sealed: true }, 200],
    [list, 200, sealed(true)],
    [`${list}.other`, 200, sealed(false)],
  ],
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
  'CTL-038: an action answers 200 with its result, or 204 when it has none': [
    [`GET ${cluster}`, 200, { members: [{ name: 'm1', running: true }, {}, {}] }],
    [stop, { member: 'm1' }, 200, { members: [{ name: 'm1', running: false }, {}, {}] }],
    [`GET ${cluster}`, 200, { members: [{ name: 'm1', running: false }, {}, {}] }],
    ['GET /kv-cluster/m1/version', 'no answer'],
  ],
})

it('CTL-030, CTL-031: a change with an unknown condition or a wrong value is answered 400', async ({ s }) => {
  const known = Object.keys(await s.read(conditions))
  const unknown = ['seald', 'toString', '__proto__', ''].map((name) => {
    const change = Object.fromEntries(['sealed', name, 'maintenance'].map((one) => [one, true]))
    return [change, ...known] as const
  })
  const depths = [0, 1001, 1.5].map((depth) => ({ max_json_depth: depth }))
  const values = [{ sealed: 'true' }, { sealed: null }, { node_role: 'leader' }, { warnings: [1] }, ...depths]
  const wrong = values.map((one) => [{ maintenance: true, ...one, hosted: true }, ...Object.keys(one)] as const)
  await s.refuses(`PATCH ${conditions}`, [...unknown, ...wrong, [[]], ['text'], [null]], conditions)
  await s.run(
    ['PATCH interfaces/kv-cluster/conditions', { sealed: true }, 400, /unhealthy/],
    ['PATCH interfaces/orders/conditions', { sealed: true }, 400, /known are none/],
    ['PATCH interfaces/kv-cluster/conditions', { unhealthy: ['m3', 'm3'] }, 400],
    [`PATCH ${conditions}`, { max_json_depth: 1000, cors_allowed_origins: ['*'] }, 200],
  )
})

it('CTL-037: an unknown interface, record kind or action is answered 404 with the known names', async ({ s }) => {
  for (const [part, known, wrong, names] of [
    [/(?<=interfaces\/)orders/, 7, ['order', 'mock-control', 'toString', '__proto__'], ['secrets', 'kv-cluster']],
    [/(?<=records\/)api-keys/, 4, ['order', '_conditions', 'toString', '__proto__'], ['orders', 'api-keys']],
    [/(?<=actions\/)download/, 1, ['downlod', 'toString', '__proto__'], ['download', 'issue-download']],
  ] as const) {
    const having = calls.filter(([asked]) => part.test(asked))
    expect(having).toHaveLength(known)
    for (const [asked, body] of having)
      for (const name of wrong) {
        const reply = await s.send(asked.replace(part, name), body)
        expect([reply.status, ...names.filter((one) => !reply.text.includes(one))]).toEqual([404])
      }
  }
})

it('CTL-039: an input that does not match the schema of its action is answered 400', async ({ s }) => {
  const wrong = [[{ member: 'm12' }], [{}], [{ member: 'm1', more: 1 }], [[]], ['m1'], [null], [undefined]] as const
  await s.refuses(stop, wrong, cluster)
  await s.run([missData, {}, 200, { requests: 1 }], [missData, 200, { requests: 1 }], [missData, 'null', 400])
})
