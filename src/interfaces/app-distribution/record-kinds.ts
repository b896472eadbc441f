import type { RecordKind } from '../../behaviour/definition.ts'

const access = { enum: ['full-access', 'read-only'] }

export const recordKinds: Record<string, RecordKind> = {
  tokens: {
    description:
      'API tokens by value, as the portal makes them: a user token with the rights of a user, or an app token with rights in one app. Deleting one revokes it.',
    schema: {
      oneOf: [
        {
          type: 'object',
          required: ['kind', 'access', 'email'],
          additionalProperties: false,
          properties: { kind: { const: 'user' }, access, email: { type: 'string' } },
        },
        {
          type: 'object',
          required: ['kind', 'access', 'app'],
          additionalProperties: false,
          properties: { kind: { const: 'app' }, access, app: { type: 'string', description: '`owner/name`' } },
        },
      ],
    },
  },
  apps: {
    description: 'Apps by `owner/name`, with their users; the owner is a user or an organization.',
    schema: {
      type: 'object',
      required: ['members'],
      additionalProperties: false,
      properties: {
        members: {
          type: 'array',
          items: {
            type: 'object',
            required: ['email', 'role'],
            additionalProperties: false,
            properties: { email: { type: 'string' }, role: { enum: ['Manager', 'Developer', 'Viewer'] } },
          },
        },
      },
    },
  },
  users: {
    description: 'Profiles by the e-mail address of the account; any fields.',
    schema: { type: 'object' },
  },
}
