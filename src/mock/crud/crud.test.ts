import { expect, it } from 'vitest'
import { answers, json, type ServedDocument, serveDocument } from '../published/serve-document.fixture.ts'
import { describeCollections, findCollections } from './collections.ts'

const pet = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' }, kind: { type: 'string' } },
}
const inData = (schema: object) => ({ type: 'object', required: ['data'], properties: { data: schema } })
const refusal = { type: 'object', required: ['message'], properties: { message: { type: 'string' } } }

interface Shape {
  /** Of the collection and of a record. */
  paths?: [collection: string, record: string]
  key?: object
  record?: object
  sent?: (record: object) => object
  shown?: (record: object) => object
  listed?: (records: object) => object
  more?: object
}

/** A document with one collection of a form. */
function collectionOf({
  paths: [all, one] = ['/pets', '/pets/{petId}'],
  key = { type: 'integer' },
  record = pet,
  ...form
}: Shape): object {
  const {
    sent = (own) => own,
    shown = (own) => own,
    listed = (own) => ({ type: 'array', items: own }),
    more = {},
  } = form
  const requestBody = { required: true, content: json(sent(record)) }
  return {
    paths: {
      [all]: {
        get: {
          responses: answers('200', listed(record)),
          parameters: [
            { name: 'limit', in: 'query', schema: { type: 'integer' } },
            { name: 'kind', in: 'query', schema: { type: 'string' } },
          ],
        },
        post: { requestBody, responses: { ...answers('201', shown(record)), ...answers('409', refusal) } },
      },
      [one]: {
        parameters: [{ name: /\{(\w+)\}/.exec(one)?.[1], in: 'path', required: true, schema: key }],
        get: { responses: { ...answers('200', shown(record)), ...answers('404', refusal) } },
        put: { requestBody, responses: answers('200', shown(record)) },
        patch: { requestBody: { content: json({ type: 'object' }) }, responses: answers('200', shown(record)) },
        delete: { responses: answers('204') },
      },
      ...more,
    },
  }
}

/** Walks create → read → list → update → delete → 404 with bodies in the form of the document. */
async function walk(
  { call }: ServedDocument,
  [all, one]: [string, string],
  sent: (record: object) => object = (own) => own,
): Promise<void> {
  const created = await call('POST', all, sent({ name: 'Mia', kind: 'cat' }))
  expect(created.status).toBe(201)
  const location = created.headers.get('location') ?? ''
  const at = one.replace(/\{\w+\}/, location.split('/').at(-1) ?? '')
  const read = await call('GET', at)
  expect([read.status, JSON.stringify(read.body)]).toEqual([200, expect.stringMatching(/"name":"Mia".*"kind":"cat"/)])
  expect(JSON.stringify((await call('GET', all)).body)).toContain('"Mia"')
  expect(JSON.stringify((await call('GET', `${all}?kind=cat&limit=1`)).body)).toContain('"Mia"')
  expect(JSON.stringify((await call('GET', `${all}?kind=bird`)).body)).not.toContain('"Mia"')
  expect((await call('PUT', at, sent({ name: 'Max' }))).status).toBe(200)
  expect(JSON.stringify((await call('GET', at)).body)).toContain('"Max"')
  expect((await call('PATCH', at, { kind: 'dog' })).status).toBe(200)
  expect(JSON.stringify((await call('GET', at)).body)).toMatch(/"Max".*"dog"/)
  expect((await call('DELETE', at)).status).toBe(204)
  expect((await call('GET', at)).status).toBe(404)
}

