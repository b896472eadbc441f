import { expect } from 'vitest'
import { detailOf, howItEnded, it, namesOf, type Operation, type Session } from './rules.fixture.ts'

const pathOf = (url: string) => new URL(url).pathname
const secrets = { interface: 'secrets' }
const stop = { interface: 'kv-cluster', action: 'stop' }

const conditionsOf = async (s: Session, name = 'secrets'): Promise<object> =>
  s.expect(200, 'getConditions', { interface: name })

async function clusterOf(s: Session): Promise<{ members: { name: string; running: boolean }[] }> {
  return Object(await s.expect(200, 'getRecord', { interface: 'kv-cluster', kind: 'cluster', key: 'cluster' }))
}

const runs = async (s: Session) => (await clusterOf(s)).members.find(({ name }) => name === 'm1')?.running

it('CTL-001: the mock serves its own interface under /_control', async ({ s }) => {
  const served = await s.interfaces()
  expect(namesOf(served)).toContain('orders')
  expect(namesOf(served)).not.toContain('mock-control')
  for (const { baseUrls } of served) expect(baseUrls.map(pathOf).join()).not.toMatch(/(^|,)\/_control(\/|,|$)/)
})

it('CTL-002: the list of interfaces names their titles, versions, base URLs and docs', async ({ s }) => {
  const served = await s.interfaces()
  expect(new Set(namesOf(served)).size).toBe(served.length)
  for (const { name, title, version, baseUrls, docsUrl } of served) {
    expect(title).toMatch(/^[A-Z].+/)
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(new Set(baseUrls).size).toBe(baseUrls.length)
    const { origin } = new URL(baseUrls[0] ?? '')
    const hasDocs = (await fetch(`${origin}/docs/`)).status === 200
    expect(docsUrl).toBe(hasDocs ? `${origin}/docs/${name}/` : undefined)
    for (const base of baseUrls) {
      expect(pathOf(base)).toMatch(new RegExp(`^/${name}(/|$)`))
      expect(await (await fetch(`${base}/no-such-path`)).text()).not.toContain('Interfaces are under')
    }
  }
})

it('CTL-003: the list of interfaces gives the seeded credentials by role', async ({ s }) => {
  const guarded = (await s.interfaces()).filter(({ credentials }) => credentials.length > 0)
  expect(guarded.length).toBeGreaterThan(0)
  for (const { name, credentials, records } of guarded) {
    const roles = credentials.map(({ role }) => role)
    expect(new Set(roles).size).toBe(roles.length)
    expect(roles.join()).toMatch(/^\w/)
    for (const { role, headers, form } of credentials)
      expect(Object.keys({ ...headers, ...form }), role).not.toEqual([])
    const target = records.find(({ path }) => path !== undefined)?.path
    if (target === undefined || credentials[0]?.form !== undefined) continue
    expect((await s.ask(name, `GET ${target}`)).status).toBe(200)
    expect([401, 403]).toContain((await s.ask(name, `GET ${target}`, { anonymous: true })).status)
  }
})

it('CTL-004: the list of interfaces gives the most useful seeded records', async ({ s }) => {
  for (const { name, records } of await s.interfaces()) {
    for (const { key, description, path } of records) {
      expect(key).not.toBe('')
      expect(description).toMatch(/\w/)
      // Other interfaces may refuse the path, which may exist only under other conditions.
      if (path !== undefined) expect((await s.ask(name, `GET ${path}`)).status).not.toBe(405)
    }
  }
  const { records } = await s.served('orders')
  expect(records.length).toBeGreaterThan(0)
  for (const { key, path = '' } of records) {
    expect(path).toContain(key)
    const { status, body } = await s.ask('orders', `GET ${path}`)
    expect(status).toBe(200)
    if (path.endsWith(key)) expect(body).toMatchObject({ token: key })
  }
})

it('CTL-005: the list of interfaces gives the conditions with schemas and values', async ({ s }) => {
  const of = async ({ name }: Session) => (await s.served('secrets', { 'x-mock-session': name })).conditions
  const before = await of(s)
  expect(before.sealed).toMatchObject({ schema: { type: 'boolean' }, value: false })
  expect(Object.keys(before).length).toBeGreaterThan(1)
  for (const condition of Object.values(before)) {
    expect(condition.description).toMatch(/\w/)
    expect(condition.schema).not.toEqual({})
    expect(condition).toHaveProperty('value')
  }
  // Reading the list does not create the session.
  await s.expect(404, 'getSession')
  await s.call('changeConditions', secrets, { sealed: true })
  expect((await of(s)).sealed?.value).toBe(true)
  expect((await of(s.own())).sealed?.value).toBe(false)
})

it('CTL-006: the list of interfaces gives the record kinds and actions', async ({ s }) => {
  for (const { recordKinds, actions } of await s.interfaces()) {
    for (const { description, schema } of Object.values({ ...recordKinds, ...actions })) {
      expect(description).toMatch(/\w/)
      expect(schema).not.toEqual({})
    }
  }
  const { recordKinds, actions } = await s.served('orders')
  expect(recordKinds.orders?.schema).toMatchObject({ required: expect.arrayContaining(['token']) })
  expect(Object.keys(recordKinds)).toContain('api-keys')
  expect(actions.download?.schema).toMatchObject({ properties: { token: { type: 'string' } } })
})

