import type { AttemptInput } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { answersWith, on, type Sabotage, seesHeaders, when } from '../../../check/sabotage.ts'
import {
  type AgentCheck,
  assertRefused,
  assertServed,
  type Checks,
  type Context,
  type Role,
  tokens,
} from './context.ts'
import { ask, type Endpoint, endpoints, inputOf, needsOf, needsOfAll, nobody } from './endpoints.ts'

const guarded = endpoints.filter(({ permission }) => permission !== 'none')
const open = endpoints.filter(({ permission }) => permission === 'none')

/** Tokens that grant another permission. It is assumed that none includes the needed one (gap AGT-G34), unless it is the lesser one. */
const others: Record<Endpoint['permission'], readonly Role[]> = {
  'node-read': ['agent-read', 'agent-write'],
  'agent-read': ['node-read'],
  'agent-write': ['agent-read', 'node-read'],
  none: [],
}

const denied = { gap: 'AGT-G32', as: 403 }
const refuses = answersWith(403, 'Permission denied', { 'content-type': 'text/plain' })
const carries = (role: Role, sabotage: Sabotage) =>
  when(({ headers }) => headers['x-cluster-token'] === tokens[role], sabotage)
const carriesNone = (sabotage: Sabotage) => when(({ headers }) => headers['x-cluster-token'] === undefined, sabotage)
const seenAs = (role: Role) => seesHeaders({ 'x-cluster-token': tokens[role] })

/** A token with exactly this permission is required and sufficient. */
function requires(endpoint: Endpoint): AgentCheck {
  const { operation, permission } = endpoint
  const needs = needsOf(endpoint)
  return {
    needs: { ...needs, roles: [...(permission === 'none' ? [] : [permission]), 'no-rights', ...others[permission]] },
    async run(t) {
      const input = await inputOf(t, endpoint)
      const refused = await ask(t, endpoint, { ...input, as: 'no-rights' })
      assertRefused(t, refused, { what: `${operation} with a token that grants nothing`, ...denied })
      for (const role of others[permission]) {
        const reply = await ask(t, endpoint, { ...input, as: role })
        const what = `${operation} with a token that grants ${role} alone`
        if (permission === 'agent-write' && role === 'agent-read') assertRefused(t, reply, { what, ...denied })
        else t.assume('AGT-G34', () => expect(reply.status, `status of ${what}`).toBe(403))
      }
      const served = await ask(t, endpoint, { ...input, as: permission })
      const what = `${operation} with a token that grants ${permission}`
      expect(served.status, `status of ${what}, beside that of a refusal`).not.toBe(refused.status)
      if (endpoint.uncertain) t.assume(endpoint.uncertain, () => expect(served.status, `status of ${what}`).toBe(200))
      else assertServed(t, served, what)
    },
    sabotage: [
      on(operation, carries('no-rights', seenAs('management'))),
      ...others[permission].map((role) => on(operation, carries(role, seenAs('management')))),
      ...(permission === 'none' ? [] : [on(operation, carries(permission, seenAs('no-rights')))]),
    ],
  }
}

/** No token and no permission is required. */
async function isServedToAll(t: Context, endpoint: Endpoint): Promise<void> {
  const input = await inputOf(t, endpoint)
  assertServed(t, await ask(t, endpoint, { ...input, as: null }), `${endpoint.operation} without a token`)
}

function requiresNothing(endpoint: Endpoint): AgentCheck {
  return {
    needs: { ...needsOf(endpoint), roles: ['no-rights'] },
    async run(t) {
      await isServedToAll(t, endpoint)
      const input = { ...(await inputOf(t, endpoint)), as: 'no-rights' }
      assertServed(t, await ask(t, endpoint, input), `${endpoint.operation} with a token that grants nothing`)
    },
    sabotage: [on(endpoint.operation, carriesNone(refuses)), on(endpoint.operation, carries('no-rights', refuses))],
  }
}

/** Sends every guarded operation with these headers, and expects a refusal. */
async function refusesEach(t: Context, headers: Record<string, string | undefined>, what: string): Promise<void> {
  for (const endpoint of guarded) {
    const reply = await ask(t, endpoint, { ...(await inputOf(t, endpoint)), headers })
    assertRefused(t, reply, { what: `${endpoint.operation} ${what}`, ...denied })
  }
}

