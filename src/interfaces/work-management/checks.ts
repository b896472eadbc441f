import type { operations } from '../../../generated/work-management/types.ts'
import type { InterfaceChecks, Role } from '../../check/check.ts'
import { access, scopeLists } from './checks/access.ts'
import { calls } from './checks/calls.ts'
import { users } from './checks/users.ts'
import { workflows } from './checks/workflows.ts'
import { rulesOf, type Scope, scopes } from './scopes.ts'

export const checks: InterfaceChecks<operations> = {
  roles: {
    full: token('full', 'An access token that holds every scope of the document.', scopes),
    ...Object.fromEntries(
      scopes.map((scope) => [
        scope,
        { ...token(scope, `An access token whose only scope is ${scope}.`, [scope]), rules: rulesOf(scope) },
      ]),
    ),
  },
  resources: {
    space: { description: 'Id of a space with a workflow.', onMock: 'SPAAAA01' },
    workflow: { description: 'Id of a workflow of that space.', onMock: 'WFAAAA02' },
    'workflow of another space': { description: 'Id of a workflow of another space.', onMock: 'WFAAAA03' },
    'workflow fields': {
      description: 'JSON of what an update of the workflow sends to leave it as it is.',
      onMock: '{"name":"Editorial"}',
    },
    'workflow change': {
      description: 'JSON of what an update of the workflow sends to change it; the fields above change it back.',
      onMock: '{"name":"Workflow that a check changed"}',
    },
    'new workflow': {
      description: 'JSON of what a workflow is created with; it stays.',
      onMock: '{"name":"Workflow of a check"}',
    },
    user: { description: 'Id of a user.', onMock: 'KUAAAA01' },
    'second user': { description: 'Id of another user.', onMock: 'KUAAAA02' },
    users: {
      description: '101 ids of users, separated by commas, whom the fields below leave as they are.',
      onMock: Array.from({ length: 101 }, (_, index) => (index % 2 ? 'KUAAAA01' : 'KUAAAA02')).join(),
    },
    'user fields': {
      description: 'JSON of what an update of these users sends to leave them as they are.',
      onMock: '{"userTypeId":"UTAAAA01"}',
    },
    'user change': {
      description: 'JSON of what an update of both users sends to change them; the fields above change them back.',
      onMock: '{"userTypeId":"UTAAAA02"}',
    },
  },
  // No payload is documented: samples show that an operation answers.
  samples: [
    { operation: 'listWorkflows' },
    { operation: 'getUser', needs: { resources: ['user'] }, input: calls.getUser },
  ],
  checks: { ...access, ...scopeLists, ...workflows, ...users },
}

function token(role: string, description: string, held: readonly Scope[]): Role {
  return {
    description,
    values: { token: 'the access token' },
    onMock: { token: `work-management.example-${role}` },
    headers: ({ token }) => ({ authorization: `Bearer ${token}` }),
    scopes: held,
  }
}
