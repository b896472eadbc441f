import type { operations } from '../../../generated/document-templates/types.ts'
import type { InterfaceChecks, Role } from '../../check/check.ts'
import { access } from './checks/access.ts'
import { creating } from './checks/creating.ts'
import { limits, listing } from './checks/listing.ts'
import { paging } from './checks/paging.ts'
import { refusedCreations } from './checks/refused-creations.ts'

export const checks: InterfaceChecks<operations> = {
  roles: {
    full: user('full', 'An access token of a user who collaborates on three templates or more.'),
    'second-user': user('second-user', 'An access token of another user.'),
  },
  resources: {
    template: { description: 'Id of a file that is a template, on which the first user collaborates.', onMock: '5001' },
    file: {
      description: 'Id of a file that the first user may mark as a template, and mark again; there is no way back.',
      onMock: '5006',
    },
    'file of others': { description: 'Id of a file that the first user has no right to mark.', onMock: '5007' },
    'template of others': {
      description: 'Id of a template on which the second user collaborates and the first does not.',
      onMock: '5008',
    },
  },
  headers: { 'docs-version': '2025.0' },
  samples: [
    { operation: 'listDocgenTemplates', input: { query: { limit: 2, usemarker: true } } },
    {
      operation: 'createDocgenTemplate',
      needs: { resources: ['file'], changes: 'lasting' },
      input: (t) => ({ body: { file: { id: t.resource('file'), type: 'file' } } }),
    },
    // This sample comes last, because no list succeeds after it.
    {
      operation: 'listDocgenTemplates',
      status: 403,
      needs: { control: true },
      arrange: (t) => t.control.setConditions({ access_denied: true }),
    },
  ],
  checks: { ...access, ...creating, ...refusedCreations, ...listing, ...paging, ...limits },
}

function user(role: string, description: string): Role {
  return {
    description,
    values: { token: 'the access token' },
    onMock: { token: `document-templates.example-${role}` },
    headers: ({ token }) => ({ authorization: `Bearer ${token}` }),
  }
}