it.each<[form: string, Shape]>([
  ['plain', {}],
  ['with slashes at the end', { paths: ['/pets/', '/pets/{petId}/'] }],
  ['with extensions', { paths: ['/pets.json', '/pets/{petId}.json'] }],
  ['in an envelope', { shown: inData, listed: (own) => inData({ type: 'array', items: own }), sent: (own) => own }],
  [
    'in an envelope both ways',
    {
      shown: (own) => ({ type: 'object', properties: { pet: own } }),
      sent: (own) => ({ type: 'object', required: ['pet'], properties: { pet: own } }),
    },
  ],
  [
    'in two envelopes with counts',
    {
      listed: (own) =>
        inData({
          type: 'object',
          required: ['results', 'total'],
          properties: { results: { type: 'array', items: own }, total: { type: 'integer' } },
        }),
    },
  ],
  [
    'with UUIDs',
    {
      key: { type: 'string', format: 'uuid' },
      record: { ...pet, properties: { ...pet.properties, id: { type: 'string', format: 'uuid', readOnly: true } } },
    },
  ],
  [
    'with keys of a pattern',
    {
      key: { type: 'string', pattern: '^pet_[a-z]{6}$' },
      record: {
        ...pet,
        properties: { ...pet.properties, id: { type: 'string', pattern: '^pet_[a-z]{6}$', readOnly: true } },
      },
    },
  ],
  ['with records of any form', { record: { type: 'object' } }],
  ['by schemas that refer to themselves', { record: { ...pet, properties: { ...pet.properties, friend: pet } } }],
])('a collection keeps records: %s', async (_, shape) => {
  const served = await serveDocument(collectionOf(shape))
  const paths = shape.paths ?? ['/pets', '/pets/{petId}']
  await walk(served, paths, shape.sent && 'required' in shape.sent({}) ? (own) => ({ pet: own }) : undefined)
})

it('a collection keeps records: by forms as by JSON', async () => {
  const form = {
    'application/x-www-form-urlencoded': {
      schema: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, age: { type: 'integer' } },
      },
    },
  }
  const { call } = await serveDocument({
    paths: {
      '/pets': {
        get: { responses: answers('200', { type: 'array', items: {} }) },
        post: {
          requestBody: { content: form },
          responses: answers('201', {
            type: 'object',
            properties: { id: { type: 'integer' }, name: {}, age: { type: 'integer' } },
          }),
        },
      },
      '/pets/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          responses: answers('200', { type: 'object' }),
        },
      },
    },
  })
  expect((await call('POST', '/pets', new URLSearchParams({ name: 'Mia', age: '7' }))).body).toMatchObject({
    name: 'Mia',
    age: 7,
  })
  expect((await call('POST', '/pets', new URLSearchParams({ age: 'old' }))).status).toBe(400)
})

it('shows a record in the object that the example has, and not in another one with a key', async () => {
  const pair = {
    type: 'object',
    properties: {
      action: {
        type: 'object',
        required: ['id', 'at'],
        properties: { id: { type: 'integer' }, at: { type: 'string' } },
      },
      pet,
    },
  }
  const document = collectionOf({}) as { paths: { '/pets': { post: { responses: object } } } }
  document.paths['/pets'].post.responses = answers('201', pair, { pet: { id: 5, name: 'Rex' } })
  const { call } = await serveDocument(document)
  expect((await call('POST', '/pets', { name: 'Mia' })).body).toEqual({ pet: { id: 2, name: 'Mia' } })
})

it('names a record by the value of a key that is sent as an object', async () => {
  const shown = { type: 'object', required: ['number'], properties: { number: { type: 'string' } } }
  const wrapped = {
    type: 'object',
    properties: { number: { type: 'object', properties: { value: { type: 'string' } } } },
  }
  const paths: [string, string] = ['/lamps', '/lamps/{number}']
  const served = await serveDocument(
    collectionOf({ paths, key: { type: 'string' }, record: shown, sent: () => wrapped }),
  )
  const created = await served.call('POST', '/lamps', { number: { value: 'L-7' } })
  expect(created.headers.get('location')).toBe('lamps/L-7')
  expect((await served.call('GET', '/lamps/L-7')).body).toEqual({ number: 'L-7' })
})

