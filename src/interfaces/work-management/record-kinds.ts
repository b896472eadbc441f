import type { RecordKind } from '../../behaviour/definition.ts'

export const recordKinds: Record<string, RecordKind> = {
  tokens: {
    description:
      'OAuth 2.0 access tokens by value, with their scopes; one with `expiresAt` is refused from that moment of the session clock on.',
    schema: {
      type: 'object',
      required: ['scopes'],
      additionalProperties: false,
      properties: {
        scopes: { type: 'array', items: { type: 'string' } },
        expiresAt: { type: 'string', format: 'date-time' },
      },
    },
  },
  workflows: {
    description: 'Workflows by id; any fields. One whose `spaceId` is the id of a space is in its list.',
    schema: { type: 'object' },
  },
  spaces: { description: 'Spaces by id; any fields.', schema: { type: 'object' } },
  users: { description: 'Users by id; any fields.', schema: { type: 'object' } },
}
