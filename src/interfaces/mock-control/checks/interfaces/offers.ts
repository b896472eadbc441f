import { expect } from '../../../../check/expect.ts'
import { on, seesHeaders } from '../../../../check/sabotage.ts'
import { expectStatus, inSessions, ownSession } from '../session.ts'
import { listOf, lists } from './listing-calls.ts'

function emptied<T>(members: Record<string, T>, change: (member: T) => Partial<T>): Record<string, T> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, { ...member, ...change(member) }]))
}

export const offers = inSessions({
  'CTL-005': {
    async run({ t, session, control }) {
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
      await expectStatus(control('getSession'), 404, 'status of a session that was only looked at')
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
    async run({ t }) {
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
})
