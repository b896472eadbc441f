import type { operations } from '../../../../generated/cluster-agent/types.ts'
import type { Check } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { answersWith, on, type Sabotage, seesHeaders, when } from '../../../check/sabotage.ts'
import type { Context } from './context.ts'
import { ask, type Endpoint, endpoints, inputOf, needsOf, needsOfAll } from './endpoints.ts'
import { assertRefused, assertServed } from './outcomes.ts'
import { type Role, tokens } from './tokens.ts'

type Checks = Record<string, Check<operations>>

const guarded = endpoints.filter(({ permission }) => permission !== 'none')
const open = endpoints.filter(({ permission }) => permission === 'none')

/** Tokens that grant another permission. That it does not include the needed one is assumed (gap AGT-G34), unless it is the lesser. */
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

/** A token that grants just this permission is needed, and suffices. */
function requires(endpoint: Endpoint): Check<operations> {
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

/** Neither a token nor a permission is asked for. */
async function isServedToAll(t: Context, endpoint: Endpoint): Promise<void> {
  const input = await inputOf(t, endpoint)
  assertServed(t, await ask(t, endpoint, { ...input, as: null }), `${endpoint.operation} without a token`)
}

function requiresNothing(endpoint: Endpoint): Check<operations> {
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

/** Every guarded endpoint, with a token and in another way. */
async function refusesEach(t: Context, headers: Record<string, string | undefined>, what: string): Promise<void> {
  for (const endpoint of guarded) {
    const reply = await ask(t, endpoint, { ...(await inputOf(t, endpoint)), headers })
    assertRefused(t, reply, { what: `${endpoint.operation} ${what}`, ...denied })
  }
}

export const permissions: Checks = {
  ...Object.fromEntries(guarded.map((endpoint) => [endpoint.rules.permission, requires(endpoint)])),
  ...Object.fromEntries(open.map((endpoint) => [endpoint.rules.permission, requiresNothing(endpoint)])),
  'AGT-005': {
    // That this role is named says that ACLs apply.
    needs: { ...needsOfAll, roles: ['no-rights'] },
    async run(t) {
      await refusesEach(t, { 'x-cluster-token': undefined }, 'without a token')
      await refusesEach(t, { 'x-cluster-token': 'no-such-token' }, 'with an unknown token')
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
      // The token is looked for in another header, or in none.
      on(operation, seesHeaders({ 'x-cluster-token': undefined })),
      on(operation, carriesNone(seenAs('management'))),
    ]),
  },
}
