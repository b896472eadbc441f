import { expect } from '../../../check/expect.ts'
import { answersStatus, on, seesHeaders, turnsStatus } from '../../../check/sabotage.ts'
import { changesDetail, eachOf, eachWrong } from './sabotages.ts'
import { type Checks, detailOf, inSession, namesOf, type Operation, type Schemas, type Session } from './session.ts'

type Served = Schemas['ServedInterface']

async function listOf(s: Session): Promise<Served[]> {
  const { status, body } = await s.t.attempt('listInterfaces')
  expect(status, 'status of the list of interfaces').toBe(200)
  expect(body.interfaces.length, 'interfaces listed').toBeGreaterThan(0)
  return body.interfaces
}

const inEach = (items: readonly object[] | Readonly<Record<string, object>>, wrong: object) =>
  Array.isArray(items)
    ? items.map((item) => ({ ...item, ...wrong }))
    : Object.fromEntries(Object.entries(items).map(([name, item]) => [name, { ...item, ...wrong }]))

/** Gives each interface in the list one wrong member. */
const listsWrong = (wrong: Partial<Served>) => eachWrong('listInterfaces', wrong, 'interfaces')
/** Gives each record, condition and so on of each interface in the list these wrong members. */
const listsEach = (of: 'credentials' | 'records' | 'conditions' | 'recordKinds' | 'actions', ...wrong: object[]) =>
  wrong.map((each) => eachOf('listInterfaces', 'interfaces', (served: Served) => ({ [of]: inEach(served[of], each) })))

const pathOf = (url: string) => new URL(url).pathname

/** Operations with a record kind in their path, and their bodies. */
const ofKinds: [Operation, object?][] = [['listRecords'], ['getRecord'], ['putRecord', {}], ['deleteRecord']]
const ofInterfaces: typeof ofKinds = [...ofKinds, ['getConditions'], ['changeConditions', {}], ['runAction', {}]]

