import type { operations } from '../../../generated/app-distribution/types.ts'
import type { InterfaceChecks, Role } from '../../check/check.ts'
import { access } from './checks/access.ts'
import { profile } from './checks/profile.ts'
import { removing } from './checks/removing.ts'
import { rights } from './checks/rights.ts'

export const checks: InterfaceChecks<operations> = {
  roles: {
    full: token('full', 'A Full Access user token of a user who may remove users from the apps named as resources.'),
    'read-only': token('read-only', 'A Read-Only user token of the same user.'),
    'second-manager': token('second-manager', 'A Full Access user token of a second Manager of the app.'),
    viewer: token('viewer', 'A Full Access user token of a user who is a Viewer of the app.'),
    'app-full': token('app-full', 'A Full Access token of the app.'),
    'app-read-only': token('app-read-only', 'A Read-Only token of the app.'),
  },
  resources: {
    app: { description: 'An app of an organization, as `owner_name/app_name`.', onMock: 'acme/field-notes' },
    members: {
      description: 'E-mail addresses of users of the app, separated by commas; some are removed permanently.',
      onMock: 'dana@acme.example,cleo@acme.example',
    },
    'second manager': {
      description: 'E-mail address of the second Manager of the app, who is removed permanently.',
      onMock: 'ben@acme.example',
    },
    'second app': {
      description: 'An app of another organization, `owner_name/app_name`.',
      onMock: 'globex/tide-table',
    },
    'members of the second app': {
      description: 'E-mail addresses of users of the second app, separated by commas; some are removed permanently.',
      onMock: 'ben@acme.example,cleo@acme.example',
    },
    'own app': { description: 'An app that a user owns, `owner_name/app_name`.', onMock: 'ada/sketch-pad' },
    'members of the own app': {
      description: 'E-mail addresses of users of that app, separated by commas; some are removed permanently.',
      onMock: 'ben@acme.example',
    },
    'app of others': { description: 'An app in which the first user has no rights.', onMock: 'acme/trail-map' },
    'member of others': { description: 'E-mail address of a user of that app.', onMock: 'ben@acme.example' },
  },
  // The documents show only one payload, the profile, and none of its fields.
  samples: [],
  checks: { ...access, ...rights, ...removing, ...profile },
}

function token(role: string, description: string): Role {
  return {
    description,
    values: { token: 'the API token' },
    onMock: { token: `app-distribution.example-${role}` },
    headers: ({ token = '' }) => ({ 'x-api-token': token }),
  }
}
