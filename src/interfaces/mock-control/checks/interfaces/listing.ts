import { expect } from '../../../../check/expect.ts'
import { answersStatus, changesBody, on } from '../../../../check/sabotage.ts'
import { callAt } from '../callers.ts'
import { expectStatus, inSessions } from '../session.ts'
import { type List, listOf, lists } from './listing-calls.ts'

/** The first address with what follows the interface's own: a cluster's members share one. */
const pathOf = (url: string) => new URL(url).pathname

export const listing = inSessions({
  'CTL-001': {
    async run({ t }) {
      const interfaces = await listOf(t)
      expect(
        interfaces.map(({ name }) => name),
        'names of the mocked interfaces',
      ).not.toContain('mock-control')
      for (const { name, baseUrls } of interfaces)
        expect(baseUrls.map(pathOf).join(), `paths of ${name}`).not.toMatch(/(^|,)\/_control(\/|,|$)/)
      const { origin } = new URL(interfaces[0]?.baseUrls[0] ?? '')
      await expectStatus(
        t.send({ method: 'GET', base: origin, target: '/_control/interfaces' }),
        200,
        'status of /_control/interfaces',
      )
    },
    sabotage: [
      on('listInterfaces', changesBody, ({ interfaces }: List) => ({
        interfaces: [...interfaces, { ...interfaces[0], name: 'mock-control' }],
      })),
      lists(({ baseUrls }) => ({ baseUrls: baseUrls.map((url) => `${new URL(url).origin}/_control${pathOf(url)}`) })),
      on('listInterfaces', answersStatus(404)),
    ],
  },
  'CTL-002': {
    async run({ t }) {
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
    async run({ t, session }) {
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
    async run({ t, session }) {
      const interfaces = await listOf(t)
      expect(
        interfaces.filter(({ records }) => records.length > 0).map(({ name }) => name),
        'interfaces with seeded records',
      ).toContain('orders')
      for (const { name, records, credentials, baseUrls } of interfaces) {
        for (const { key, description, path } of records) {
          expect(key, `key of a record of ${name}`).not.toBe('')
          expect(description, `what ${key} of ${name} is good for`).toMatch(/\w/)
          if (path === undefined) continue
          const headers = { ...credentials[0]?.headers, 'x-mock-session': session }
          const { status, body } = await callAt(t, baseUrls[0] ?? '', headers, { method: 'GET', target: path })
          // Elsewhere a path may be of another kind of server, one of a hosted offering.
          if (name !== 'orders') {
            expect(status, `status of ${path} of ${name}, which can be read`).not.toBe(405)
            continue
          }
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
      lists(({ name, records }) =>
        name === 'orders'
          ? {}
          : { records: records.map((one) => ({ ...one, path: '/v1/auth/userpass/login/reporting' })) },
      ),
    ],
  },
})
