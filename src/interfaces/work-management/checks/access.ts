import { expect } from 'vitest'
import type { operations } from '../../../../generated/work-management/types.ts'
import type { Check } from '../../check.ts'
import { expectRefusal } from '../../expect-refusal.ts'
import { answersStatus, changesHeader, on } from '../../sabotage.ts'
import { requirements, type Scope, scopes } from '../scopes.ts'
import { letsIn, withoutToken, withToken } from './breaking.ts'
import { calls, everything, type Operation, operationIds, served } from './calls.ts'

const needs = { resources: everything, changes: 'reversible' } as const

/** A creation stays, and need not be repeated here: the check of its own scopes makes one. */
const operationsThatLeaveNothing = operationIds.filter((operation) => operation !== 'createWorkflow')

const isListed = (operation: Operation, scope: Scope) => requirements[operation].anyOf.includes(scope)

export const access: Record<string, Check<operations>> = {
  'WRK-008': {
    needs,
    async run(t) {
      for (const operation of operationsThatLeaveNothing) {
        served(t, await t.attempt(operation, calls[operation](t)), `${operation} with a token`)
      }
      for (const operation of operationIds) {
        const input = calls[operation](t)
        const without = await t.attempt(operation, { ...input, as: null })
        expectRefusal(t, without, { what: `${operation} without a token`, gap: 'WRK-G09', status: 401 })
        // RFC 6750 keeps the error code from those who sent no token.
        const challenge = without.headers['www-authenticate'] ?? 'none'
        t.assume('WRK-G09', () => expect(challenge, 'challenge').toMatch(/^Bearer(?!.*error=)/))
        const unknown = await t.attempt(operation, { ...input, headers: { authorization: 'Bearer no-such-token' } })
        expectRefusal(t, unknown, { what: `${operation} with an unknown token`, gap: 'WRK-G09', status: 401 })
      }
    },
    sabotage: [
      ...operationIds.map((operation) => on(operation, withoutToken(letsIn))),
      ...operationIds.map((operation) =>
        on(operation, (request, forward) =>
          request.headers.authorization === 'Bearer no-such-token' ? letsIn(request, forward) : forward(request),
        ),
      ),
      ...operationsThatLeaveNothing.map((operation) => on(operation, withToken('full', answersStatus(401)))),
      changesHeader('www-authenticate', undefined),
      changesHeader('www-authenticate', 'Bearer error="invalid_token"'),
    ],
  },
  'WRK-009': {
    needs: { ...needs, roles: ['amReadWriteWorkflow', 'amReadWriteUser'] },
    async run(t) {
      // Each is the only scope that one operation lists, and stands not in the list of the other.
      for (const [scope, own, other] of [
        ['amReadWriteWorkflow', 'updateWorkflow', 'updateUsers'],
        ['amReadWriteUser', 'updateUsers', 'updateWorkflow'],
      ] as const) {
        served(t, await t.attempt(own, { ...calls[own](t), as: scope }), `${own} with the scope ${scope}`)
        const reply = await t.attempt(other, { ...calls[other](t), as: scope })
        expectRefusal(t, reply, { what: `${other} with the scope ${scope}`, gap: 'WRK-G09', status: 403 })
      }
    },
    sabotage: [
      on('updateUsers', withToken('amReadWriteWorkflow', letsIn)),
      on('updateWorkflow', withToken('amReadWriteUser', letsIn)),
      on('updateWorkflow', withToken('amReadWriteWorkflow', answersStatus(403))),
      on('updateUsers', withToken('amReadWriteUser', answersStatus(403))),
    ],
  },
  'WRK-010': {
    // The lists do not say whether their scopes are alternatives.
    onlyAssumed: 'WRK-G08',
    needs: { ...needs, roles: scopes },
    async run(t) {
      for (const operation of operationsThatLeaveNothing) {
        for (const scope of scopes.filter((one) => isListed(operation, one))) {
          const { status } = await t.attempt(operation, { ...calls[operation](t), as: scope })
          t.assume('WRK-G08', () => expect(status, `status of ${operation} with no scope but ${scope}`).toBe(200))
        }
      }
    },
    sabotage: operationsThatLeaveNothing.flatMap((operation) =>
      scopes
        .filter((scope) => isListed(operation, scope))
        .map((scope) => on(operation, withToken(scope, answersStatus(403)))),
    ),
  },
  'WRK-011': {
    // What each scope stands for is not said, so that one might include another.
    onlyAssumed: 'WRK-G08',
    needs: { ...needs, roles: scopes },
    async run(t) {
      for (const operation of operationIds) {
        for (const scope of scopes.filter((one) => !isListed(operation, one))) {
          const { status } = await t.attempt(operation, { ...calls[operation](t), as: scope })
          t.assume('WRK-G08', () => expect(status, `status of ${operation} with no scope but ${scope}`).toBe(403))
        }
      }
    },
    sabotage: operationIds.flatMap((operation) =>
      scopes.filter((scope) => !isListed(operation, scope)).map((scope) => on(operation, withToken(scope, letsIn))),
    ),
  },
}
