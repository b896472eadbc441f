import type { operations } from '../../../../generated/work-management/types.ts'
import { assumeBearer } from '../../../check/assume-bearer.ts'
import type { AttemptInput, Check, Needs } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectRefused } from '../../../check/expect-status.ts'
import { answersStatus, changesAnswer, changesHeader, on, type Sabotage, when } from '../../../check/sabotage.ts'
import { requirements, type Scope, scopes } from '../scopes.ts'
import { type Context, calls, everything, leavesCreated, type Operation, operationIds, served } from './calls.ts'
import { assumeError, expectError, letsIn, withoutToken, withToken } from './error.ts'

const needs = { resources: everything, changes: 'reversible' } as const

/** A creation is left out, because it stays and the check of its scopes makes one. */
const operationsThatLeaveNothing = operationIds.filter((operation) => operation !== 'createWorkflow')

const isListed = (operation: Operation, scope: Scope) => requirements[operation].anyOf.includes(scope)

/** Whether a token with one scope alone is accepted by the operations that list the scope, or refused by those that do not. */
function scopesOpen(isOpen: boolean, operationsOf: readonly Operation[]): Check<operations> {
  const pairs = operationsOf.flatMap((operation) =>
    scopes.filter((scope) => isListed(operation, scope) === isOpen).map((scope) => ({ operation, scope })),
  )
  return {
    onlyAssumed: 'WRK-G08',
    needs: { ...needs, roles: scopes },
    async run(t) {
      for (const { operation, scope } of pairs) {
        const reply = await t.attempt(operation, { ...calls[operation](t), as: scope })
        leavesCreated(t, operation, reply)
        const what = `status of ${operation} with no scope but ${scope}`
        t.assume('WRK-G08', () => expect(reply.status, what).toBe(isOpen ? 200 : 403))
      }
    },
    sabotage: pairs.map(({ operation, scope }) =>
      on(operation, withToken(scope, isOpen ? answersStatus(403) : letsIn)),
    ),
  }
}

/** Gives refusals of this status another body. */
const refusesInWords = (status: number): Sabotage =>
  changesAnswer((answer) => (answer.status === status ? { ...answer, body: { message: 'refused' } } : answer))

export const access: Record<string, Check<operations>> = {
  'WRK-008': {
    needs: { ...needs, control: 'where offered' },
    async run(t) {
      for (const operation of operationsThatLeaveNothing) {
        served(t, await t.attempt(operation, calls[operation](t)), `${operation} with a token`)
      }
      for (const operation of operationIds) {
        const input = calls[operation](t)
        const without = await t.attempt(operation, { ...input, as: null })
        // RFC 6750 gives no error code to callers without a token.
        const challenge = /^Bearer realm="[^"]*"$/
        leavesCreated(t, operation, without)
        expectError(t, without, { what: `${operation} without a token`, status: 401, challenge })
        const unknown = await t.attempt(operation, { ...input, headers: { authorization: 'Bearer no-such-token' } })
        leavesCreated(t, operation, unknown)
        expectError(t, unknown, { what: `${operation} with an unknown token`, status: 401 })
      }
      await assumeBearer(t, {
        gap: 'WRK-G05',
        token: (end) => ({ scopes: ['Default'], ...(end === undefined ? {} : { expiresAt: end }) }),
        call: (headers) => t.attempt('listWorkflows', { headers }),
      })
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
      refusesInWords(401),
      when(({ headers }) => headers.authorization === 'Bearer ended', letsIn),
      when(({ headers }) => headers.authorization === 'Bearer ending', answersStatus(401)),
      changesHeader('www-authenticate', 'Bearer error="invalid_token"'),
    ],
  },
  'WRK-009': {
    needs: { ...needs, roles: ['amReadWriteWorkflow', 'amReadWriteUser'] },
    async run(t) {
      // Each is the only scope of one operation, and is not in the list of the other. One of them may include the other, but not both.
      const statuses: number[] = []
      for (const [scope, own, other] of [
        ['amReadWriteWorkflow', 'updateWorkflow', 'updateUsers'],
        ['amReadWriteUser', 'updateUsers', 'updateWorkflow'],
      ] as const) {
        served(t, await t.attempt(own, { ...calls[own](t), as: scope }), `${own} with the scope ${scope}`)
        const reply = await t.attempt(other, { ...calls[other](t), as: scope })
        statuses.push(reply.status)
        const what = `${other} with the scope ${scope}`
        t.assume('WRK-G08', () => expectRefused(reply, what))
        if (reply.status >= 400) assumeError(t, reply, { what, status: 403 })
      }
      const what = 'the higher status of two operations, each with the scope of the other'
      expect(Math.max(...statuses), what).toBeGreaterThanOrEqual(400)
      // A path without an operation needs no scope.
      const nothing = await t.send({ method: 'GET', target: '/no-such-resource' })
      t.assume('WRK-G09', () => expect(nothing.status, 'status of GET /no-such-resource').toBe(404))
      const users = (count: number, as: string | null, body = 'no JSON') =>
        t.attempt('updateUsers', { path: { userId: Array(count).fill('no-such-user') }, as, body })
      // The checks in order: the token, the scope, the form of the request, and the named records.
      for (const [what, reply, status] of [
        [
          'GET /no-such-resource without a token',
          t.send({ method: 'GET', target: '/no-such-resource', as: null }),
          401,
        ],
        ['DELETE /workflows', t.send({ method: 'DELETE', target: '/workflows', as: 'amReadWriteUser' }), 405],
        ['an update of no JSON without a token', users(1, null), 401],
        ['an update of no JSON without its scope', users(1, 'amReadWriteWorkflow'), 403],
        ['an update of no JSON of nobody', users(1, 'full'), 400],
        ['an update of 101 users without its scope', users(101, 'amReadWriteWorkflow', '{}'), 403],
        ['an update of a hundred users of whom none is there', users(100, 'full', '{}'), 404],
      ] as const) {
        const { status: seen } = await reply
        t.assume('WRK-G09', () => expect(seen, `status of ${what}`).toBe(status))
      }
    },
    sabotage: [
      on('updateUsers', withToken('amReadWriteWorkflow', letsIn)),
      on('updateWorkflow', withToken('amReadWriteUser', letsIn)),
      on('updateWorkflow', withToken('amReadWriteWorkflow', answersStatus(403))),
      on('updateUsers', withToken('amReadWriteUser', answersStatus(403))),
      refusesInWords(403),
      on('updateUsers', changesHeader('www-authenticate', undefined)),
    ],
  },
  // The lists do not say whether one of their scopes is enough, nor whether one scope includes another.
  'WRK-010': scopesOpen(true, operationsThatLeaveNothing),
  'WRK-011': scopesOpen(false, operationIds),
}