it('creates by PUT where the document shows no other way', async () => {
  const { call } = await serveDocument({
    paths: {
      '/files/{name}': {
        parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: answers('200', { type: 'object' }) },
        put: {
          requestBody: { content: json({ type: 'object' }) },
          responses: { ...answers('201', { type: 'object' }), ...answers('200', { type: 'object' }) },
        },
        delete: { responses: answers('204') },
      },
    },
  })
  expect((await call('GET', '/files/new')).status).toBe(404)
  expect((await call('PUT', '/files/new', { a: { b: [1] } })).status).toBe(201)
  expect((await call('PUT', '/files/new', { a: 2 })).status).toBe(200)
  expect((await call('GET', '/files/new')).body).toMatchObject({ a: 2 })
})

it('belongs to a record that must exist, and has no records of its neighbours', async () => {
  const room = { type: 'object', properties: { name: { type: 'string' } } }
  const shop = { name: 'shopId', in: 'path', required: true, schema: { type: 'integer' } }
  const { call } = await serveDocument(
    collectionOf({
      paths: ['/shops', '/shops/{shopId}'],
      more: {
        '/shops/{shopId}/rooms': {
          parameters: [shop],
          get: { responses: answers('200', { type: 'array', items: room }) },
          post: { requestBody: { content: json(room) }, responses: answers('201', room) },
        },
        '/shops/{shopId}/rooms/{name}': {
          parameters: [shop, { name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
          get: { responses: answers('200', room) },
        },
      },
    }),
  )
  const [first, second] = [
    await call('POST', '/shops', { name: 'A' }),
    await call('POST', '/shops', { name: 'B' }),
  ].map(({ body }) => Object(body).id)
  expect((await call('POST', `/shops/${first}/rooms`, { name: 'attic' })).status).toBe(201)
  expect((await call('GET', `/shops/${first}/rooms/attic`)).body).toEqual({ name: 'attic' })
  expect((await call('GET', `/shops/${second}/rooms/attic`)).status).toBe(404)
  expect((await call('GET', `/shops/${second}/rooms`)).body).toEqual([])
  expect((await call('POST', '/shops/999/rooms', { name: 'attic' })).status).toBe(404)
})

it('answers 409 for a second of one unique name, in the form of the document, but not for a record that the document shows', async () => {
  const { call } = await serveDocument(collectionOf({ record: { ...pet, example: { id: 1, name: 'Rex' } } }))
  expect((await call('GET', '/pets/1')).body).toMatchObject({ name: 'Rex' })
  expect((await call('POST', '/pets', { name: 'Rex' })).status).toBe(201)
  expect(await call('POST', '/pets', { name: 'Rex' })).toMatchObject({
    status: 409,
    body: { message: 'There is a record of this name in /pets already.' },
  })
})

it('pages a list by a Link header, and says how many records there are', async () => {
  const document = collectionOf({}) as { paths: { '/pets': { get: { responses: { 200: { headers?: object } } } } } }
  document.paths['/pets'].get.responses[200].headers = { Link: { schema: { type: 'string' } } }
  const { call } = await serveDocument(document)
  for (const name of ['a', 'b', 'c']) await call('POST', '/pets', { name })
  const first = await call('GET', '/pets?limit=2')
  expect(first.headers.get('link')).toBe('<?limit=2&offset=2>; rel="next"')
  expect(first.body).toHaveLength(2)
})

it('tells which paths it takes for collections, and heeds corrections', async () => {
  const { document } = await serveDocument(collectionOf({}))
  const { operations } = document.runtime
  expect(describeCollections(findCollections(operations))).toEqual([
    '/pets  records by id  read: GET:/pets/{petId}, replace: PUT:/pets/{petId}, delete: DELETE:/pets/{petId}, patch: PATCH:/pets/{petId}, list: GET:/pets, create: POST:/pets',
  ])
  expect(describeCollections(findCollections(operations, { '/pets': { key: 'name' } }))[0]).toMatch(
    /^\/pets {2}records by name/,
  )
  expect(findCollections(operations, { '/pets': false })).toEqual([])
})
