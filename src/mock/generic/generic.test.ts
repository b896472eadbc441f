import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { afterEach, describe, expect, it } from 'vitest'
import type { InterfaceDefinition } from '../../behaviour/definition.ts'
import { problemDetails } from '../../behaviour/problem-details.ts'
import { loadRuntime } from '../../contract/registry.ts'
import type { RuntimeInterface } from '../../contract/runtime.ts'
import { assemble } from '../assemble.ts'
import { Sessions } from '../session/sessions.ts'
import { MemoryStorage } from '../storage/memory-storage.ts'
import { withGenericBehaviours } from './generic.ts'

const json = (schema: object, example?: unknown) => ({
  'application/json': { schema, ...(example === undefined ? {} : { examples: { one: { value: example } } }) },
})
const answer = (schema: object, example?: unknown) => ({ description: 'It.', content: json(schema, example) })
const parameter = (place: string, name: string, schema: object, example?: unknown) => ({
  name,
  in: place,
  required: place === 'path',
  schema,
  ...(example === undefined ? {} : { example }),
})

const pet = {
  type: 'object',
  required: ['id', 'name', 'born'],
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    kind: { type: 'string' },
    born: { type: 'string' },
    pin: { type: 'string', writeOnly: true },
  },
}
const input = { type: 'object', required: ['name'], properties: { name: {}, kind: {}, pin: {} } }
const rex = { id: 7, name: 'Rex', kind: 'dog', born: '2026-01-01' }
const error = { type: 'object', required: ['code', 'message'], properties: { code: {}, message: { type: 'string' } } }
const failure = { description: 'An error.', content: json(error, { code: 'E1', message: 'what went wrong' }) }
const petId = parameter('path', 'petId', { type: 'integer' }, 7)
const body = (schema: object) => ({ required: true, content: json(schema) })

const paths = {
  '/pets': {
    get: {
      operationId: 'listPets',
      parameters: [
        parameter('query', 'kind', { type: 'string' }),
        parameter('query', 'limit', { type: 'integer', default: 2 }),
        parameter('query', 'offset', { type: 'integer' }),
      ],
      responses: { 200: answer({ type: 'array', items: pet }, [rex]) },
    },
    post: {
      operationId: 'createPet',
      requestBody: body(input),
      responses: { 201: { ...answer(pet, rex), headers: { Location: { schema: { type: 'string' } } } } },
    },
  },
  '/pets/{petId}': {
    parameters: [petId],
    get: { operationId: 'getPet', responses: { 200: answer(pet, rex), 404: failure } },
    put: { operationId: 'putPet', requestBody: body(input), responses: { 200: answer(pet, rex), default: failure } },
    patch: { operationId: 'patchPet', requestBody: body({ type: 'object' }), responses: { 200: answer(pet, rex) } },
    delete: { operationId: 'deletePet', responses: { 204: { description: 'Gone.' }, 404: failure } },
  },
  '/shops/{shop}/rooms': {
    parameters: [parameter('path', 'shop', { type: 'string' }, 'north')],
    get: {
      operationId: 'listRooms',
      parameters: [
        parameter('query', 'cursor', { type: 'string' }),
        parameter('query', 'page_size', { type: 'integer' }),
      ],
      responses: {
        200: answer({
          type: 'object',
          properties: {
            rooms: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
            total: { type: 'integer' },
            next_cursor: { type: ['string', 'null'] },
          },
        }),
      },
    },
    post: {
      operationId: 'createRoom',
      requestBody: body({ type: 'object', required: ['name'], properties: { name: { type: 'string' } } }),
      responses: { 201: { description: 'Made.' }, 409: failure },
    },
  },
  '/shops/{shop}/rooms/{room}': {
    parameters: [parameter('path', 'shop', { type: 'string' }), parameter('path', 'room', { type: 'string' })],
    get: {
      operationId: 'getRoom',
      responses: {
        200: answer({
          type: 'object',
          properties: { room: { type: 'object', properties: { name: { type: 'string' } } } },
        }),
      },
    },
  },
  '/login': { post: { operationId: 'login', responses: { 200: answer({ type: 'object' }, { token: 'shown' }) } } },
}

const resolved = await getHttpOperationsFromSpec({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths })
const runtime: RuntimeInterface = {
  name: 'pets',
  prefix: 'pets',
  title: 'Pets',
  version: '1',
  mounts: [''],
  operations: resolved.map((http) => ({
    id: http.iid ?? '',
    method: http.method as 'get',
    path: http.path,
    template: http.path,
    multiSegment: false,
    listVerb: false,
    http,
  })),
}

const faults: string[] = []
afterEach(() => expect(faults.splice(0)).toEqual([]))

/** Sends requests to a mock of the document above, whose journal can be read. */
async function open(written: Partial<InterfaceDefinition> = {}) {
  const plain = {
    behaviours: {},
    credentials: [],
    renderRefusal: problemDetails,
    generic: { gap: 'PET-G01' },
    ...written,
  }
  const sessions = new Sessions(new MemoryStorage())
  const { gateway } = await assemble({
    names: ['pets'],
    load: async () => ({ runtime, definition: withGenericBehaviours(runtime, plain) }),
    control: loadRuntime('mock-control'),
    sessions,
    fallback: async () => undefined,
    controlToken: undefined,
    isReady: () => true,
    explain: true,
    onFault: (fault) => void faults.push(fault),
  })
  return async (method: string, target: string, value?: unknown) => {
    const [path = '', query = ''] = target.split('?')
    const headers: Record<string, string> = value === undefined ? {} : { 'content-type': 'application/json' }
    const sent = value === undefined ? null : Buffer.from(JSON.stringify(value))
    const peer = { signal: new AbortController().signal }
    return gateway.handle({ method, path, query, headers, body: sent, peer })
  }
}

