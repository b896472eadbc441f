import type { operations } from '../../../../generated/work-management/types.ts'
import type { AttemptInput, Check, Needs } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { answersStatus, on, type Sabotage, when } from '../../../check/sabotage.ts'
import { type Scope, scopes } from '../scopes.ts'
import { type Context, calls, leavesCreated, type Operation, served } from './calls.ts'
import { letsIn, withToken } from './error.ts'

interface Listed {
  scopes: readonly Scope[]
  resources: readonly string[]
  changes?: NonNullable<Needs['changes']>
  /** The operation's call, if it differs from the usual one. */
  call?(t: Context): AttemptInput
  /** The requests of the rule; all of the operation when absent. */
  within?(sabotage: Sabotage): Sabotage
}

/** A scope that is the only one of an operation opens it. All else about the listed scopes is assumed. */
function scopesAre(operation: Operation, listed: Listed): Check<operations> {
  const { call = calls[operation], within = (sabotage) => sabotage, resources, changes } = listed
  return {
    ...(listed.scopes.length > 1 ? { onlyAssumed: 'WRK-G08' } : {}),
    needs: { roles: scopes, resources, ...(changes ? { changes } : {}) },
    async run(t) {
      for (const scope of scopes) {
        const reply = await t.attempt(operation, { ...call(t), as: scope })
        leavesCreated(t, operation, reply)
        const what = `${operation} with no scope but ${scope}`
        const isListed = listed.scopes.includes(scope)
        if (isListed && listed.scopes.length === 1) served(t, reply, what)
        // Whether one of several scopes is enough, and whether a scope includes another, is not documented.
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
