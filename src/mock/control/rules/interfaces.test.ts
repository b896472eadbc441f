import { expect } from 'vitest'
import { detailOf, it, namesOf, type Operation, type Session } from './session.fixture.ts'

const pathOf = (url: string) => new URL(url).pathname

/** Operations with a record kind in their path, and their bodies. */
const ofKinds: [Operation, object?][] = [['listRecords'], ['getRecord'], ['putRecord', {}], ['deleteRecord']]
const ofInterfaces: typeof ofKinds = [...ofKinds, ['getConditions'], ['changeConditions', {}], ['runAction', {}]]

it('CTL-001: the mock serves its own interface under /_control', async ({ s }) => {
  const served = await s.interfaces()
  expect(namesOf(served)).toContain('orders')
  expect(namesOf(served)).not.toContain('mock-control')
  for (const { name, baseUrls } of served)
    expect(baseUrls.map(pathOf).join(), name).not.toMatch(/(^|,)\/_control(\/|,|$)/)
})

it('CTL-002: the list of interfaces names', async ({ s }) => {
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

it('CTL-003: the list of interfaces gives', async ({ s }) => {
  const guarded = (await s.interfaces()).filter(({ credentials }) => credentials.length > 0)
  expect(guarded.length).toBeGreaterThan(0)
  for (const { name, credentials, records } of guarded) {
    const roles = credentials.map(({ role }) => role)
    expect(new Set(roles).size).toBe(roles.length)
    expect(roles.join()).toMatch(/^\w/)
    for (const { role, headers, form = {} } of credentials)
      expect(Object.keys({ ...headers, ...form }), role).not.toEqual([])
    const target = records.find(({ path }) => path !== undefined)?.path
    if (target === undefined || credentials[0]?.form !== undefined) continue
    expect((await s.ask(name, `GET ${target}`)).status).toBe(200)
    expect([401, 403]).toContain((await s.ask(name, `GET ${target}`, { anonymous: true })).status)
  }
})

it('CTL-004: the list of interfaces gives', async ({ s }) => {
  for (const { name, records } of await s.interfaces()) {
    if (name === 'orders') expect(records.length).toBeGreaterThan(0)
    for (const { key, description, path } of records) {
      expect(key).not.toBe('')
      expect(description).toMatch(/\w/)
      if (name === 'orders') expect(path).toContain(key)
      if (path === undefined) continue
      const { status, body } = await s.ask(name, `GET ${path}`)
      // Other interfaces may refuse the path, which may exist only under other conditions.
      expect(status).not.toBe(405)
      if (name !== 'orders') continue
      expect(status).toBe(200)
      if (path.endsWith(key)) expect(body).toMatchObject({ token: key })
    }
  }
})

it('CTL-005: the list of interfaces gives', async ({ s }) => {
  const of = async ({ name }: Session) => (await s.served('secrets', { 'x-mock-session': name })).conditions
  const before = await of(s)
  expect(before.sealed).toMatchObject({ schema: { type: 'boolean' }, value: false })
  expect(Object.keys(before).length).toBeGreaterThan(1)
  for (const [name, condition] of Object.entries(before)) {
    expect(condition.description, name).toMatch(/\w/)
    expect(Object.keys(condition.schema)).not.toEqual([])
    expect(condition).toHaveProperty('value')
  }
  // Reading the list does not create the session.
  await s.expect(404, 'getSession')
  await s.call('changeConditions', { interface: 'secrets' }, { sealed: true })
  expect((await of(s)).sealed?.value).toBe(true)
  expect((await of(s.own())).sealed?.value).toBe(false)
})

it('CTL-006: the list of interfaces gives', async ({ s }) => {
  for (const { name, recordKinds, actions } of await s.interfaces()) {
    for (const [offer, { description, schema }] of Object.entries({ ...recordKinds, ...actions })) {
      expect(description, `${name} ${offer}`).toMatch(/\w/)
      expect(Object.keys(schema)).not.toEqual([])
    }
  }
  const { recordKinds, actions } = await s.served('orders')
  expect(recordKinds.orders?.schema).toMatchObject({ required: expect.arrayContaining(['token']) })
  expect(Object.keys(recordKinds)).toContain('api-keys')
  expect(actions.download?.schema).toMatchObject({ properties: { token: { type: 'string' } } })
})

it('CTL-037: a path with an unknown interface', async ({ s }) => {
  const orders = await s.served('orders')
  for (const [part, names, operations, wrong] of [
    ['interface', namesOf(await s.interfaces()), ofInterfaces, ['order', 'mock-control', 'toString', '__proto__']],
    ['kind', Object.keys(orders.recordKinds), ofKinds, ['order', '_conditions', 'toString', '__proto__']],
    ['action', Object.keys(orders.actions), [['runAction', {}]], ['downlod', 'toString', '__proto__']],
  ] as [string, string[], typeof ofKinds, string[]][]) {
    expect(names.length).toBeGreaterThan(0)
    for (const name of wrong) {
      for (const [operation, body] of operations) {
        const path = { interface: 'orders', kind: 'orders', action: 'download', key: 'any', [part]: name }
        const reply = await s.call(operation, path, body)
        expect(reply.status).toBe(404)
        for (const one of names) expect(detailOf(reply)).toContain(one)
      }
    }
  }
})
