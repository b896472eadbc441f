import type { JsonSchema, RecordKind } from '../../behaviour/definition.ts'
import { capabilities } from './access.ts'

const text: JsonSchema = { type: 'string' }
const texts: JsonSchema = { type: 'array', items: text }
const count: JsonSchema = { type: 'integer', minimum: 0 }

function record(
  description: string,
  properties: Record<string, JsonSchema>,
  required: string[] = Object.keys(properties),
): RecordKind {
  return { description, schema: { type: 'object', properties, required, additionalProperties: false } }
}

const accessRule: JsonSchema = {
  type: 'object',
  properties: {
    path: {
      type: 'string',
      description: 'Full path with its namespace, without `/v1/`; `+` is any one segment, a final `*` any rest.',
    },
    capabilities: { type: 'array', items: { enum: capabilities }, description: 'None denies all.' },
    hidden: { type: 'boolean', description: 'Denials are answered 404, as if nothing were there.' },
  },
  required: ['path', 'capabilities'],
  additionalProperties: false,
}

const storedVersion: JsonSchema = {
  type: 'object',
  properties: {
    version: { type: 'integer', minimum: 1 },
    created_time: text,
    deletion_time: { type: 'string', description: 'Empty while it is not deleted.' },
    destroyed: { type: 'boolean' },
    data: { type: ['object', 'null'], description: 'Null once it is destroyed.' },
  },
  required: ['version', 'created_time', 'deletion_time', 'destroyed', 'data'],
  additionalProperties: false,
}

/** The records that a tester may write; each kind is the collection of that name. */
export const recordKinds: Record<string, RecordKind> = {
  tokens: record(
    'Client tokens, by their value.',
    { policies: texts, expires_at: { type: 'string', format: 'date-time' } },
    ['policies'],
  ),
  policies: record(
    'Access rules, by the name of the policy that holds them. Of the rules that cover a path, the most specific decides.',
    { rules: { type: 'array', items: accessRule } },
  ),
  users: record('Users who can log in, by full path: `auth/userpass/reporting`, `ns1/auth/userpass/reporting`.', {
    password: text,
    policies: texts,
    lease_duration: { ...count, description: 'Seconds that a token of this user lives; 0: it does not end by itself.' },
  }),
  namespaces: record('Namespaces, by full path with the final slash: `ns1/ns2/`.', { description: text }, []),
  mounts: record(
    'Mounts of engines and auth methods, by full path with the final slash: `ns1/kv/`, `auth/userpass/`.',
    {
      engine: { enum: ['kv-1', 'kv-2', 'userpass'] },
    },
  ),
  secrets: {
    description: 'Secrets of kv version 1, by full path: `ns1/secret/app/db`.',
    schema: { type: 'object', additionalProperties: true },
  },
  keys: record(
    'Keys of kv version 2 with their versions, oldest first, by full path without `data/`: `ns1/kv/app/db`.',
    {
      max_versions: count,
      current_version: count,
      oldest_version: count,
      created_time: text,
      updated_time: text,
      versions: { type: 'array', items: storedVersion },
    },
  ),
  'store-settings': record('Settings of kv version 2 mounts, by full path: `kv/`.', { max_versions: count }, []),
}
