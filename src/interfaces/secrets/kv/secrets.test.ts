import { afterAll, expect, it } from 'vitest'
import { faults, tryOut } from '../service.fixture.ts'
import { mountsOf } from '../state.ts'

afterAll(() => expect(faults).toEqual([]))

it('SEC-013: a fresh installation has a mount at secret/ that keeps key/value pairs', async () => {
  const { ask } = await tryOut()
  expect((await ask('LIST', '/v1/secret/')).body).toMatchObject({ data: { keys: ['app/', 'foo'] } })
  expect((await ask('POST', '/v1/secret/new', { body: { a: 1 } })).status).toBe(204)
  expect((await ask('GET', '/v1/secret/new')).body).toMatchObject({ data: { a: 1 } })
})

it.each(['POST', 'PUT'])('SEC-048: %s creates and replaces', async (method) => {
  const { ask } = await tryOut()
  expect(await ask(method, '/v1/secret/x', { body: { a: 1, b: 2 } })).toMatchObject({ status: 204, body: undefined })
  expect(await ask(method, '/v1/secret/x', { body: { a: 3 } })).toMatchObject({ status: 204 })
  expect(await ask('GET', '/v1/secret/x')).toMatchObject({ status: 200, body: { data: { a: 3 } } })
  expect((await ask('GET', '/v1/secret/x')).body).not.toHaveProperty('data.b')
})

it('SEC-023: any JSON value may stand in a pair, whatever its name', async () => {
  const { ask } = await tryOut()
  const text = '{"__proto__":{"polluted":true},"constructor":null,"a":[1,{"b":"\\u0000"}],"":0.5,"é":"😀"}'
  expect((await ask('POST', '/v1/secret/odd', { body: text })).status).toBe(204)
  const { body } = await ask('GET', '/v1/secret/odd')
  expect(JSON.stringify(body)).toContain(`"data":${text}`)
  expect({}).not.toHaveProperty('polluted')
})

it.each(['config', 'data/x', 'metadata/x', 'delete/x', 'undelete/x', 'destroy/x', 'login/x', '__proto__', 'a b/ü/%25'])(
  'SEC-022: a kv version 1 secret may be named %s',
  async (name) => {
    const { ask } = await tryOut()
    expect((await ask('POST', `/v1/secret/${name}`, { body: { a: 1 } })).status).toBe(204)
    expect((await ask('GET', `/v1/secret/${name}`)).body).toMatchObject({ data: { a: 1 } })
    expect((await ask('DELETE', `/v1/secret/${name}`)).status).toBe(204)
    expect(await ask('GET', `/v1/secret/${name}`)).toMatchObject({ status: 404, body: { errors: [] } })
  },
)

it('SEC-012: the name of a mount may hold a slash', async () => {
  const { ask, store } = await tryOut()
  await mountsOf(store).set('team/store/', { engine: 'kv-2' })
  expect((await ask('POST', '/v1/team/store/data/x', { body: { data: { a: 1 } } })).status).toBe(200)
  expect((await ask('GET', '/v1/team/store/data/x')).body).toMatchObject({ data: { data: { a: 1 } } })
  expect((await ask('GET', '/v1/team/store/?help=1')).body).toHaveProperty('help')
})

it('SEC-064: a read of kv version 1 and one of kv version 2 answer different fields', async () => {
  const { ask } = await tryOut()
  const first = await ask('GET', '/v1/secret/foo')
  const second = await ask('GET', '/v1/kv/data/app/api')
  expect(first.body).not.toHaveProperty('data.metadata')
  expect(second.body).toHaveProperty('data.metadata')
  expect(second.body).toHaveProperty('data.data')
})

it('SEC-093: where warnings arise, a write that is documented with 204 answers 200 with them', async () => {
  const { ask, set } = await tryOut()
  set({ warnings: ['something is odd'] })
  for (const method of ['POST', 'PUT']) {
    const answer = await ask(method, '/v1/secret/x', { body: { a: 1 } })
    expect(answer).toMatchObject({
      status: 200,
      body: { data: null, warnings: ['something is odd'] },
      rules: ['SEC-093'],
    })
  }
  expect((await ask('DELETE', '/v1/secret/x')).status).toBe(200)
  expect((await ask('POST', '/v1/kv/data/x', { body: { data: {} } })).body).toMatchObject({
    warnings: ['something is odd'],
  })
})

it('SEC-092: deleting what is not there is answered like deleting what is', async () => {
  const { ask } = await tryOut()
  expect((await ask('DELETE', '/v1/secret/missing')).status).toBe(204)
})

it.each([
  ['no body', undefined],
  ['an empty body', ''],
  ['null', 'null'],
  ['an array', '[]'],
  ['a string', '"text"'],
  ['a number', '1'],
  ['broken JSON', '{"a":'],
  ['two values', '{} {}'],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
])('SEC-095: a write with %s is answered 400', async (_, body) => {
  const { ask } = await tryOut()
  for (const path of ['/v1/secret/x', '/v1/kv/data/x', '/v1/kv/config', '/v1/kv/metadata/x', '/v1/kv/delete/app/db']) {
    for (const method of ['POST', 'PUT']) {
      const { status, body: answered } = await ask(method, path, { body })
      expect([path, status]).toEqual([path, 400])
      expect(answered).toEqual({ errors: [expect.any(String)] })
    }
  }
  expect((await ask('GET', '/v1/secret/x')).status).toBe(404)
})

it.each([undefined, 'text/plain', 'garbage', 'application/x-www-form-urlencoded', ''])(
  'SEC-019: a write is JSON, also with the Content-Type %s',
  async (type) => {
    const { ask } = await tryOut()
    const headers = type === undefined ? {} : { 'content-type': type }
    expect((await ask('POST', '/v1/secret/x', { headers, body: { a: 1 } })).status).toBe(204)
    expect((await ask('PUT', '/v1/kv/data/x', { headers, body: { data: {} } })).status).toBe(200)
    expect((await ask('GET', '/v1/secret/x', { headers })).body).toMatchObject({ data: { a: 1 } })
  },
)
