import { afterAll, expect, it } from 'vitest'
import { faults, type TryOut, tryOut } from '../service.fixture.ts'

afterAll(() => expect(faults).toEqual([]))

const read = async ({ ask }: TryOut, query = '') => ask('GET', `/v1/kv/data/app/db${query}`)

it.each(['POST', 'PUT'])(
  'SEC-035, SEC-048: %s writes the next version, and the first makes the key',
  async (method) => {
    const { ask, clock } = await tryOut()
    clock.set(new Date('2026-03-09T12:00:00Z'))
    const first = await ask(method, '/v1/kv/data/new', { body: { data: { a: 1 } } })
    expect(first).toMatchObject({
      status: 200,
      body: {
        data: {
          version: 1,
          created_time: expect.stringMatching(/^2026-03-09T12:00:/),
          deletion_time: '',
          destroyed: false,
        },
      },
    })
    expect((await ask(method, '/v1/kv/data/new', { body: { data: { a: 2 } } })).body).toMatchObject({
      data: { version: 2 },
    })
  },
)

it('SEC-G45: writes a version only when the current one is that of options.cas', async () => {
  const { ask } = await tryOut()
  const write = (path: string, cas: unknown) =>
    ask('POST', `/v1/kv/data/${path}`, { body: { data: {}, options: { cas } } })
  const refused = { status: 400, body: { errors: ['check-and-set parameter did not match the current version'] } }
  expect(await write('new', 1)).toMatchObject(refused)
  expect((await ask('GET', '/v1/kv/data/new')).status).toBe(404)
  expect(await write('new', 0)).toMatchObject({ status: 200, body: { data: { version: 1 } } })
  expect(await write('new', 0)).toMatchObject(refused)
  const both = await Promise.all([write('new', 1), write('new', 1)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect((await write('new', '2')).status).toBe(400)
})

it('SEC-G45: refuses an option that it does not know, so that nobody relies on it', async () => {
  const { ask } = await tryOut()
  const write = (options: object) => ask('POST', '/v1/kv/data/new', { body: { data: {}, options } })
  expect((await write({ CAS: 0 })).status).toBe(400)
  expect((await write({})).status).toBe(200)
})

it('SEC-036, SEC-043: the latest version is read, or the one with the number', async () => {
  const service = await tryOut()
  expect(await read(service)).toMatchObject({
    status: 200,
    body: { data: { data: { password: 'example-db-password-4' }, metadata: { version: 4 } } },
  })
  expect((await read(service, '?version=3')).body).toMatchObject({ data: { metadata: { version: 3 } } })
  expect((await read(service, '?version=0')).body).toMatchObject({ data: { metadata: { version: 4 } } })
})

it.each([
  ['1, which is destroyed', '1'],
  ['2, which is deleted', '2'],
  ['5, which is not there', '5'],
  ['a number beyond all', '9007199254740991'],
])('SEC-043: version %s, is not found', async (_, version) => {
  const service = await tryOut()
  expect(await read(service, `?version=${version}`)).toMatchObject({ status: 404, body: { errors: [] } })
})

it.each(['-1', '1.5', 'abc', '9007199254740993', '1&version=2'])('SEC-095: version=%s is refused', async (version) => {
  const service = await tryOut()
  expect((await read(service, `?version=${version}`)).status).toBe(400)
})

it('SEC-037: deleting data marks the latest version', async () => {
  const service = await tryOut()
  expect((await service.ask('DELETE', '/v1/kv/data/app/db')).status).toBe(204)
  expect((await read(service)).status).toBe(404)
  expect((await read(service, '?version=3')).status).toBe(200)
  expect((await service.ask('DELETE', '/v1/kv/data/nothing')).status).toBe(204)
})

it.each(['POST', 'PUT'])(
  'SEC-038, SEC-041: %s deletes and undeletes several versions in one request',
  async (method) => {
    const service = await tryOut()
    const body = { versions: [3, 4, 99] }
    expect((await service.ask(method, '/v1/kv/delete/app/db', { body })).status).toBe(204)
    for (const query of ['', '?version=3', '?version=4']) expect((await read(service, query)).status).toBe(404)
    expect((await service.ask(method, '/v1/kv/undelete/app/db', { body: { versions: [2, 3, 4] } })).status).toBe(204)
    for (const query of ['?version=2', '?version=3', '?version=4'])
      expect((await read(service, query)).status).toBe(200)
  },
)

it.each(['POST', 'PUT'])('SEC-039: %s destroys versions for good', async (method) => {
  const service = await tryOut()
  expect((await service.ask(method, '/v1/kv/destroy/app/db', { body: { versions: [2, 3] } })).status).toBe(204)
  await service.ask(method, '/v1/kv/undelete/app/db', { body: { versions: [1, 2, 3] } })
  for (const version of [1, 2, 3]) expect((await read(service, `?version=${version}`)).status).toBe(404)
  expect((await read(service)).status).toBe(200)
  const { body } = await service.ask('GET', '/v1/kv/metadata/app/db')
  expect(body).toMatchObject({
    data: { versions: { 2: { destroyed: true }, 3: { destroyed: true }, 4: { destroyed: false } } },
  })
})

it.each(['delete', 'undelete', 'destroy'])('SEC-095: %s takes the numbers of one or several versions', async (verb) => {
  const { ask } = await tryOut()
  for (const body of [
    {},
    { versions: [] },
    { versions: 1 },
    { versions: ['a'] },
    { versions: [0] },
    { versions: [1.5] },
  ]) {
    expect((await ask('POST', `/v1/kv/${verb}/app/db`, { body })).status).toBe(400)
  }
  expect((await ask('POST', `/v1/kv/${verb}/nothing`, { body: { versions: [1] } })).status).toBe(204)
})

it('SEC-025: a write without an object in data is refused', async () => {
  const { ask } = await tryOut()
  for (const body of [{}, { data: null }, { data: 'text' }, { data: [] }, { DATA: {} }]) {
    expect((await ask('POST', '/v1/kv/data/x', { body })).status).toBe(400)
  }
})

it('SEC-042: how many versions a key keeps is set for the key', async () => {
  const service = await tryOut()
  const { ask } = service
  expect((await ask('POST', '/v1/kv/metadata/app/db', { body: { max_versions: 2 } })).status).toBe(204)
  await ask('POST', '/v1/kv/data/app/db', { body: { data: { five: 5 } } })
  expect((await read(service, '?version=3')).status).toBe(404)
  expect((await read(service, '?version=4')).status).toBe(200)
  expect((await read(service, '?version=5')).status).toBe(200)
  const { body } = await ask('GET', '/v1/kv/metadata/app/db')
  expect(body).toMatchObject({ data: { max_versions: 2, current_version: 5, oldest_version: 4 } })
})

it('SEC-042: of many writes of one key at the same time, none is lost', async () => {
  const { ask } = await tryOut()
  await ask('POST', '/v1/kv/metadata/busy', { body: { max_versions: 300 } })
  const writes = Array.from({ length: 200 }, (_, n) => ask('POST', '/v1/kv/data/busy', { body: { data: { n } } }))
  const numbers = (await Promise.all(writes)).map(({ body }) => Object(body).data.version)
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n + 1))
  expect((await ask('GET', '/v1/kv/metadata/busy')).body).toMatchObject({ data: { current_version: 200 } })
})
