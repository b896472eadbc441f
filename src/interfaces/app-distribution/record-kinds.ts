import type { components } from '../../../generated/app-distribution/types.ts'
import type { RecordKind } from '../../behaviour/definition.ts'
import { documented, objectOf, text } from '../../behaviour/record-schema.ts'

const access = { enum: ['full-access', 'read-only'] }
const member = objectOf({ email: text, role: { enum: ['Manager', 'Developer', 'Viewer'] } })

export const recordKinds: Record<string, RecordKind> = {
  tokens: {
    description:
      'API tokens by value, as the portal makes them: a user token with the rights of a user, or an app token with rights in one app. Deleting one revokes it.',
    schema: {
      oneOf: [
        objectOf({ kind: { const: 'user' }, access, email: text }),
        objectOf({ kind: { const: 'app' }, access, app: { ...text, description: '`owner/name`' } }),
      ],
    },
  },
  apps: {
    description: 'Apps by `owner/name`, with their users; the owner is a user or an organization.',
    schema: objectOf({ members: { type: 'array', items: member } }),
  },
  users: {
    description: 'Profiles by the e-mail address of the account; any fields.',
    schema: documented<components['schemas']>('UserProfile'),
  },
}