/** While ACLs are off, no token is required. */
async function assumeOpen(t: Context): Promise<void> {
  await t.control.setConditions({ aclsEnabled: false, enableDebug: true })
  for (const endpoint of guarded) {
    const { status } = await ask(t, endpoint, { ...(await inputOf(t, endpoint)), as: null })
    t.assume('AGT-G33', () => expect(status, `status of ${endpoint.operation} while ACLs are off`).toBe(200))
  }
  await t.control.setConditions({ aclsEnabled: true, enableDebug: 'unset' })
}

/** If a request has several faults, the first one counts: permission, form, availability of profiles, mode. */
async function assumeOrder(t: Context): Promise<void> {
  const expectStatus = async (operation: Endpoint['operation'], input: AttemptInput, status: number) => {
    const reply = await t.attempt(operation, input)
    t.assume('AGT-G35', () => expect(reply.status, `status of ${operation} with ${JSON.stringify(input)}`).toBe(status))
  }
  await t.control.setConditions({ mode: 'client' })
  await expectStatus('forceLeaveMember', { as: 'no-rights' }, 403)
  await expectStatus('forceLeaveMember', {}, 400)
  await expectStatus('joinCluster', { query: { address: ['192.0.2.12:99999'] } }, 400)
  await expectStatus('updateSchedulerConfig', { body: { num_schedulers: -1 } }, 400)
  await expectStatus('forceLeaveMember', { query: { node: nobody } }, 501)
  await t.control.setConditions({ aclsEnabled: false })
  const heap = { path: { profile: 'heap' } }
  await expectStatus('getPprofNamed', { ...heap, query: { node_id: 'a', server_id: 'b' } }, 400)
  const unavailable = await t.attempt('getPprofNamed', { ...heap, query: { server_id: 'nobody' } })
  t.assume('AGT-G35', () => expect(unavailable.text, 'a heap of nobody').toBe('Profiles are not available'))
}

export const permissions: Checks = {
  ...Object.fromEntries(guarded.map((endpoint) => [endpoint.rules.permission, requires(endpoint)])),
  ...Object.fromEntries(open.map((endpoint) => [endpoint.rules.permission, requiresNothing(endpoint)])),
  'AGT-005': {
    // The role needs ACLs, so naming it says that ACLs apply.
    needs: { ...needsOfAll, roles: ['no-rights'], control: 'where offered' },
    async run(t) {
      await refusesEach(t, { 'x-cluster-token': undefined }, 'without a token')
      await refusesEach(t, { 'x-cluster-token': 'no-such-token' }, 'with an unknown token')
      if (!t.hasControl) return
      for (const [token, words] of Object.entries({
        '': 'Permission denied',
        'no-such-token': 'ACL token not found',
      })) {
        const { text } = await t.attempt('listMembers', { headers: { 'x-cluster-token': token } })
        t.assume('AGT-G32', () => expect(text, `refusal of the token '${token}'`).toBe(words))
      }
      await t.control.putRecord('tokens', 'no-such-token', { permissions: ['node:read'] })
      const reply = await t.attempt('listMembers', { headers: { 'x-cluster-token': 'no-such-token' } })
      assertServed(t, reply, 'the member list with a token that a tester has put there')
      await assumeOpen(t)
      await assumeOrder(t)
    },
    sabotage: [
      ...guarded.map(({ operation }) => on(operation, carriesNone(seenAs('management')))),
      when(({ headers }) => headers['x-cluster-token'] === 'no-such-token', seenAs('management')),
    ],
  },
  'AGT-006': {
    needs: needsOfAll,
    async run(t) {
      for (const endpoint of open) await isServedToAll(t, endpoint)
    },
    sabotage: open.map(({ operation }) => on(operation, carriesNone(refuses))),
  },
  'AGT-007': {
    needs: { ...needsOfAll, roles: ['no-rights'] },
    async run(t) {
      for (const endpoint of guarded) {
        const input = await inputOf(t, endpoint)
        const without = await ask(t, endpoint, { ...input, headers: { 'x-cluster-token': undefined } })
        assertRefused(t, without, { what: `${endpoint.operation} without X-Cluster-Token`, ...denied })
        const withIt = await ask(t, endpoint, input)
        const what = `status of ${endpoint.operation} with a token in X-Cluster-Token, beside that without one`
        expect(withIt.status, what).not.toBe(without.status)
        if (!endpoint.uncertain) assertServed(t, withIt, `${endpoint.operation} with a token in X-Cluster-Token`)
      }
    },
    sabotage: guarded.flatMap(({ operation }) => [
      // Reads the token from another header, or from none.
      on(operation, seesHeaders({ 'x-cluster-token': undefined })),
      on(operation, carriesNone(seenAs('management'))),
    ]),
  },
}
