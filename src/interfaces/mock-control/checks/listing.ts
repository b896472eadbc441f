import { expect } from 'vitest'
import type { components, operations } from '../../../../generated/mock-control/types.ts'
import type { Check } from '../../check.ts'
import { answersStatus, changesBody, on, type Sabotage, seesHeaders } from '../../sabotage.ts'
import { callAt } from './callers.ts'
import { type Context, changes, ownSession } from './session.ts'

type List = components['schemas']['InterfaceList']
type Served = components['schemas']['ServedInterface']

async function listOf(t: Context, session?: string): Promise<Served[]> {
  const { status, body } = await t.attempt('listInterfaces', { headers: { 'x-mock-session': session } })
  expect(status, 'status of the list of interfaces').toBe(200)
  expect(body.interfaces.length, 'interfaces listed').toBeGreaterThan(0)
  return body.interfaces
}

/** The list says something else of each interface. */
function lists(change: (served: Served) => Partial<Served>): Sabotage {
  return on(
    'listInterfaces',
    changesBody(({ interfaces }: List) => ({ interfaces: interfaces.map((one) => ({ ...one, ...change(one) })) })),
  )
}

function emptied<T>(members: Record<string, T>, change: (member: T) => Partial<T>): Record<string, T> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, { ...member, ...change(member) }]))
}

/** The first address with what follows the interface's own: a cluster's members share one. */
const pathOf = (url: string) => new URL(url).pathname

