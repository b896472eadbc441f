import { expect } from 'vitest'
import { calls, conditions, health, it, noAnswer, rules, type Session } from './rules.fixture.ts'

const pathOf = (url: string) => new URL(url).pathname
const stop = 'POST interfaces/kv-cluster/actions/stop'
const cluster = 'interfaces/kv-cluster/records/cluster/cluster'
const clusterConditions = 'interfaces/kv-cluster/conditions'
const missData = 'POST interfaces/secrets/actions/miss-data'

async function served(s: Session, name: string, headers = {}) {
  const found = (await s.interfaces(headers)).find((one) => one.name === name)
  if (!found) throw new Error(`the mock does not serve ${name}`)
  return found
}

it('CTL-001: the mock serves its own interface under /_control', async ({ s }) => {
  const all = await s.interfaces()
  expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(['orders', 'secrets', 'kv-cluster']))
  expect(JSON.stringify(all.map(({ name, baseUrls }) => [name, baseUrls]))).not.toMatch(/mock-control|_control/)
})

it('CTL-002: the list of interfaces names their titles, versions, base URLs and docs', async ({ s }) => {
  for (const { name, title, version, baseUrls, docsUrl } of await s.interfaces()) {
    expect(`${title} ${version}`).toMatch(/^[A-Z].+ \d+\.\d+\.\d+$/)
    const { origin } = new URL(baseUrls[0] ?? '')
    const hasDocs = (await fetch(`${origin}/docs/`)).status === 200
    expect(docsUrl).toBe(hasDocs ? `${origin}/docs/${name}/` : undefined)
    for (const base of baseUrls) {
      expect(pathOf(base)).toMatch(new RegExp(`^/${name}(/|$)`))
      expect(await (await fetch(`${base}/no-such-path`)).text()).not.toContain('Interfaces are under')
    }
  }
})

it('CTL-003, CTL-004: the list of interfaces gives the seeded credentials and records', async ({ s }) => {
  for (const { name, baseUrls, credentials, records } of await s.interfaces()) {
    const roles = credentials.map(({ role }) => role)
    expect(new Set(roles).size).toBe(roles.length)
    const base = pathOf(baseUrls[0] ?? '')
    for (const { key, path } of records) {
      // Other interfaces may refuse the path, which may exist only under other conditions.
      if (path) expect((await s.send(`GET ${base}${path}`, undefined, credentials[0]?.headers)).status).not.toBe(405)
      if (name !== 'orders') continue
      expect(path).toContain(key)
      const { headers } = credentials[0] ?? {}
      expect((await s.send(`GET ${base}${path}`, undefined, { authorization: undefined })).status).toBe(401)
      expect((await s.send(`GET ${base}${path}`, undefined, { authorization: undefined, ...headers })).status).toBe(200)
    }
  }
  expect((await served(s, 'orders')).records.length).toBeGreaterThan(0)
  const { credentials } = await served(s, 'secrets')
  expect(credentials).toContainEqual({ role: 'read-only', headers: { 'x-svc-token': 'svc.example-read-only' } })
})

it('CTL-005: the list of interfaces gives the conditions with schemas and values', async ({ s }) => {
  const sealedIn = async ({ name }: Session) =>
    (await served(s, 'secrets', { 'x-mock-session': name })).conditions.sealed
  expect(await sealedIn(s)).toMatchObject({ schema: { type: 'boolean' }, value: false })
  // Reading the list does not create the session.
  await s.run(['GET .', 404], [`PATCH ${conditions}`, { sealed: true }, 200])
  expect([(await sealedIn(s))?.value, (await sealedIn(s.own()))?.value]).toEqual([true, false])
})

it('CTL-006: the list of interfaces gives the record kinds and actions', async ({ s }) => {
  const { recordKinds, actions } = await served(s, 'orders')
  expect(recordKinds).toMatchObject({ orders: { schema: { required: expect.arrayContaining(['token']) } } })
  expect(Object.keys(recordKinds)).toContain('api-keys')
  expect(actions.download).toMatchObject({
    description: expect.stringMatching(/\w/),
    schema: { properties: { token: { type: 'string' } } },
  })
})

