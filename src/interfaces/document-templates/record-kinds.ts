import type { RecordKind } from '../../behaviour/definition.ts'

export const recordKinds: Record<string, RecordKind> = {
  tokens: {
    description:
      'Access tokens by value, with the user whom they stand for; one with `expires_at` is refused from that moment of the session clock on.',
    schema: {
      type: 'object',
      required: ['user'],
      additionalProperties: false,
      properties: { user: { type: 'string' }, expires_at: { type: 'string', format: 'date-time' } },
    },
  },
  files: {
    description: 'Files by id, with the users who collaborate on them.',
    schema: {
      type: 'object',
      required: ['name', 'collaborators'],
      additionalProperties: false,
      properties: { name: { type: 'string' }, collaborators: { type: 'array', items: { type: 'string' } } },
    },
  },
  templates: {
    description: 'Which files are templates, by id of the file. Deleting one makes it an ordinary file again.',
    schema: {
      type: 'object',
      required: ['marked_at'],
      additionalProperties: false,
      properties: { marked_at: { type: 'string', format: 'date-time' } },
    },
  },
}