export const listing: Record<string, Check<operations>> = {
  'CTL-001': {
    async run(t) {
      const interfaces = await listOf(t)
      expect(
        interfaces.map(({ name }) => name),
        'names of the mocked interfaces',
      ).not.toContain('mock-control')
      for (const { name, baseUrls } of interfaces)
        expect(baseUrls.map(pathOf).join(), `paths of ${name}`).not.toMatch(/(^|,)\/_control(\/|,|$)/)
      const { origin } = new URL(interfaces[0]?.baseUrls[0] ?? '')
      const { status } = await t.send({ method: 'GET', base: origin, target: '/_control/interfaces' })
      expect(status, 'status of /_control/interfaces').toBe(200)
    },
    sabotage: [
      on(
        'listInterfaces',
        changesBody(({ interfaces }: List) => ({
          interfaces: [...interfaces, { ...interfaces[0], name: 'mock-control' }],
        })),
      ),
      lists(({ baseUrls }) => ({ baseUrls: baseUrls.map((url) => `${new URL(url).origin}/_control${pathOf(url)}`) })),
      on('listInterfaces', answersStatus(404)),
    ],
  },
  'CTL-002': {
    async run(t) {
      const interfaces = await listOf(t)
      expect(new Set(interfaces.map(({ name }) => name)).size, 'different names').toBe(interfaces.length)
      for (const { name, title, version, baseUrls, docsUrl } of interfaces) {
        expect(title, `title of ${name}`).toMatch(/^[A-Z].+/)
        expect(version, `version of ${name}`).toMatch(/^\d+\.\d+\.\d+$/)
        expect(new Set(baseUrls).size, `different base URLs of ${name}`).toBe(baseUrls.length)
        const { origin } = new URL(baseUrls[0] ?? '')
        expect(docsUrl, `address of the document of ${name}`).toBe(`${origin}/docs/${name}/`)
        for (const base of baseUrls) {
          expect(pathOf(base), `path of a base URL of ${name}`).toMatch(new RegExp(`^/${name}(/|$)`))
          const { body } = await t.send({
            method: 'GET',
            base,
            as: null,
            target: '/no-such-path',
            headers: { accept: '*/*' },
          })
          expect(
            JSON.stringify(body),
            `what ${base} answers, which is the interface and not the gateway`,
          ).not.toContain('Interfaces are under')
        }
      }
    },
    sabotage: [
      lists(() => ({ title: '' })),
      lists(() => ({ version: '' })),
      lists(({ docsUrl }) => ({ docsUrl: new URL(docsUrl).origin })),
      lists(({ baseUrls }) => ({
        baseUrls: baseUrls.map((url) => url.replace(/\/([a-z])/, '/x$1')),
      })),
      lists(({ baseUrls: [url = ''] }) => ({ baseUrls: [`${new URL(url).origin}/elsewhere`] })),
    ],
  },
  'CTL-003': {
    needs: changes,
    async run(t) {
      const session = ownSession(t)
      const interfaces = await listOf(t)
      const guarded = interfaces.filter(({ credentials }) => credentials.length > 0)
      expect(guarded.length, 'interfaces with credentials').toBeGreaterThan(0)
      for (const { name, credentials, records, baseUrls } of guarded) {
        const roles = credentials.map(({ role }) => role)
        expect(new Set(roles).size, `different roles of ${name}`).toBe(roles.length)
        expect(roles.join(), `roles of ${name}`).toMatch(/^\w/)
        for (const { role, headers, form = {} } of credentials)
          expect(Object.keys({ ...headers, ...form }), `what carries the role ${role} of ${name}`).not.toEqual([])
        const [first] = credentials
        const target = records.find(({ path }) => path !== undefined)?.path
        if (target === undefined || first?.form !== undefined) continue
        const sent = { 'x-mock-session': session }
        const [base = ''] = baseUrls
        const { status } = await callAt(t, base, { ...sent, ...first?.headers }, { method: 'GET', target })
        expect(status, `status of ${target} with the role ${first?.role} of ${name}`).toBe(200)
        const { status: without } = await callAt(t, base, sent, { method: 'GET', target })
        expect([401, 403], `status of ${target} of ${name} without a credential`).toContain(without)
      }
    },
    sabotage: [
      lists(() => ({ credentials: [] })),
      lists(({ credentials }) => ({ credentials: credentials.map((one) => ({ ...one, headers: {} })) })),
      lists(({ credentials }) => ({ credentials: credentials.map((one) => ({ ...one, role: 'any' })) })),
      lists(({ credentials }) => ({
        credentials: credentials.map((one) => ({
          ...one,
          headers: { authorization: 'Basic d3Jvbmc6', 'x-svc-token': 'wrong' },
        })),
      })),
    ],
  },
  'CTL-004': {
    needs: changes,
    async run(t) {
      const session = ownSession(t)
      const interfaces = await listOf(t)
      expect(
        interfaces.filter(({ records }) => records.length > 0).map(({ name }) => name),
        'interfaces with seeded records',
      ).toContain('orders')
      for (const { name, records, credentials, baseUrls } of interfaces) {
        for (const { key, description, path } of records) {
          expect(key, `key of a record of ${name}`).not.toBe('')
          expect(description, `what ${key} of ${name} is good for`).toMatch(/\w/)
          // Where conditions decide, a path may be of another kind of server.
          if (name !== 'orders' || path === undefined) continue
          const headers = { ...credentials[0]?.headers, 'x-mock-session': session }
          const { status, body } = await callAt(t, baseUrls[0] ?? '', headers, { method: 'GET', target: path })
          expect(status, `status of ${path}`).toBe(200)
          expect(path, `path of ${key}`).toContain(key)
          if (path.endsWith(key)) expect(body, `record at ${path}`).toMatchObject({ token: key })
        }
      }
      const orders = interfaces.find(({ name }) => name === 'orders')?.records ?? []
      expect(
        orders.filter(({ path }) => path === undefined),
        'seeded orders that cannot be read',
      ).toEqual([])
    },
    sabotage: [
      lists(() => ({ records: [] })),
      lists(({ records }) => ({ records: records.map((one) => ({ ...one, description: '' })) })),
      lists(({ records }) => ({ records: records.map(({ path: _, ...one }) => one) })),
      lists(({ records }) => ({ records: records.map((one) => ({ ...one, path: `${one.path}x` })) })),
      lists(({ records }) => ({ records: records.map((one) => ({ ...one, key: one.description })) })),
    ],
  },
  'CTL-005': {
    needs: changes,
    async run(t) {
      const session = ownSession(t)
      const path = { session, interface: 'secrets' }
      const of = async (name?: string) =>
        (await listOf(t, name)).find((one) => one.name === 'secrets')?.conditions ?? {}
      const before = await of(session)
      expect(before.sealed, 'the condition `sealed`').toMatchObject({ schema: { type: 'boolean' }, value: false })
      expect(Object.keys(before).length, 'conditions of secrets').toBeGreaterThan(1)
      for (const [name, condition] of Object.entries(before)) {
        expect(condition.description, `description of ${name}`).toMatch(/\w/)
        expect(Object.keys(condition.schema), `schema of ${name}`).not.toEqual([])
        expect(condition, `the condition ${name}`).toHaveProperty('value')
      }
      const { status } = await t.attempt('getSession', { path: { session } })
      expect(status, 'status of a session that was only looked at').toBe(404)
      await t.attempt('changeConditions', { path, body: { sealed: true } })
      expect((await of(session)).sealed?.value, '`sealed` in the session where it was set').toBe(true)
      expect((await of(ownSession(t))).sealed?.value, '`sealed` in another session').toBe(false)
    },
    sabotage: [
      on('listInterfaces', seesHeaders({ 'x-mock-session': 'default' })),
      lists(() => ({ conditions: {} })),
      lists(({ conditions }) => ({ conditions: emptied(conditions, () => ({ schema: {} })) })),
      lists(({ conditions }) => ({ conditions: emptied(conditions, () => ({ value: true })) })),
      lists(({ conditions }) => ({ conditions: emptied(conditions, () => ({ description: '' })) })),
      on('listInterfaces', async (request, forward) => {
        const named = request.headers['x-mock-session']
        if (named) await forward({ ...request, operation: 'getClock', path: `/sessions/${named}/clock` })
        return forward(request)
      }),
    ],
  },
  'CTL-006': {
    async run(t) {
      const interfaces = await listOf(t)
      for (const { name, recordKinds, actions } of interfaces) {
        for (const [offer, { description, schema }] of Object.entries({ ...recordKinds, ...actions })) {
          expect(description, `description of ${offer} of ${name}`).toMatch(/\w/)
          expect(Object.keys(schema), `schema of ${offer} of ${name}`).not.toEqual([])
        }
      }
      const orders = interfaces.find(({ name }) => name === 'orders')
      expect(orders?.recordKinds.orders?.schema, 'schema of orders').toMatchObject({
        required: expect.arrayContaining(['token']),
      })
      expect(Object.keys(orders?.recordKinds ?? {}), 'record kinds of orders').toContain('api-keys')
      expect(orders?.actions.download?.schema, 'schema of the action `download`').toMatchObject({
        properties: { token: { type: 'string' } },
      })
    },
    sabotage: [
      lists(() => ({ recordKinds: {} })),
      lists(() => ({ actions: {} })),
      lists(({ recordKinds }) => ({ recordKinds: emptied(recordKinds, () => ({ schema: {} })) })),
      lists(({ actions }) => ({ actions: emptied(actions, () => ({ schema: {} })) })),
      lists(({ actions }) => ({ actions: emptied(actions, () => ({ description: '' })) })),
    ],
  },
}
