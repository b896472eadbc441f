import { afterAll, expect, it } from 'vitest'
import { faults, tryOut } from '../service.fixture.ts'

afterAll(() => expect(faults).toEqual([]))

it('SEC-034: config holds the settings of the store', async () => {
  const { ask } = await tryOut()
  expect((await ask('GET', '/v1/kv/config')).body).toMatchObject({ data: { max_versions: 10 } })
  expect((await ask('PUT', '/v1/kv/config', { body: { max_versions: 2 } })).status).toBe(204)
  expect((await ask('GET', '/v1/kv/config')).body).toMatchObject({ data: { max_versions: 2 } })
  expect((await ask('GET', '/v1/ns1/kv/config')).body).toMatchObject({ data: { max_versions: 10 } })
  for (const n of [1, 2, 3]) await ask('POST', '/v1/kv/data/new', { body: { data: { n } } })
  expect((await ask('GET', '/v1/kv/data/new?version=1')).status).toBe(404)
  expect((await ask('GET', '/v1/kv/data/new?version=2')).status).toBe(200)
})

it('SEC-040: metadata holds the settings of one key', async () => {
  const { ask } = await tryOut()
  expect((await ask('GET', '/v1/kv/metadata/new')).status).toBe(404)
  expect((await ask('POST', '/v1/kv/metadata/new', { body: { max_versions: 3 } })).status).toBe(204)
  expect((await ask('GET', '/v1/kv/metadata/new')).body).toMatchObject({
    data: { max_versions: 3, current_version: 0, versions: {} },
  })
  expect((await ask('GET', '/v1/kv/data/new')).status).toBe(404)
  expect((await ask('GET', '/v1/kv/metadata/app/db')).body).toMatchObject({ data: { max_versions: 5 } })
})

it('SEC-040: settings that a body does not name stay', async () => {
  const { ask } = await tryOut()
  expect((await ask('POST', '/v1/kv/metadata/app/db', { body: {} })).status).toBe(204)
  expect((await ask('GET', '/v1/kv/metadata/app/db')).body).toMatchObject({
    data: { max_versions: 5, current_version: 4 },
  })
})

it('SEC-039: deleting a key takes all of its versions', async () => {
  const { ask } = await tryOut()
  expect((await ask('DELETE', '/v1/kv/metadata/app/db')).status).toBe(204)
  expect((await ask('GET', '/v1/kv/metadata/app/db')).status).toBe(404)
  expect((await ask('GET', '/v1/kv/data/app/db?version=3')).status).toBe(404)
  expect((await ask('POST', '/v1/kv/data/app/db', { body: { data: {} } })).body).toMatchObject({ data: { version: 1 } })
})

it.each(['/v1/kv/config', '/v1/kv/metadata/app/db'])(
  'SEC-093: a setting that %s does not have is warned of',
  async (path) => {
    const { ask } = await tryOut()
    const { status, body } = await ask('POST', path, { body: { max_version: 3 } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ warnings: ['the member `max_version` is not known here and was ignored'] })
    expect((await ask('POST', path, { body: JSON.stringify({ ['x'.repeat(10_000)]: 1 }) })).status).toBe(200)
  },
)

it('SEC-095: max_versions is a whole number from 0', async () => {
  const { ask } = await tryOut()
  for (const max_versions of [-1, 1.5, '3', null]) {
    expect((await ask('POST', '/v1/kv/config', { body: { max_versions } })).status).toBe(400)
    expect((await ask('POST', '/v1/kv/metadata/app/db', { body: { max_versions } })).status).toBe(400)
  }
  expect((await ask('POST', '/v1/kv/config', { body: { max_versions: 0 } })).status).toBe(204)
  expect((await ask('GET', '/v1/kv/config')).body).toMatchObject({ data: { max_versions: 10 } })
})