export const interfaces: Checks = {
  'CTL-001': inSession(async (s) => {
    const served = await listOf(s)
    expect(namesOf(served), 'names of the mocked interfaces').not.toContain('mock-control')
    for (const { name, baseUrls } of served)
      expect(baseUrls.map(pathOf).join(), `paths of ${name}`).not.toMatch(/(^|,)\/_control(\/|,|$)/)
    const base = new URL(served[0]?.baseUrls[0] ?? '').origin
    const { status } = await s.t.send({ method: 'GET', base, target: '/_control/interfaces' })
    expect(status, 'status of /_control/interfaces').toBe(200)
  }).brokenBy(
    ...listsWrong({ name: 'mock-control', baseUrls: ['http://localhost/_control/orders'] }),
    on('listInterfaces', answersStatus(404)),
  ),
  'CTL-002': inSession(async (s) => {
    const served = await listOf(s)
    expect(new Set(namesOf(served)).size, 'different names').toBe(served.length)
    for (const { name, title, version, baseUrls, docsUrl } of served) {
      expect(title, `title of ${name}`).toMatch(/^[A-Z].+/)
      expect(version, `version of ${name}`).toMatch(/^\d+\.\d+\.\d+$/)
      expect(new Set(baseUrls).size, `different base URLs of ${name}`).toBe(baseUrls.length)
      const { origin } = new URL(baseUrls[0] ?? '')
      expect(docsUrl, `address of the docs of ${name}`).toBe(
        (await s.hasDocs()) ? `${origin}/docs/${name}/` : undefined,
      )
      for (const base of baseUrls) {
        expect(pathOf(base), `path of a base URL of ${name}`).toMatch(new RegExp(`^/${name}(/|$)`))
        const headers = { accept: '*/*' }
        const { text } = await s.t.send({ method: 'GET', base, as: null, target: '/no-such-path', headers })
        expect(text, `what ${base} answers, and not the gateway`).not.toContain('Interfaces are under')
      }
    }
  }).brokenBy(
    ...listsWrong({ title: '', version: '', docsUrl: 'http://localhost', baseUrls: ['http://localhost/none'] }),
  ),
  'CTL-003': inSession(async (s) => {
    const guarded = (await listOf(s)).filter(({ credentials }) => credentials.length > 0)
    expect(guarded.length, 'interfaces with credentials').toBeGreaterThan(0)
    for (const { name, credentials, records } of guarded) {
      const roles = credentials.map(({ role }) => role)
      expect(new Set(roles).size, `different roles of ${name}`).toBe(roles.length)
      expect(roles.join(), `roles of ${name}`).toMatch(/^\w/)
      for (const { role, headers, form = {} } of credentials)
        expect(Object.keys({ ...headers, ...form }), `what carries the role ${role} of ${name}`).not.toEqual([])
      const target = records.find(({ path }) => path !== undefined)?.path
      if (target === undefined || credentials[0]?.form !== undefined) continue
      const { status } = await s.ask(name, `GET ${target}`)
      expect(status, `status of ${target} with the first role of ${name}`).toBe(200)
      const { status: without } = await s.ask(name, `GET ${target}`, { anonymous: true })
      expect([401, 403], `status of ${target} of ${name} without a credential`).toContain(without)
    }
  }).brokenBy(
    ...listsWrong({ credentials: [] }),
    ...listsEach('credentials', { headers: {} }, { role: 'any' }, { headers: { authorization: 'Basic d3Jvbmc6' } }),
  ),
  'CTL-004': inSession(async (s) => {
    const served = await listOf(s)
    const withRecords = served.filter(({ records }) => records.length > 0)
    expect(namesOf(withRecords), 'interfaces with seeded records').toContain('orders')
    for (const { name, records } of served) {
      for (const { key, description, path } of records) {
        expect(key, `key of a record of ${name}`).not.toBe('')
        expect(description, `what ${key} of ${name} is good for`).toMatch(/\w/)
        if (name === 'orders') expect(path, `path of ${key}, which can be read`).toBeDefined()
        if (path === undefined) continue
        const { status, body } = await s.ask(name, `GET ${path}`)
        // Other interfaces may refuse the path, which may exist only under other conditions.
        expect(status, `status of ${path} of ${name}, which can be read`).not.toBe(405)
        if (name !== 'orders') continue
        expect(status, `status of ${path}`).toBe(200)
        expect(path, `path of ${key}`).toContain(key)
        if (path.endsWith(key)) expect(body, `record at ${path}`).toMatchObject({ token: key })
      }
    }
  }).brokenBy(
    ...listsWrong({ records: [] }),
    ...listsEach('records', { description: '' }, { path: undefined }, { path: '/orders/none' }, { key: 'none' }),
  ),
  'CTL-005': inSession(async (s) => {
    const of = async ({ name }: Session) => (await s.served('secrets', { 'x-mock-session': name })).conditions
    const before = await of(s)
    expect(before.sealed, 'the condition `sealed`').toMatchObject({ schema: { type: 'boolean' }, value: false })
    expect(Object.keys(before).length, 'conditions of secrets').toBeGreaterThan(1)
    for (const [name, condition] of Object.entries(before)) {
      expect(condition.description, `description of ${name}`).toMatch(/\w/)
      expect(Object.keys(condition.schema), `schema of ${name}`).not.toEqual([])
      expect(condition, `the condition ${name}`).toHaveProperty('value')
    }
    // Reading the list does not create the session.
    await s.expect(404, 'getSession')
    await s.call('changeConditions', { interface: 'secrets' }, { sealed: true })
    expect((await of(s)).sealed?.value, '`sealed` in the session where it was set').toBe(true)
    expect((await of(s.own())).sealed?.value, '`sealed` in another session').toBe(false)
  }).brokenBy(
    on('listInterfaces', seesHeaders({ 'x-mock-session': 'default' })),
    ...listsWrong({ conditions: {} }),
    ...listsEach('conditions', { schema: {} }, { value: true }, { description: '' }),
    // The session is there, although nobody has created it.
    on('getSession', turnsStatus(404, 200)),
  ),
  'CTL-006': inSession(async (s) => {
    const served = await listOf(s)
    for (const { name, recordKinds, actions } of served) {
      for (const [offer, { description, schema }] of Object.entries({ ...recordKinds, ...actions })) {
        expect(description, `description of ${offer} of ${name}`).toMatch(/\w/)
        expect(Object.keys(schema), `schema of ${offer} of ${name}`).not.toEqual([])
      }
    }
    const orders = served.find(({ name }) => name === 'orders')
    const order = { required: expect.arrayContaining(['token']) }
    expect(orders?.recordKinds.orders?.schema, 'schema of orders').toMatchObject(order)
    expect(Object.keys(orders?.recordKinds ?? {}), 'record kinds of orders').toContain('api-keys')
    const download = { properties: { token: { type: 'string' } } }
    expect(orders?.actions.download?.schema, 'schema of the action `download`').toMatchObject(download)
  }).brokenBy(
    ...listsWrong({ recordKinds: {}, actions: {} }),
    ...listsEach('recordKinds', { schema: {} }),
    ...listsEach('actions', { schema: {} }, { description: '' }),
  ),
  'CTL-037': inSession(async (s) => {
    const orders = await s.served('orders')
    const known = { interface: namesOf(await listOf(s)), kind: orders.recordKinds, action: orders.actions }
    for (const [part, operations, wrong] of [
      ['interface', ofInterfaces, ['order', 'mock-control', 'toString', '__proto__']],
      ['kind', ofKinds, ['order', '_conditions', 'toString', '__proto__']],
      ['action', [['runAction', {}]] as typeof ofKinds, ['downlod', 'toString', '__proto__']],
    ] as const) {
      const names = part === 'interface' ? known.interface : Object.keys(known[part])
      expect(names.length, `names of the kind ${part}`).toBeGreaterThan(0)
      for (const name of wrong) {
        for (const [operation, body] of operations) {
          const path = { interface: 'orders', kind: 'orders', action: 'download', key: 'any', [part]: name }
          const reply = await s.call(operation, path, body)
          expect(reply.status, `status of ${operation} with the ${part} ${name}`).toBe(404)
          for (const one of names) expect(detailOf(reply), `the refusal of the ${part} ${name}`).toContain(one)
        }
      }
    }
  }).brokenBy(
    ...ofInterfaces.map(([operation]) => on(operation, turnsStatus(404, 400))),
    changesDetail(() => 'It is unknown.'),
  ),
}