const initial = { sealed: false, initialized: true, node_role: 'active', cors_allowed_origins: null, warnings: [] }
const changed = { sealed: true, warnings: ['one'], max_json_depth: 7 }
rules({
  'CTL-028: the conditions of an interface are read together, each with its current value': [
    [`GET ${conditions}`, 200, initial],
    [`GET ${clusterConditions}`, 200, { unhealthy: [] }],
    ['GET interfaces/orders/conditions', 200, /^\{\}$/],
    // Reading gives an interface no records.
    ['GET .', 200, { interfaces: [] }],
    [`PATCH ${conditions}`, { sealed: true }, 200],
    [`GET ${conditions}`, 200, { ...initial, sealed: true }],
  ],
  'CTL-029: a change of conditions sets the named conditions, keeps the others, and answers all': [
    [`PATCH ${conditions}`, { sealed: true }, 200, { ...initial, sealed: true }],
    [health, 503],
    [`PATCH ${conditions}`, { warnings: ['one'], max_json_depth: 7 }, 200, { ...initial, ...changed }],
    [`PATCH ${conditions}`, {}, 200, { ...initial, ...changed }],
    [`PATCH ${conditions}`, { sealed: false, node_role: 'standby' }, 200],
    [`GET ${conditions}`, 200, { ...initial, ...changed, sealed: false, node_role: 'standby' }],
    [health, 429],
  ],
  'CTL-038: an action answers 200 with its result, or 204 when it has none': [
    [`GET ${cluster}`, 200, { members: [{ name: 'm1', running: true }, {}, {}] }],
    [stop, { member: 'm1' }, 200, { members: [{ name: 'm1', running: false }, {}, {}] }],
    [`GET ${cluster}`, 200, { members: [{ name: 'm1', running: false }, {}, {}] }],
    ['GET /kv-cluster/m1/version', noAnswer],
  ],
})

it('CTL-030: a change that names an unknown condition is answered 400 with the known names', async ({ s }) => {
  const known = Object.keys(await s.read(conditions))
  const wrong = ['seald', 'toString', '__proto__', ''].map((name) => {
    const change = Object.fromEntries(['sealed', name, 'maintenance'].map((one) => [one, true]))
    return [change, ...known] as const
  })
  await s.refuses(`PATCH ${conditions}`, wrong, conditions)
  await s.refuses(`PATCH ${clusterConditions}`, [[{ sealed: true }, 'unhealthy']], clusterConditions)
})

it('CTL-031: a change with a value that does not match the schema of its condition is answered 400', async ({ s }) => {
  const depths = [0, 1001, 1.5].map((depth) => ({ max_json_depth: depth }))
  const values = [{ sealed: 'true' }, { sealed: null }, { node_role: 'leader' }, { warnings: [1] }, ...depths]
  const wrong = values.map((one) => [{ maintenance: true, ...one, hosted: true }, ...Object.keys(one)] as const)
  await s.refuses(`PATCH ${conditions}`, [...wrong, [[]], ['text'], [null]], conditions)
  await s.run(
    [`PATCH ${clusterConditions}`, { unhealthy: ['m3', 'm3'] }, 400],
    [`PATCH ${conditions}`, { max_json_depth: 1000, cors_allowed_origins: ['*'] }, 200],
  )
})

it('CTL-037: an unknown interface, record kind or action is answered 404 with the known names', async ({ s }) => {
  const { recordKinds, actions } = await served(s, 'orders')
  const all = (await s.interfaces()).map(({ name }) => name)
  for (const [part, known, wrong, names] of [
    [/(?<=interfaces\/)orders/, 7, ['order', 'mock-control', 'toString', '__proto__'], all],
    [/(?<=records\/)api-keys/, 4, ['order', '_conditions', 'toString', '__proto__'], Object.keys(recordKinds)],
    [/(?<=actions\/)download/, 1, ['downlod', 'toString', '__proto__'], Object.keys(actions)],
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
  const inputs = [{ member: 'm12' }, {}, { member: 'm1', more: 1 }, { member: ['m1'] }, [], 'm1', null, undefined]
  await s.refuses(
    stop,
    inputs.map((input) => [input] as const),
    cluster,
  )
  await s.run([missData, {}, 200, { requests: 1 }], [missData, 200, { requests: 1 }], [missData, 'null', 400])
})
