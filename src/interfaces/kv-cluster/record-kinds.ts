import type { JsonSchema, RecordKind } from '../../behaviour/definition.ts'
import { moment, objectOf, text } from '../../behaviour/record-schema.ts'
import { memberNames } from './member-names.ts'

const minor: JsonSchema = { type: 'string', pattern: '^\\d+\\.\\d+$' }
const version: JsonSchema = { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' }
const member = objectOf({ name: { enum: memberNames }, id: text, version, running: { type: 'boolean' } })

export const recordKinds: Record<string, RecordKind> = {
  cluster: {
    description:
      'The cluster as its members see it together, of one to nine members; the only key is `cluster`. Actions keep it consistent, a put does not.',
    schema: objectOf({
      members: { type: 'array', minItems: 1, maxItems: memberNames.length, items: member },
      clusterVersion: minor,
      leader: { enum: [...memberNames, null] },
    }),
  },
  snapshots: {
    description: 'Snapshots that were saved, by file.',
    schema: objectOf({
      leader: { enum: memberNames },
      clusterVersion: minor,
      versions: { type: 'object', propertyNames: { enum: memberNames }, additionalProperties: version },
    }),
  },
  logs: {
    description:
      'What each member has logged, by its name, the oldest line first. The words are ours; the documents show none.',
    schema: {
      type: 'array',
      items: objectOf(
        {
          at: moment,
          level: { enum: ['info', 'warn'] },
          expected: { enum: ['higher-version', 'connection'] },
          message: text,
        },
        ['expected'],
      ),
    },
  },
}
