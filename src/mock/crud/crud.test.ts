import { expect, it } from 'vitest'
import { parameter } from '../prism/documents.fixture.ts'
import {
  answers,
  integer,
  json,
  list,
  object,
  record,
  type ServedDocument,
  serveDocument,
  string,
} from '../published/serve-document.fixture.ts'
import { describeCollections, findCollections } from './collections.ts'

const number = { ...integer, readOnly: true }
const petOf = (more: object) => ({
  ...object({ id: number, name: string, kind: string, ...more }),
  required: ['id', 'name'],
})
const pet = petOf({})
const inData = (schema: object) => record({ data: schema })
const refusal = record({ message: string })

interface Shape {
  /** Of the collection and of a record. */
  paths?: [collection: string, record: string]
  key?: object
  record?: object
  sent?: (record: object) => object
  shown?: (record: object) => object
  listed?: (records: object) => object
  /** The responses of the operation that creates a record. */
  created?: object
  more?: object
}

/** A document with one collection of a form. */
function collectionOf({
  paths: [all, one] = ['/pets', '/pets/{petId}'],
  key = integer,
  record = pet,
  ...form
}: Shape): object {
  const { sent = (own) => own, shown = (own) => own, listed = list, more = {} } = form
  const { created = answers('201', shown(record)) } = form
  const requestBody = { required: true, content: json(sent(record)) }
  return {
    paths: {
      [all]: {
        get: {
          responses: answers('200', listed(record)),
          parameters: [parameter('query', 'limit', integer), parameter('query', 'kind', string)],
        },
        post: { requestBody, responses: { ...created, ...answers('409', refusal) } },
      },
      [one]: {
        parameters: [parameter('path', /\{(\w+)\}/.exec(one)?.[1] ?? '', key)],
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
  served: ServedDocument,
  [all, one]: [string, string],
  sent: (record: object) => object = (own) => own,
): Promise<void> {
  const call = async (method: string, path: string, body?: object) => {
    const answer = await served.call(method, path, body)
    expect(answer.headers.get('x-mock-warnings')).toBeNull()
    return answer
  }
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
  ['in an envelope', { shown: inData, listed: (own) => inData(list(own)), sent: (own) => own }],
  ['in an envelope both ways', { shown: (own) => object({ pet: own }), sent: (own) => record({ pet: own }) }],
  ['in two envelopes with counts', { listed: (own) => inData(record({ results: list(own), total: integer })) }],
  ...Object.entries({ UUIDs: { format: 'uuid' }, 'keys of a pattern': { pattern: '^pet_[a-z]{6}$' } }).map(
    ([what, form]): [string, Shape] => {
      const key = { ...string, ...form }
      return [`with ${what}`, { key, record: petOf({ id: { ...key, readOnly: true } }) }]
    },
  ),
  ['with records of any form', { record: { type: 'object' } }],
  ...[
    (own: object) => record({ pets: { type: 'object', additionalProperties: own } }),
    (own: object) => ({ ...record({ pets: list(own) }), example: { pets: [] } }),
  ].map((listed): [string, Shape] => [
    'with members that only the list requires',
    { listed: (own) => listed({ ...own, ...record({ ...petOf({}).properties, tags: list(string) }) }) },
  ]),
  ['by schemas that refer to themselves', { record: petOf({ friend: pet }) }],
])('a collection keeps records: %s', async (_, shape) => {
  const served = await serveDocument(collectionOf(shape))
  const paths = shape.paths ?? ['/pets', '/pets/{petId}']
  await walk(served, paths, shape.sent && 'required' in shape.sent({}) ? (own) => ({ pet: own }) : undefined)
})

it('a collection keeps records: by forms as by JSON', async () => {
  const sent = { ...object({ name: string, age: integer }), required: ['name'] }
  const requestBody = { content: { 'application/x-www-form-urlencoded': { schema: sent } } }
  const created = answers('201', object({ id: integer, name: {}, age: integer }))
  const get = { parameters: [parameter('path', 'id', integer)], responses: answers('200', { type: 'object' }) }
  const all = { get: { responses: answers('200', list({})) }, post: { requestBody, responses: created } }
  const { call } = await serveDocument({ paths: { '/pets': all, '/pets/{id}': { get } } })
  expect((await call('POST', '/pets', new URLSearchParams({ name: 'Mia', age: '7' }))).body).toMatchObject({
    name: 'Mia',
    age: 7,
  })
  expect((await call('POST', '/pets', new URLSearchParams({ age: 'old' }))).status).toBe(400)
})

it('leaves a documented Location out that a relative reference does not fit', async () => {
  const created = { 201: { description: 'It.', headers: { Location: { schema: { ...string, format: 'uri' } } } } }
  const { call } = await serveDocument(collectionOf({ created }))
  const { headers } = await call('POST', '/pets', { name: 'Mia' })
  expect([headers.get('location'), headers.get('x-mock-warnings')]).toEqual([null, null])
})

it('answers the example of the document where no record fits', async () => {
  const either = { ...object({ pet, code: integer }), maxProperties: 1, example: { code: 7 } }
  const { call } = await serveDocument(collectionOf({ created: answers('201', either) }))
  const { body, headers } = await call('POST', '/pets', { name: 'Mia' })
  expect([body, headers.get('x-mock-warnings')]).toEqual([{ code: 7 }, null])
})

it('answers in the form of the media type that it names', async () => {
  const schema = { ...record({ _links: object({}), ...pet.properties }), additionalProperties: false }
  const content = { 'application/hal+json': { schema }, ...json({ ...pet, additionalProperties: false }) }
  const { call } = await serveDocument(collectionOf({ created: { 201: { description: 'It.', content } } }))
  const { headers, body } = await call('POST', '/pets', { name: 'Mia' })
  expect([headers.get('content-type'), body]).toEqual(['application/json', { id: 2, name: 'Mia' }])
})

it('shows a record in the object that the example has, and not in another one with a key', async () => {
  const pair = object({ action: record({ id: integer, at: string }), pet })
  const created = answers('201', pair, { pet: { id: 5, name: 'Rex' } })
  const { call } = await serveDocument(collectionOf({ created }))
  expect((await call('POST', '/pets', { name: 'Mia' })).body).toEqual({ pet: { id: 2, name: 'Mia' } })
})

it('shows a member that the document requires and does not describe', async () => {
  const schema = { properties: pet.properties, required: ['owner'] }
  const created = answers('201', schema, 'a text in place of a pet')
  const { call } = await serveDocument(collectionOf({ created }))
  expect((await call('POST', '/pets', { name: 'Mia' })).body).toMatchObject({ owner: 'owner', name: 'Mia' })
})

it('pages a list by a Link header, and says how many records there are', async () => {
  const document = collectionOf({}) as { paths: { '/pets': { get: { responses: { 200: { headers?: object } } } } } }
  document.paths['/pets'].get.responses[200].headers = { Link: { schema: string } }
  const { call } = await serveDocument(document)
  for (const name of ['a', 'b', 'c']) await call('POST', '/pets', { name })
  const first = await call('GET', '/pets?limit=2')
  expect(first.headers.get('link')).toBe('<?limit=2&offset=2>; rel="next"')
  expect(first.body).toHaveLength(2)
})

it('tells which paths it takes for collections, and heeds corrections', async () => {
  const { document } = await serveDocument(collectionOf({}))
  const operations = [...document.contract.operations.values()]
  expect(describeCollections(findCollections(operations))).toEqual([
    '/pets  records by id  read: GET:/pets/{petId}, replace: PUT:/pets/{petId}, delete: DELETE:/pets/{petId}, patch: PATCH:/pets/{petId}, list: GET:/pets, create: POST:/pets',
  ])
  expect(describeCollections(findCollections(operations, { '/pets': { key: 'name' } }))[0]).toMatch(
    /^\/pets {2}records by name/,
  )
  expect(findCollections(operations, { '/pets': false })).toEqual([])
})
