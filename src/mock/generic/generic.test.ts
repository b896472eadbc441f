import { afterEach, describe, expect, it } from 'vitest'
import type { InterfaceDefinition } from '../../behaviour/definition.ts'
import { problemDetails } from '../../behaviour/problem-details.ts'
import { loadRuntime } from '../../workspace/interfaces.ts'
import { assemble } from '../assemble.ts'
import { LocalSessions } from '../session/sessions.ts'
import { MemoryStorage } from '../storage/memory-storage.ts'
import { answer, json, parameter, runtimeOf } from './documents.fixture.ts'
import { withGenericBehaviours } from './generic.ts'

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
      responses: {
        201: { description: 'Made.', headers: { Location: { schema: { type: 'string' } } } },
        409: failure,
        422: failure,
      },
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

const runtime = await runtimeOf(paths)

const faults: string[] = []
afterEach(() => expect(faults.splice(0)).toEqual([]))

/** Sends requests to a mock of the document above, whose journal can be read. */
async function open(written: Partial<InterfaceDefinition> = {}, shown = runtime) {
  const plain = {
    behaviours: {},
    credentials: [],
    renderRefusal: problemDetails,
    generic: { gap: 'PET-G01' },
    ...written,
  }
  const sessions = new LocalSessions(new MemoryStorage())
  const { gateway } = await assemble({
    names: ['pets'],
    load: async () => ({ runtime: shown, definition: withGenericBehaviours(shown, plain) }),
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

  it('stores a created record with a new key and the members that the document requires', async () => {
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

  it('filters by members of the records, and answers the requested page', async () => {
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

  it('of a parent has only the records of that parent, counts them, and answers 409 for a key that is taken', async () => {
    const send = await open()
    for (const name of ['a', 'b', 'c']) await send('POST', '/pets/shops/north/rooms', { name })
    const { headers } = await send('POST', '/pets/shops/south/rooms', { name: 'a' })
    expect(headers.location).toBe('/shops/south/rooms/a')
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

it('leaves a definition as it is that does not ask for it', () => {
  const plain = { behaviours: {}, credentials: [], renderRefusal: problemDetails }
  expect(withGenericBehaviours(runtime, plain)).toBe(plain)
})

it('leaves other operations to their examples', async () => {
  const { body, handled, headers } = await (await open())('POST', '/pets/login')
  expect(body).toEqual({ token: 'shown' })
  expect([handled?.reason, headers['x-mock-assumptions']]).toEqual([undefined, undefined])
})

it('lets a written behaviour replace it, operation by operation', async () => {
  const behaviours = { getPet: async () => ({ status: 200, body: { ...rex, name: 'written' } }) } as never
  const send = await open({ behaviours })
  expect(await send('GET', '/pets/pets/7')).toMatchObject({ body: { name: 'written' }, handled: { reason: undefined } })
  expect((await send('GET', '/pets/pets')).body).toEqual([rex])
})

describe('a record', () => {
  const text = { type: 'string' }
  const code = parameter('path', 'code', text, 'c 1')
  const thing = { type: 'object', required: ['code'], properties: { code: text, size: { type: 'integer' }, pin: text } }
  const free = body({ type: 'object' })
  /** A mock of `/things` with these operations, and with these of `/things/{code}`. */
  const things = async (ofAll: object, ofOne: object = {}, read: object = answer(thing)) =>
    open(
      {},
      await runtimeOf({
        '/things': ofAll,
        '/things/{code}': { parameters: [code], get: { responses: { 200: read } }, ...ofOne },
      }),
    )
  const shown = (schema: object, example?: unknown) => ({
    requestBody: free,
    responses: { 200: answer(schema, example) },
  })

  it('is shown in the member that the document shows, beside the rest of the example', async () => {
    const wrapped = { type: 'object', properties: { thing, at: text } }
    const send = await things({ post: shown(wrapped, { thing: { code: 'x', size: 1 }, at: 'noon' }) })
    expect((await send('POST', '/pets/things', { code: 'b' })).body).toEqual({ thing: { code: 'b' }, at: 'noon' })
    expect((await send('GET', '/pets/things/b')).body).toEqual({ code: 'b' })
    expect((await send('GET', '/pets/things/x')).body).toEqual({ code: 'x', size: 1 })
  })

  it('is shown without members that the document does not allow, or with those that it requires', async () => {
    const strict = { ...thing, additionalProperties: false }
    const sized = { ...thing, required: ['code', 'size'] }
    const send = await things({ post: shown(strict), put: shown(sized, { code: 'x', size: 9 }) })
    expect((await send('POST', '/pets/things', { code: 'b', colour: 'red' })).body).toEqual({ code: 'b' })
    expect((await send('PUT', '/pets/things', { code: 'b', colour: 'red' })).body).toEqual({
      code: 'b',
      colour: 'red',
      size: 9,
    })
    expect((await send('GET', '/pets/things/b')).body).toEqual({ code: 'b', colour: 'red' })
    const lacking = await things({ post: shown(sized, { code: 'x', size: 9 }) }, {}, answer(sized, { code: 'x' }))
    expect((await lacking('POST', '/pets/things', { code: 'b' })).body).toEqual({ code: 'b', size: 9 })
  })

  it('is not shown by an answer that has no place for it', async () => {
    const done = { type: 'object', properties: { done: { type: 'boolean' } } }
    const ofOne = { delete: { responses: { 404: { description: 'No.' } } } }
    const send = await things({ post: shown(done, { done: true }) }, ofOne)
    expect((await send('POST', '/pets/things', { code: 'b' })).body).toEqual({ done: true })
    expect((await send('GET', '/pets/things/b')).body).toEqual({ code: 'b' })
    expect((await send('DELETE', '/pets/things/b')).status).toBe(404)
  })

  it('is not stored when no answer can show it', async () => {
    const long = { ...thing, properties: { ...thing.properties, size: { type: 'integer', minimum: 5 } } }
    const send = await things(
      { post: shown(long, { code: 'x', size: 9 }) },
      { patch: shown(long, { code: 'x', size: 9 }) },
    )
    expect((await send('POST', '/pets/things', { code: 'b', size: 1 })).body).toEqual({ code: 'x', size: 9 })
    expect((await send('GET', '/pets/things/b')).status).toBe(404)
    expect((await send('PATCH', '/pets/things/x', { size: 1 })).body).toEqual({ code: 'x', size: 9 })
    expect((await send('GET', '/pets/things/x')).body).toEqual({ code: 'x', size: 9 })
  })

  it('is updated at the address of the collection by the key in the body', async () => {
    const send = await things({ post: shown(thing), put: shown(thing, { code: 'y' }), patch: shown(thing) })
    await send('POST', '/pets/things', { code: 'b', size: 1, colour: 'red' })
    expect((await send('PATCH', '/pets/things', { code: 'b', size: 2 })).body).toEqual({
      code: 'b',
      size: 2,
      colour: 'red',
    })
    expect((await send('PUT', '/pets/things', { code: 'b', pin: '1' })).body).toEqual({ code: 'b', pin: '1' })
    expect((await send('PUT', '/pets/things', { code: 'none' })).status).toBe(404)
    expect((await send('PUT', '/pets/things', {})).body).toEqual({ code: 'y' })
  })

  it('keeps its key when it is updated, and stays as it is when a list is sent', async () => {
    const send = await things({}, { patch: { ...shown(thing, { code: 'c 1' }), requestBody: body({}) } })
    expect((await send('PATCH', '/pets/things/c%201', { code: 'other', size: 3 })).body).toEqual({
      code: 'c 1',
      size: 3,
    })
    expect((await send('PATCH', '/pets/things/c%201', [1])).body).toEqual({ code: 'c 1' })
    expect((await send('GET', '/pets/things/c%201')).body).toEqual({ code: 'c 1', size: 3 })
  })

  it('gets another key than the one that is sent only where the server counts and documents no conflict', async () => {
    const counted = { type: 'object', properties: { code: { type: 'number' } } }
    const id = parameter('path', 'code', { type: 'number' }, 4)
    const keyed = async (schema: object, more: object = {}) => {
      const post = { requestBody: body({}), responses: { 201: answer(schema), ...more } }
      const item = { parameters: [id], get: { responses: { 200: answer(schema, { code: 4 }) } } }
      return open({}, await runtimeOf({ '/things': { post }, '/things/{code}': item }))
    }
    const send = await keyed(counted)
    expect((await send('POST', '/pets/things', { code: 4 })).body).toEqual({ code: 5 })
    expect((await send('POST', '/pets/things', { code: 9 })).body).toEqual({ code: 9 })
    expect((await send('POST', '/pets/things', { code: null })).body).toEqual({ code: 10 })
    for (const odd of [[], 5]) expect((await send('POST', '/pets/things', odd)).status).toBe(201)
    expect((await send('GET', '/pets/things/11')).status).toBe(404)
    const strict = await keyed(counted, { 409: { description: 'Taken.' } })
    expect(await strict('POST', '/pets/things', { code: 4 })).toMatchObject({ status: 409, body: undefined })
    const uuid = await keyed({ type: 'object', properties: { code: { type: 'string', format: 'uuid' } } })
    expect((await uuid('POST', '/pets/things', { code: 4 })).body).toEqual({
      code: '00000000-0000-4000-8000-000000000005',
    })
    const plain = await keyed({ type: 'object', properties: { code: text } })
    expect((await plain('POST', '/pets/things', { code: 4 })).status).toBe(409)
    const named = await keyed({ type: 'object', properties: { code: { type: ['string', 'number'] } } })
    expect((await named('POST', '/pets/things', { code: 4 })).body).toEqual({ code: 5 })
  })

  it('comes with the headers that the document shows', async () => {
    const headers = {
      'X-Kind': { required: true, schema: text, example: 'tiny' },
      'X-Other': { schema: text },
      Location: { schema: text },
    }
    const post = { requestBody: free, responses: { 201: { ...answer(thing), headers } } }
    const made = await (await things({ post }))('POST', '/pets/things', { code: 'a/b' })
    expect(made.headers).toMatchObject({
      'x-kind': 'tiny',
      location: '/things/a%2Fb',
      'content-type': 'application/json',
    })
    expect(made.headers).not.toHaveProperty('x-other')
  })
})

it('leaves out the marker at the end of a list, or sets it to null, as the document allows', async () => {
  const items = { type: 'array', items: pet }
  const page = (next: object, required: string[] = []) => ({
    type: 'object',
    required,
    properties: { items, next_cursor: next, total: { type: 'integer' } },
  })
  const list = async (schema: object, more: object = {}) => {
    const get = { responses: { 200: answer(schema, { items: [rex], kind: 'pets', total: 9, ...more }) } }
    const item = { parameters: [petId], get: { responses: { 200: answer(pet) } } }
    return (await (await open({}, await runtimeOf({ '/pets': { get }, '/pets/{petId}': item })))('GET', '/pets/pets'))
      .body
  }
  const all = { items: [rex], kind: 'pets', total: 1 }
  expect(await list(page({ type: ['string', 'null'] }), { next_cursor: 'x' })).toEqual({ ...all, next_cursor: null })
  expect(await list(page({ type: 'string' }), { next_cursor: 'x' })).toEqual(all)
  expect(await list(page({ type: 'string' }, ['next_cursor']), { next_cursor: 'x' })).toEqual({
    ...all,
    next_cursor: 'x',
  })
})