it('CTL-028: the conditions of an interface are read together, each with its current value', async ({ s }) => {
  const expectListed = async (name: string) => {
    const { conditions } = await s.served(name, { 'x-mock-session': s.name })
    const listed = Object.entries(conditions).map(([condition, { value }]) => [condition, value])
    expect(await conditionsOf(s, name)).toEqual(Object.fromEntries(listed))
  }
  for (const name of ['secrets', 'kv-cluster', 'orders']) await expectListed(name)
  const initial = { sealed: false, initialized: true, node_role: 'active', cors_allowed_origins: null, warnings: [] }
  expect(await conditionsOf(s)).toMatchObject(initial)
  await s.call('changeConditions', secrets, { sealed: true })
  await expectListed('secrets')
})

it('CTL-029: a change of conditions sets the named conditions, keeps the others, and answers all', async ({ s }) => {
  let expected = await conditionsOf(s)
  for (const [change, health] of [
    [{ sealed: true }, 503],
    [{ warnings: ['one'], max_json_depth: 7 }, 503],
    [{}, 503],
    [{ sealed: false, node_role: 'standby' }, 429],
  ] as const) {
    expected = { ...expected, ...change }
    await s.expect(200, 'changeConditions', secrets, change, expected)
    expect(await conditionsOf(s)).toEqual(expected)
    expect(await s.health()).toBe(health)
  }
})

it('CTL-030: a change that names an unknown condition is answered 400 with the known names', async ({ s }) => {
  const known = Object.keys(await conditionsOf(s))
  const wrong = ['seald', 'toString', '__proto__', ''].map((name) => {
    const change = Object.fromEntries(['sealed', name, 'maintenance'].map((one) => [one, true]))
    return [change, ...known] as const
  })
  await s.refuses('changeConditions', secrets, wrong, () => conditionsOf(s))
  for (const [name, ...words] of [['orders'], ['kv-cluster', 'unhealthy']] as const)
    await s.refuses('changeConditions', { interface: name }, [[{ sealed: true }, ...words]], () =>
      conditionsOf(s, name),
    )
})

it('CTL-031: a change with a value that does not match the schema of its condition is answered 400', async ({ s }) => {
  const depths = [0, 1001, 1.5].map((depth) => ({ max_json_depth: depth }))
  const values = [{ sealed: 'true' }, { sealed: null }, { node_role: 'leader' }, { warnings: [1] }, ...depths]
  const wrong = values.map((one) => [{ maintenance: true, ...one, hosted: true }, ...Object.keys(one)] as const)
  const noObjects = [[[]], ['text'], [null], [1]] as const
  await s.refuses('changeConditions', secrets, [...wrong, ...noObjects], () => conditionsOf(s))
  await s.expect(400, 'changeConditions', { interface: 'kv-cluster' }, { unhealthy: ['m3', 'm3'] })
  await s.expect(200, 'changeConditions', secrets, { max_json_depth: 1000, cors_allowed_origins: ['*'] })
})

it('CTL-037: an unknown interface, record kind or action is answered 404 with the known names', async ({ s }) => {
  const { recordKinds, actions } = await s.served('orders')
  const ofKinds = ['listRecords', 'getRecord', 'putRecord', 'deleteRecord'] as const
  const ofInterfaces = [...ofKinds, 'getConditions', 'changeConditions', 'runAction'] as const
  const table: [string, string[], readonly Operation[], string[]][] = [
    ['interface', namesOf(await s.interfaces()), ofInterfaces, ['order', 'mock-control', 'toString', '__proto__']],
    ['kind', Object.keys(recordKinds), ofKinds, ['order', '_conditions', 'toString', '__proto__']],
    ['action', Object.keys(actions), ['runAction'], ['downlod', 'toString', '__proto__']],
  ]
  for (const [part, names, operations, wrong] of table) {
    expect(names.length).toBeGreaterThan(0)
    for (const operation of operations) {
      for (const name of wrong) {
        const path = { interface: 'orders', kind: 'orders', action: 'download', key: 'any', [part]: name }
        const body = /^(put|change|run)/.test(operation) ? {} : undefined
        const reply = await s.call(operation, path, body)
        expect(reply.status).toBe(404)
        for (const one of names) expect(detailOf(reply)).toContain(one)
      }
    }
  }
})

it('CTL-038: an action answers 200 with its result, or 204 when it has none', async ({ s }) => {
  expect(await runs(s)).toBe(true)
  const result = await s.expect(200, 'runAction', stop, { member: 'm1' })
  expect(result).toEqual(await clusterOf(s))
  expect(await runs(s)).toBe(false)
  expect(await howItEnded(s.ask('kv-cluster', 'GET /version'))).toBe('no answer')
  expect(await runs(s.own())).toBe(true)
})

it('CTL-039: an input that does not match the schema of its action is answered 400', async ({ s }) => {
  const inputs = [{ member: 'm12' }, {}, { member: 'm1', more: 1 }, { member: ['m1'] }, [], 'm1', null, undefined]
  const wrong = inputs.map((input) => [input] as const)
  await s.refuses('runAction', stop, wrong, () => clusterOf(s))
  const missData = { ...secrets, action: 'miss-data' }
  for (const empty of [{}, undefined]) await s.expect(200, 'runAction', missData, empty, { requests: 1 })
  await s.expect(400, 'runAction', missData, 'null')
})