describe('a collection', () => {
  it('starts with the records of the examples', async () => {
    const send = await open()
    expect(await send('GET', '/pets/pets/7')).toMatchObject({ status: 200, body: rex })
    expect(await send('GET', '/pets/pets')).toMatchObject({ status: 200, body: [rex] })
  })

  it('keeps what is created, with a key of its own and what the document requires besides', async () => {
    const send = await open()
    const made = await send('POST', '/pets/pets', { name: 'Mia', kind: 'cat', pin: '1234' })
    const mia = { id: 8, name: 'Mia', kind: 'cat', born: '2026-01-01' }
    expect(made).toMatchObject({ status: 201, headers: { location: '/pets/8' } })
    expect(made.body).toEqual(mia)
    expect((await send('GET', '/pets/pets/8')).body).toEqual(mia)
  })

  it('replaces, patches and deletes', async () => {
    const send = await open()
    expect((await send('PUT', '/pets/pets/7', { name: 'Max' })).body).toEqual({
      id: 7,
      name: 'Max',
      born: '2026-01-01',
    })
    expect((await send('PATCH', '/pets/pets/7', { kind: 'cat' })).body).toMatchObject({ name: 'Max', kind: 'cat' })
    expect(await send('DELETE', '/pets/pets/7')).toMatchObject({ status: 204, body: undefined })
    expect((await send('GET', '/pets/pets')).body).toEqual([])
  })

  it('filters by members of the records, and shows the page that is asked for', async () => {
    const send = await open()
    for (const [name, kind] of [
      ['A', 'cat'],
      ['B', 'cat'],
      ['C', 'cat'],
    ])
      await send('POST', '/pets/pets', { name, kind })
    const names = async (query: string) =>
      ((await send('GET', `/pets/pets?${query}`)).body as { name: string }[]).map(({ name }) => name)
    expect(await names('')).toEqual(['Rex', 'A'])
    expect(await names('kind=cat&limit=9')).toEqual(['A', 'B', 'C'])
    expect(await names('kind=cat&offset=2')).toEqual(['C'])
    expect(await names('kind=bird')).toEqual([])
  })

  it('of a parent has the records of that parent, says what remains, and answers 409 for a key that is taken', async () => {
    const send = await open()
    for (const name of ['a', 'b', 'c']) await send('POST', '/pets/shops/north/rooms', { name })
    await send('POST', '/pets/shops/south/rooms', { name: 'a' })
    const page = (query: string, shop = 'north') => send('GET', `/pets/shops/${shop}/rooms?${query}`)
    expect((await page('page_size=2')).body).toEqual({
      rooms: [{ name: 'a' }, { name: 'b' }],
      total: 3,
      next_cursor: 'b',
    })
    expect((await page('page_size=2&cursor=b')).body).toEqual({ rooms: [{ name: 'c' }], total: 3, next_cursor: null })
    expect((await page('', 'south')).body).toMatchObject({ total: 1 })
    expect((await send('GET', '/pets/shops/south/rooms/a')).body).toEqual({ room: { name: 'a' } })
    const taken = await send('POST', '/pets/shops/north/rooms', { name: 'a' })
    const message = 'There is a record of this name in /shops/{shop}/rooms already.'
    expect(taken).toMatchObject({ status: 409, body: { code: 'E1', message } })
  })

  it('answers 404 for a record that is not there, in the form of the document', async () => {
    const send = await open()
    const detail = 'There is no record of this petId in /pets.'
    expect(await send('GET', '/pets/pets/9')).toMatchObject({ status: 404, body: { code: 'E1', message: detail } })
    expect(await send('PUT', '/pets/pets/9', { name: 'X' })).toMatchObject({ status: 404, body: { code: 'E1' } })
    expect(await send('DELETE', '/pets/pets/9')).toMatchObject({ status: 404 })
    // No 404 is documented here, so the form is that of RFC 9457.
    expect(await send('PATCH', '/pets/pets/9', {})).toMatchObject({ status: 404, body: { detail } })
  })
})

it('says in the journal and in the headers that it is generic', async () => {
  const send = await open()
  const { headers, handled } = await send('GET', '/pets/pets/7')
  expect(headers['x-mock-assumptions']).toBe('PET-G01')
  expect(handled?.reason).toBe('generic: no behaviour is written for the operation')
  expect((await send('GET', '/pets/pets/9')).handled?.reason).toMatch(/^generic: .+: There is no record/)
})

it('leaves other operations to their examples', async () => {
  const { body, handled, headers } = await (await open())('POST', '/pets/login')
  expect(body).toEqual({ token: 'shown' })
  expect([handled?.reason, headers['x-mock-assumptions']]).toEqual([undefined, undefined])
})

it('gives way to a written behaviour, operation by operation', async () => {
  const behaviours = { getPet: async () => ({ status: 200, body: { ...rex, name: 'written' } }) } as never
  const send = await open({ behaviours })
  expect(await send('GET', '/pets/pets/7')).toMatchObject({ body: { name: 'written' }, handled: { reason: undefined } })
  expect((await send('GET', '/pets/pets')).body).toEqual([rex])
})
