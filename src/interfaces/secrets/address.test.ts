import { expect, it } from 'vitest'
import { fullPathOf, type Installation, resolveAddress } from './address.ts'
import type { MountRecord } from './state.ts'

const mounts = new Map<string, MountRecord>([
  ['secret/', { engine: 'kv-1' }],
  ['kv/', { engine: 'kv-2' }],
  ['team/store/', { engine: 'kv-2' }],
  ['auth/userpass/', { engine: 'userpass' }],
  ['ns1/ns2/secret/', { engine: 'kv-1' }],
])
const namespaces = new Set(['ns1/', 'ns1/ns2/'])
const installation: Installation = {
  isNamespace: async (path) => namespaces.has(path),
  mounts: async () => [...mounts],
}

it.each([
  ['/v1/secret/foo', undefined, 'secret/foo'],
  ['/v1/secret/foo', '', 'secret/foo'],
  ['/v1/secret/foo', '/', 'secret/foo'],
  ['/v1/secret/foo', 'ns1/ns2/', 'ns1/ns2/secret/foo'],
  ['/v1/secret/foo', 'ns1/ns2', 'ns1/ns2/secret/foo'],
  ['/v1/secret/foo', '//ns1', 'ns1/secret/foo'],
  ['/v1/ns1/secret/foo', 'ns1/', 'ns1/ns1/secret/foo'],
  ['/v1/secret/a%20b%2Fc', undefined, 'secret/a b/c'],
  ['/v2/secret/foo', 'ns1', undefined],
  ['/v1', undefined, undefined],
  ['/', undefined, undefined],
  ['/v1/%zz', undefined, null],
])('SEC-075: %s with the namespace %s is %s', (path, namespace, full) => {
  expect(fullPathOf(path, namespace)).toBe(full)
})

it.each([
  ['secret/foo', 'secret', 'secret/foo'],
  ['secret/config', 'secret', 'secret/config'],
  ['secret/data/x', 'secret', 'secret/data/x'],
  ['secret', 'directory', 'secret/'],
  ['secret/app/', 'directory', 'secret/app/'],
  ['kv/config', 'store-settings', 'kv/'],
  ['kv/data/app/db', 'data', 'kv/app/db'],
  ['kv/data/config', 'data', 'kv/config'],
  ['kv/delete/app/db', 'delete', 'kv/app/db'],
  ['kv/undelete/app/db', 'undelete', 'kv/app/db'],
  ['kv/destroy/app/db', 'destroy', 'kv/app/db'],
  ['kv/metadata/app/db', 'key-settings', 'kv/app/db'],
  ['kv/metadata/', 'key-directory', 'kv/'],
  ['kv/metadata/app/', 'key-directory', 'kv/app/'],
  ['team/store/data/x', 'data', 'team/store/x'],
  ['ns1/ns2/secret/foo', 'secret', 'ns1/ns2/secret/foo'],
  ['auth/userpass/login/reporting', 'login', 'auth/userpass/reporting'],
  ['sys/health', 'health', ''],
])('SEC-012: %s is the address of a %s, kept under %s', async (path, family, key) => {
  expect(await resolveAddress(path, installation)).toMatchObject({ family, ...(key && { key }), unsupported: false })
})

it.each([
  ['', 'the top'],
  ['ns1/', 'the top of a namespace'],
  ['unknown/foo', 'a mount that does not exist'],
  ['team/foo', 'half the name of a mount'],
  ['ns1/secret/foo', 'a mount of another namespace'],
  ['ns1/ns1/ns2/secret/foo', 'a namespace named twice'],
  ['kv/foo', 'no path family of kv version 2'],
  ['kv/', 'a kv version 2 mount, whose directories are under metadata'],
  ['kv/data/', 'data of no key'],
  ['kv/data/app/', 'a directory that is not under metadata'],
  ['secret//foo', 'an empty segment'],
  ['auth/userpass/login/a/b', 'a user name with a slash'],
  ['auth/unknown/login/a', 'an auth method that does not exist'],
  ['sys/seal', 'a core route that is not documented'],
  ['ns1/sys/health', 'health outside of the root namespace'],
])('SEC-099: %j leads nowhere: %s', async (path) => {
  expect(await resolveAddress(path, installation)).toMatchObject({ family: 'nothing' })
})

it.each(['secret/foo.', 'secret/foo./', 'secret./foo', 'kv/data/foo.', 'secret/..', 'ns1/ns2/secret/foo.'])(
  'SEC-058: a parameter of %s ends in a period',
  async (path) => {
    expect(await resolveAddress(path, installation)).toMatchObject({ unsupported: true })
  },
)

it('SEC-026: a mount without its final slash is the directory at its top', async () => {
  expect(await resolveAddress('secret', installation)).toMatchObject({ mount: 'secret/', path: 'secret/' })
})

it('SEC-058: a period within a parameter is no end', async () => {
  expect(await resolveAddress('secret/foo./bar.json', installation)).toMatchObject({ unsupported: false })
})
