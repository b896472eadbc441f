import { afterAll, expect, it } from 'vitest'
import { faults, tryOut } from '../service.fixture.ts'
import { namesBelow } from './directories.ts'

afterAll(() => expect(faults).toEqual([]))

it('SEC-027: names stand in lexicographic order, directories with a slash, and what is both twice', () => {
  const keys = ['secret/b', 'secret/a/x', 'secret/a/y/z', 'secret/a', 'secret/B', 'other/c']
  expect(namesBelow('secret/', keys)).toEqual(['B', 'a', 'a/', 'b'])
  expect(namesBelow('secret/a/', keys)).toEqual(['x', 'y/'])
  expect(namesBelow('secret/b/', keys)).toEqual([])
  expect(namesBelow('secret/', ['secret/'])).toEqual([])
})

it.each([
  ['/v1/secret/', ['app/', 'foo']],
  ['/v1/secret/app/', ['cache', 'db']],
  ['/v1/ns1/ns2/secret/', ['app/', 'foo']],
  ['/v1/kv/metadata/', ['app/']],
  ['/v1/kv/metadata/app/', ['api', 'db']],
])('SEC-051, SEC-053: LIST %s and GET with list=true answer the same keys', async (path, keys) => {
  const { ask } = await tryOut()
  const byVerb = await ask('LIST', path)
  const byQuery = await ask('GET', `${path}?list=true`)
  expect(byVerb).toMatchObject({ status: 200, body: { data: { keys } } })
  expect(byQuery).toMatchObject({ status: 200, body: { data: { keys } } })
  expect(byQuery.operation).toBe(byVerb.operation)
})

it.each(['/v1/secret', '/v1/secret/app', '/v1/kv/metadata', '/v1/kv/metadata/app'])(
  'SEC-053: a list of %s is one of the directory, without the slash',
  async (path) => {
    const { ask } = await tryOut()
    const { body } = await ask('LIST', `${path}/`)
    const named = (answered: unknown) => ({ ...Object(answered), request_id: '' })
    expect(named((await ask('LIST', path)).body)).toEqual(named(body))
    expect(named((await ask('GET', `${path}?list=true`)).body)).toEqual(named(body))
  },
)

it.each([
  ['LIST', '/v1/secret/foo'],
  ['GET', '/v1/secret/foo?list=true'],
  ['LIST', '/v1/secret/foo/'],
  ['LIST', '/v1/kv/metadata/app/db'],
])('SEC-028: %s %s lists nothing: a secret is no directory', async (method, target) => {
  const { ask } = await tryOut()
  expect(await ask(method, target)).toMatchObject({ status: 404, body: { errors: [] } })
})

it.each(['/v1/ns1/secret/', '/v1/secret/nothing/', '/v1/ns1/kv/metadata/', '/v1/kv/metadata/nothing'])(
  'SEC-054: an empty list of %s is answered 404 with no errors',
  async (path) => {
    const { ask } = await tryOut()
    for (const answer of [await ask('LIST', path), await ask('GET', `${path}?list=true`)]) {
      expect(answer).toMatchObject({ status: 404, body: { errors: [] }, rules: ['SEC-028', 'SEC-054'] })
    }
  },
)

it('SEC-054: a directory is gone with the last secret in it', async () => {
  const { ask } = await tryOut()
  await ask('DELETE', '/v1/secret/app/db')
  await ask('DELETE', '/v1/secret/app/cache')
  expect((await ask('LIST', '/v1/secret/app/')).status).toBe(404)
  expect((await ask('LIST', '/v1/secret/')).body).toMatchObject({ data: { keys: ['foo'] } })
})

it('SEC-052: list=false is a read, and a directory has nothing to read', async () => {
  const { ask } = await tryOut()
  for (const value of ['false', '']) expect((await ask('GET', `/v1/secret/foo?list=${value}`)).status).toBe(200)
  expect((await ask('GET', '/v1/secret/?list=false')).status).toBe(404)
  expect((await ask('GET', '/v1/secret/')).status).toBe(404)
  expect((await ask('GET', '/v1/secret/app/')).status).toBe(404)
})

it('SEC-095: list takes true and false alone', async () => {
  const { ask } = await tryOut()
  for (const value of ['yes', '1', 'true&list=false']) {
    expect((await ask('GET', `/v1/secret/?list=${value}`)).status).toBe(400)
  }
})

it('SEC-067: a body with a list has no meaning', async () => {
  const { ask } = await tryOut()
  expect((await ask('LIST', '/v1/secret/', { body: '{' })).status).toBe(200)
})