interface Listed {
  scopes: readonly Scope[]
  resources: readonly string[]
  changes?: NonNullable<Needs['changes']>
  /** The operation's call, if it differs from the usual one. */
  call?(t: Context): AttemptInput
  /** The requests of the rule; all of the operation when absent. */
  within?(sabotage: Sabotage): Sabotage
}

/** A scope that is the only one of an operation opens it, and of several each or none. All else about the scopes is assumed. */
function scopesAre(operation: Operation, listed: Listed): Check<operations> {
  const { call = calls[operation], within = (sabotage) => sabotage, resources, changes } = listed
  return {
    needs: { roles: scopes, resources, ...(changes ? { changes } : {}) },
    async run(t) {
      const replies = new Map<Scope, Awaited<ReturnType<Context['attempt']>>>()
      for (const scope of scopes) {
        const reply = await t.attempt(operation, { ...call(t), as: scope })
        leavesCreated(t, operation, reply)
        replies.set(scope, reply)
      }
      // Where one scope of the row is enough, they are not all needed, and each of them is enough.
      const isOne =
        listed.scopes.length === 1 || listed.scopes.some((scope) => (replies.get(scope)?.status ?? 500) < 300)
      for (const [scope, reply] of replies) {
        const what = `${operation} with no scope but ${scope}`
        const isListed = listed.scopes.includes(scope)
        if (isListed && isOne) served(t, reply, what)
        // Whether all of several scopes are needed, and whether a scope includes another, is not documented.
        else t.assume('WRK-G08', () => expect(reply.status, `status of ${what}`).toBe(isListed ? 200 : 403))
      }
    },
    sabotage: scopes.map((scope) =>
      on(operation, within(withToken(scope, listed.scopes.includes(scope) ? answersStatus(403) : letsIn))),
    ),
  }
}

const readingWorkflows: Scope[] = ['Default', 'amReadOnlyWorkflow', 'amReadWriteWorkflow', 'wsReadOnly', 'wsReadWrite']
const isBatch = ({ path }: { path: string }) => /,|%2C/i.test(path)

export const scopeLists: Record<string, Check<operations>> = {
  'WRK-013': scopesAre('listWorkflows', { scopes: readingWorkflows, resources: [] }),
  'WRK-015': scopesAre('listSpaceWorkflows', { scopes: readingWorkflows, resources: ['space'] }),
  'WRK-017': scopesAre('createWorkflow', {
    scopes: ['amReadWriteWorkflow'],
    resources: ['new workflow'],
    changes: 'lasting',
  }),
  'WRK-019': scopesAre('updateWorkflow', {
    scopes: ['amReadWriteWorkflow'],
    resources: ['workflow', 'workflow fields'],
    changes: 'reversible',
  }),
  'WRK-021': scopesAre('getUser', { scopes: ['amReadOnlyUser', 'amReadWriteUser'], resources: ['user'] }),
  'WRK-023': scopesAre('updateUsers', {
    scopes: ['amReadWriteUser'],
    resources: ['user', 'user fields'],
    changes: 'reversible',
    within: (sabotage) => when((request) => !isBatch(request), sabotage),
  }),
  'WRK-025': scopesAre('updateUsers', {
    scopes: ['amReadWriteUser'],
    resources: ['user', 'second user', 'user fields'],
    changes: 'reversible',
    call: (t) => ({
      path: { userId: [t.resource('user'), t.resource('second user')] },
      body: t.resource('user fields'),
    }),
    within: (sabotage) => when(isBatch, sabotage),
  }),
}
