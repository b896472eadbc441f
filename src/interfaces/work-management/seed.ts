import type { components } from '../../../generated/work-management/types.ts'
import type { Examples, SeededCredential, SeededRecord } from '../../behaviour/definition.ts'
import type { Store } from '../../behaviour/store.ts'
import { scopes } from './scopes.ts'
import { records, type Token } from './state.ts'

/** Role of the credential, and the rights of its token; the token is `work-management.example-<role>`. */
const tokens: [role: string, Token][] = [
  ['full', { scopes: [...scopes] }],
  ['read-only', { scopes: ['amReadOnlyWorkflow', 'amReadOnlyUser'] }],
  ['none', { scopes: [] }],
  ['expired', { scopes: [...scopes], expiresAt: '2020-01-01T00:00:00Z' }],
  ...scopes.map((scope): [string, Token] => [scope, { scopes: [scope] }]),
]

export const credentials: SeededCredential[] = tokens.map(([role]) => ({
  role,
  headers: { authorization: `Bearer ${tokenOf(role)}` },
}))

export const seededRecords: SeededRecord[] = [
  { description: 'a workflow of the account that belongs to no space', key: 'WFAAAA01' },
  { description: 'a workflow of the space SPAAAA01', key: 'WFAAAA02' },
  { description: 'a workflow of the space SPAAAA02', key: 'WFAAAA03' },
  { description: 'a space with one workflow', key: 'SPAAAA01', path: '/spaces/SPAAAA01/workflows' },
  { description: 'another space with one workflow', key: 'SPAAAA02', path: '/spaces/SPAAAA02/workflows' },
  { description: 'a space without a workflow', key: 'SPAAAA03', path: '/spaces/SPAAAA03/workflows' },
  { description: 'a user', key: 'KUAAAA01', path: '/users/KUAAAA01' },
  { description: 'another user', key: 'KUAAAA02', path: '/users/KUAAAA02' },
  { description: 'a user who has left', key: 'KUAAAA03', path: '/users/KUAAAA03' },
]

/** The records of the documented examples, in their state before the updates of the examples. */
export async function seed(store: Store, examples: Examples): Promise<void> {
  const kept = records(store)
  // The lint validates examples against their schemas, so the cast is safe.
  const workflowsOf = examples.of('listWorkflows', 200) as components['schemas']['WorkflowsAnswer'][]
  const updatedUsersOf = examples.of('updateUsers', 200) as components['schemas']['UsersAnswer'][]
  const usersOf = examples.of('getUser', 200) as components['schemas']['UsersAnswer'][]

  const workflows = workflowsOf.flatMap(({ data = [] }) => data)
  for (const { id = '', ...fields } of workflows) await kept.workflows.set(id, fields)
  await kept.counters.set('workflows', workflows.length)
  for (const id of ['SPAAAA01', 'SPAAAA02', 'SPAAAA03']) await kept.spaces.set(id, {})
  for (const { id = '', ...fields } of updatedUsersOf.flatMap(({ data = [] }) => data)) {
    await kept.users.set(id, { ...fields, userTypeId: 'UTAAAA01' })
  }
  for (const { id = '', ...fields } of usersOf.flatMap(({ data = [] }) => data)) await kept.users.set(id, fields)
  for (const [role, token] of tokens) await kept.tokens.set(tokenOf(role), token)
}

function tokenOf(role: string): string {
  return `work-management.example-${role}`
}
