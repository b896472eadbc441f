import type { components } from '../../../generated/secrets/types.ts'
import type { Examples, SeededCredential, SeededRecord } from '../../behaviour/definition.ts'
import type { Store } from '../../behaviour/store.ts'
import { type AccessRule, capabilities } from './access.ts'
import {
  type KeyRecord,
  keysOf,
  mountsOf,
  namespacesOf,
  policiesOf,
  secretsOf,
  storeSettingsOf,
  type TokenRecord,
  tokensOf,
  usersOf,
} from './state.ts'

type Schemas = components['schemas']

const policies: Readonly<Record<string, AccessRule[]>> = {
  default: [],
  full: [{ path: '*', capabilities: [...capabilities] }],
  'read-only': [{ path: '*', capabilities: ['read', 'list'] }],
  'create-only': [{ path: '*', capabilities: ['create'] }],
  'hidden-path': [
    { path: '*', capabilities: [], hidden: true },
    { path: 'secret/app/*', capabilities: ['read', 'list'] },
  ],
}

const tokens: Readonly<Record<string, TokenRecord>> = {
  'svc.example-full-access': { policies: ['full'] },
  'svc.example-read-only': { policies: ['default', 'read-only'] },
  'svc.example-create-only': { policies: ['create-only'] },
  'svc.example-hidden-path': { policies: ['hidden-path'] },
  'svc.example-without-rights': { policies: ['default'] },
  'svc.example-expired': { policies: ['full'], expires_at: '2026-01-01T00:00:00Z' },
}

/** A token for each combination of rights; `hidden-path` sees `secret/app/` and gets 404 for everything else. */
export const credentials: SeededCredential[] = [
  { role: 'full', headers: { 'x-svc-token': 'svc.example-full-access' } },
  { role: 'full-as-bearer', headers: { authorization: 'Bearer svc.example-full-access' } },
  { role: 'read-only', headers: { 'x-svc-token': 'svc.example-read-only' } },
  { role: 'create-only', headers: { 'x-svc-token': 'svc.example-create-only' } },
  { role: 'hidden-path', headers: { 'x-svc-token': 'svc.example-hidden-path' } },
  { role: 'none', headers: { 'x-svc-token': 'svc.example-without-rights' } },
  { role: 'expired', headers: { 'x-svc-token': 'svc.example-expired' } },
]

export const records: SeededRecord[] = [
  { description: 'a kv version 1 secret', path: '/v1/secret/foo', key: 'secret/foo' },
  { description: 'a directory of kv version 1', path: '/v1/secret/app/?list=true', key: 'secret/app/' },
  {
    description: 'another secret of the same path, in a namespace',
    path: '/v1/ns1/ns2/secret/foo',
    key: 'ns1/ns2/secret/foo',
  },
  {
    description: 'the secret of that path on the hosted offering',
    path: '/v1/admin/secret/foo',
    key: 'admin/secret/foo',
  },
  {
    description:
      'a kv version 2 key: version 1 destroyed, version 2 deleted, versions 3 and 4 readable, at most 5 kept',
    path: '/v1/kv/data/app/db',
    key: 'kv/app/db',
  },
  { description: 'a kv version 2 key with one version', path: '/v1/kv/data/app/api', key: 'kv/app/api' },
  {
    description: 'a user who can log in with the password example-password',
    path: '/v1/auth/userpass/login/reporting?help=1',
    key: 'auth/userpass/reporting',
  },
]

/** Namespaces of the examples, the root first; each has the same mounts. */
const namespaces = ['', 'ns1/', 'ns1/ns2/', 'admin/']

/** The namespace in the header's example, which also has the data of the other examples. */
const exampleNamespace = 'ns1/ns2/'

/** Full paths of the secrets in the document's examples of a read, in their order. */
const secretPaths = ['secret/foo', 'secret/app/db', 'secret/app/cache', 'ns1/ns2/secret/foo', 'admin/secret/foo']

/** Stores the data of the document's examples, so that reads and lists answer them. */
export async function seed(store: Store, examples: Examples): Promise<void> {
  for (const [name, rules] of Object.entries(policies)) await policiesOf(store).set(name, { rules })
  for (const [token, record] of Object.entries(tokens)) await tokensOf(store).set(token, record)
  for (const namespace of namespaces) await seedNamespace(store, namespace)
  await seedSecrets(store, examples)
  await seedKeys(store, examples)
}

/** A new installation has `secret/` of type kv (SEC-013). Here its version is 1 (gap SEC-G10), and `kv/` has version 2. */
async function seedNamespace(store: Store, namespace: string): Promise<void> {
  if (namespace !== '') await namespacesOf(store).set(namespace, {})
  await mountsOf(store).set(`${namespace}secret/`, { engine: 'kv-1' })
  await mountsOf(store).set(`${namespace}kv/`, { engine: 'kv-2' })
  await mountsOf(store).set(`${namespace}auth/userpass/`, { engine: 'userpass' })
  await usersOf(store).set(`${namespace}auth/userpass/reporting`, {
    password: 'example-password',
    policies: ['default', 'read-only'],
    lease_duration: 3600,
  })
}

async function seedSecrets(store: Store, examples: Examples): Promise<void> {
  const shown = examples.of('readSecret', 200).filter(hasData<Schemas['ReadAnswer']>)
  for (const [index, path] of secretPaths.entries()) {
    const data = shown[index]?.data ?? {}
    await secretsOf(store).set(path, data)
    if (path.startsWith('secret/app/')) await secretsOf(store).set(exampleNamespace + path, data)
  }
}

async function seedKeys(store: Store, examples: Examples): Promise<void> {
  const [settings] = examples.of('readStoreSettings', 200).filter(hasData<Schemas['StoreSettingsAnswer']>)
  const [db4, db3, api1] = examples.of('readVersion', 200).filter(hasData<Schemas['VersionAnswer']>)
  const [db, api] = examples.of('readKeySettings', 200).filter(hasData<Schemas['KeySettingsAnswer']>)
  // The examples read versions 3 and 4. The second is deleted but still has its data; the first has no data.
  const second = { username: 'app', password: 'example-db-password-2' }
  const contents = [null, second, db3?.data?.data ?? null, db4?.data?.data ?? null]
  for (const namespace of ['', exampleNamespace]) {
    if (settings?.data) await storeSettingsOf(store).set(`${namespace}kv/`, settings.data)
    await keysOf(store).set(`${namespace}kv/app/db`, toKey(db, contents))
    await keysOf(store).set(`${namespace}kv/app/api`, toKey(api, [api1?.data?.data ?? null]))
  }
}

/** Examples have no type; those of help have no `data`. */
function hasData<Answer extends { data?: unknown }>(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && 'data' in value
}

function toKey(shown: Schemas['KeySettingsAnswer'] | undefined, contents: (Schemas['KeyValues'] | null)[]): KeyRecord {
  const { versions = {}, ...settings } = shown?.data ?? {}
  return {
    ...{ max_versions: 0, current_version: 0, oldest_version: 0, created_time: '', updated_time: '' },
    ...settings,
    versions: contents.map((data, index) => {
      const { created_time = '', deletion_time = '', destroyed = false } = versions[String(index + 1)] ?? {}
      return { version: index + 1, created_time, deletion_time, destroyed, data }
    }),
  }
}
