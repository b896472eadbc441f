import type { components } from '../../../generated/secrets/types.ts'
import type { RecordKind } from '../../behaviour/definition.ts'
import { count, documented, moment, objectOf, text, texts } from '../../behaviour/record-schema.ts'
import { capabilities } from './access.ts'

const accessRule = objectOf(
  {
    path: {
      ...text,
      description: 'Full path with its namespace, without `/v1/`; a final `*` is any rest.',
    },
    capabilities: { type: 'array', items: { enum: capabilities }, description: 'None denies all.' },
    hidden: { type: 'boolean', description: 'Denials are answered 404, as if nothing were there.' },
  },
  ['hidden'],
)

const storedVersion = objectOf({
  version: { type: 'integer', minimum: 1 },
  created_time: text,
  deletion_time: { ...text, description: 'Empty while it is not deleted.' },
  destroyed: { type: 'boolean' },
  data: { type: ['object', 'null'], description: 'Null once it is destroyed.' },
})

/** The records that a tester may write; each kind is the collection of that name. */
export const recordKinds: Record<string, RecordKind> = {
  tokens: {
    description: 'Client tokens, by their value.',
    schema: objectOf({ policies: texts, expires_at: moment }, ['expires_at']),
  },
  policies: {
    description:
      'Access rules, by the name of the policy that holds them. Of the rules that cover a path, the longest decides.',
    schema: objectOf({ rules: { type: 'array', items: accessRule } }),
  },
  users: {
    description: 'Users who can log in, by full path: `auth/userpass/reporting`, `ns1/auth/userpass/reporting`.',
    schema: objectOf({
      password: text,
      policies: texts,
      lease_duration: {
        ...count,
        description: 'Seconds that a token of this user lives; 0: it does not end by itself.',
      },
    }),
  },
  namespaces: {
    description: 'Namespaces, by full path with the final slash: `ns1/ns2/`.',
    schema: objectOf({ description: text }, ['description']),
  },
  mounts: {
    description: 'Mounts of engines and auth methods, by full path with the final slash: `ns1/kv/`, `auth/userpass/`.',
    schema: objectOf({ engine: { enum: ['kv-1', 'kv-2', 'userpass'] } }),
  },
  secrets: {
    description: 'Secrets of kv version 1, by full path: `ns1/secret/app/db`.',
    schema: documented<components['schemas']>('KeyValues'),
  },
  keys: {
    description:
      'Keys of kv version 2 with their versions, oldest first, by full path without `data/`: `ns1/kv/app/db`.',
    schema: objectOf({
      max_versions: count,
      current_version: count,
      oldest_version: count,
      created_time: text,
      updated_time: text,
      versions: { type: 'array', items: storedVersion },
    }),
  },
  'store-settings': {
    description: 'Settings of kv version 2 mounts, by full path: `kv/`.',
    schema: documented<components['schemas']>('StoreSettings'),
  },
}
