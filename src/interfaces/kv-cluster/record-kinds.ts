import type { JsonSchema, RecordKind } from '../../behaviour/definition.ts'
import { memberNames } from './member-names.ts'

const minor: JsonSchema = { type: 'string', pattern: '^\\d+\\.\\d+$' }
const version: JsonSchema = { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' }

export const recordKinds = {
  cluster: {
    description:
      'The cluster as its members see it together, of one to nine members; the only key is `cluster`. Actions keep it consistent, a put does not.',
    schema: {
      type: 'object',
      additionalProperties: false,
      required: ['members', 'clusterVersion', 'leader'],
      properties: {
        members: {
          type: 'array',
          minItems: 1,
          maxItems: memberNames.length,
          items: {
            type: 'object',
            additionalProperties: false,
            required: ['name', 'id', 'version', 'running'],
            properties: {
              name: { enum: memberNames },
              id: { type: 'string' },
              version,
              running: { type: 'boolean' },
            },
          },
        },
        clusterVersion: minor,
        leader: { enum: [...memberNames, null] },
      },
    },
  },
  snapshots: {
    description: 'Snapshots that were saved, by file.',
    schema: {
      type: 'object',
      additionalProperties: false,
      required: ['leader', 'clusterVersion', 'versions'],
      properties: {
        leader: { enum: memberNames },
        clusterVersion: minor,
        versions: { type: 'object', propertyNames: { enum: memberNames }, additionalProperties: version },
      },
    },
  },
  logs: {
    description:
      'What each member has logged, by its name, the oldest line first. The words are ours; the documents show none.',
    schema: {
      type: 'array',
      items: {
        type: 'object',
        required: ['at', 'level', 'message'],
        properties: {
          at: { type: 'string', format: 'date-time' },
          level: { enum: ['info', 'warn'] },
          expected: { enum: ['higher-version', 'connection'] },
          message: { type: 'string' },
        },
      },
    },
  },
} satisfies Record<string, RecordKind>
