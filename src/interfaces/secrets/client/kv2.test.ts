import { expect, it } from 'vitest'
import { serveSecrets } from '../client.fixture.ts'

const openService = serveSecrets()

it('kv2 writes, reads, lists, deletes, undeletes and destroys versions', async () => {
  const kv = openService().secrets.kv2('kv')
  expect((await kv.write('app/new', { a: 1 })).data).toMatchObject({ version: 1, destroyed: false })
  expect((await kv.write('app/new', { a: 2 })).data).toMatchObject({ version: 2 })
  expect((await kv.read('app/new')).data).toMatchObject({ values: { a: 2 }, record: { version: 2 } })
  expect((await kv.read('app/new', { version: 1 })).data).toMatchObject({ values: { a: 1 }, record: { version: 1 } })
  expect(await kv.list()).toContain('app/')
  expect(await kv.list('app')).toContain('new')
  await kv.deleteLatest('app/new')
  await kv.deleteVersions('app/new', [1])
  await expect(kv.read('app/new')).rejects.toMatchObject({ status: 404 })
  await kv.undeleteVersions('app/new', [1, 2])
  expect((await kv.read('app/new')).data.values).toEqual({ a: 2 })
  await kv.destroyVersions('app/new', [2])
  const { data } = await kv.readKey('app/new')
  expect(data).toMatchObject({ current_version: 2, versions: { 1: { destroyed: false }, 2: { destroyed: true } } })
  await kv.deleteKey('app/new')
  await expect(kv.readKey('app/new')).rejects.toMatchObject({ status: 404 })
})

it('kv2 reads and writes settings of keys and of the store', async () => {
  const kv = openService().secrets.kv2('kv')
  await kv.writeKey('app/db', { max_versions: 3 })
  expect((await kv.readKey('app/db')).data.max_versions).toBe(3)
  await kv.writeSettings({ max_versions: 5 })
  expect((await kv.readSettings()).data.max_versions).toBe(5)
})

it('kv2 works below a namespace in the path', async () => {
  const { secrets } = openService()
  await secrets.kv2('ns1/kv').write('a/b', { c: 1 })
  expect((await secrets.inNamespace('ns1').kv2('kv').read('a/b')).data.values).toEqual({ c: 1 })
  expect(await secrets.kv2('ns1/kv').list('a')).toEqual(['b'])
})
