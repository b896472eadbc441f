import { expect, it } from 'vitest'
import {
  describeCollections,
  findCollections,
  findLists,
  isListOfSent,
} from '../../contract/collections/collections.ts'
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
  const at = new URL(created.headers.get('location') ?? '', `http://mock${all}`).pathname
  expect(at.replace(/[^/.]+(?=[/.]?(json)?$)/, '{petId}')).toBe(one)
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

it.each<[paths: [string, string], header: object | undefined, location: string | null]>([
  [['/pets', '/pets/{petId}'], undefined, 'pets/2'],
  [['/pets/', '/pets/{petId}'], undefined, '2'],
  [['/pets/', '/pets/{petId}/'], undefined, '2/'],
  [['/pets.json', '/pets/{petId}.json'], undefined, 'pets/2.json'],
  [['/shop/my pets', '/shop/my pets/{petId}'], { schema: string }, 'my%20pets/2'],
  [['/pets', '/pets/{petId}'], { schema: { ...string, format: 'uri' } }, null],
  [['/pets', '/pets/{petId}'], { schema: { ...string, format: 'uri' }, required: true }, 'https://example.com/'],
])('answers a Location at %j with a header %j: %s', async (paths, header, location) => {
  const created = { 201: { description: 'It.', content: json(pet), headers: header && { Location: header } } }
  const { call } = await serveDocument(collectionOf({ created, paths }))
  const { headers } = await call('POST', encodeURI(paths[0]), { name: 'Mia' })
  expect([headers.get('location'), headers.get('x-mock-warnings')]).toEqual([location, null])
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

it('keeps what a form sends', async () => {
  const requestBody = { content: { 'application/x-www-form-urlencoded': { schema: pet } } }
  const post = { requestBody, responses: answers('201', pet) }
  const { call } = await serveDocument({ paths: { '/pets': { post }, '/pets/{petId}': shows(pet.properties) } })
  expect((await call('POST', '/pets', new URLSearchParams({ name: 'Mia' }))).body).toEqual({ id: 2, name: 'Mia' })
})

it('shows a member that the document requires and does not describe', async () => {
  const schema = { properties: pet.properties, required: ['owner'] }
  const created = answers('201', schema, 'a text in place of a pet')
  const { call } = await serveDocument(collectionOf({ created }))
  expect((await call('POST', '/pets', { name: 'Mia' })).body).toMatchObject({ owner: 'owner', name: 'Mia' })
})

it.each([
  ['Link', 'limit=2', '<?limit=2&offset=2>; rel="next"'],
  ['link', 'limit=2&skip=1', '<?limit=2&skip=3>; rel="next"', 'skip'],
  ['Link', 'limit=1&page=2', '<?limit=1&page=3>; rel="next"', 'page'],
  ['Link', 'limit=1', '<?limit=1&page=2>; rel="next"', 'page'],
  ['Link', 'limit=1&after=1', '<?limit=1&after=2>; rel="next"', 'after'],
  ['Link', 'limit=1', '<?limit=1&after=1>; rel="next"', 'after'],
  ['Link', 'limit=9', null],
  ['Location', 'limit=2', null],
  ['Link', '', '<?limit=1&page=2>; rel="next"', 'page', { ...integer, default: 1 }],
])(
  'pages a list by a header %s: %s leads to %s',
  async (header, query, link, name = 'other', limit: object = integer) => {
    const headers = { [header]: { schema: string }, 'X-Other': { schema: string } }
    const get = {
      responses: { 200: { description: 'It.', headers, content: json(list(pet)) } },
      parameters: [parameter('query', 'limit', limit), parameter('query', name, string)],
    }
    const document = collectionOf({}) as { paths: { '/pets': object } }
    document.paths['/pets'] = { ...document.paths['/pets'], get }
    const { call } = await serveDocument(document)
    for (const name of ['a', 'b', 'c']) await call('POST', '/pets', { name })
    expect((await call('GET', `/pets?${query}`)).headers.get('link')).toBe(link)
  },
)

it('tells the number of all records in a header, and not what the document shows there', async () => {
  const headers = { 'X-Total-Count': { schema: integer }, 'X-Next-Cursor': { schema: string } }
  const document = collectionOf({}) as { paths: { '/pets': { get: { responses: { 200: object } } } } }
  Object.assign(document.paths['/pets'].get.responses[200], { headers })
  const { call } = await serveDocument(document)
  for (const name of ['a', 'b', 'c']) await call('POST', '/pets', { name })
  const seen = async (query: string) => {
    const { headers } = await call('GET', `/pets${query}`)
    return [headers.get('x-total-count'), headers.get('x-next-cursor')]
  }
  expect([await seen('?limit=2'), await seen('')]).toEqual([
    ['4', '2'],
    ['4', null],
  ])
})

it('tags each state of a record, and heeds the conditions that the document has', async () => {
  const headers = { ETag: { schema: string } }
  const shown = { 200: { description: 'It.', headers, content: json(pet) } }
  const document = collectionOf({}) as { paths: { '/pets/{petId}': Record<'get' | 'put' | 'delete', object> } }
  const item = document.paths['/pets/{petId}']
  Object.assign(item.get, { responses: { ...shown, ...answers('304') } })
  Object.assign(item.put, { responses: { ...shown, ...answers('412') } })
  const { call } = await serveDocument(document)
  const first = (await call('GET', '/pets/1')).headers.get('etag') ?? ''
  expect(first).toMatch(/^"[\w-]{16}"$/)
  const put = (ifMatch: string) => call('PUT', '/pets/1', { name: 'Max' }, { 'if-match': ifMatch })
  const changed = await put(`"other", ${first}`)
  const second = changed.headers.get('etag') ?? ''
  expect([changed.status, second === first]).toEqual([200, false])
  expect([(await put(first)).status, (await put('*')).status]).toEqual([412, 200])
  const read = (tag: string) => call('GET', '/pets/1', undefined, { 'if-none-match': tag })
  expect([(await read(first)).status, (await read(`W/${second}`)).status]).toEqual([200, 304])
  expect((await call('DELETE', '/pets/1', undefined, { 'if-match': first })).status).toBe(204)
})

it('keeps what is added to a list whose records have no address, below a record that must be there', async () => {
  const comment = object({ id: { ...string, format: 'uuid', readOnly: true }, text: string, votes: integer })
  const sent = { requestBody: { content: json(object({ text: string })) } }
  const search = { ...sent, responses: answers('200', list(object({ title: string }))) }
  const more = {
    '/pets/{petId}/comments': {
      parameters: [parameter('path', 'petId', integer)],
      get: { responses: answers('200', list(comment)) },
      post: { ...sent, responses: answers('201', comment) },
    },
    '/search': { get: search, post: search },
  }
  const { call, document } = await serveDocument(collectionOf({ more }))
  const lists = findLists([...document.contract.operations.values()])
  expect(lists.map((one) => [one.path, isListOfSent(one)])).toEqual([
    ['/pets/{petId}/comments', true],
    ['/search', false],
  ])
  const created = await call('POST', '/pets/1/comments', { text: 'Nice.' })
  expect([created.status, created.body]).toEqual([201, expect.objectContaining({ text: 'Nice.' })])
  expect((await call('GET', '/pets/1/comments')).body).toEqual(expect.arrayContaining([created.body]))
  expect((await call('POST', '/pets/7/comments', { text: 'No.' })).status).toBe(404)
  expect((await call('POST', '/search', { text: 'a' })).body).toEqual([{ title: 'title' }])
})

it('shows the record where the document allows no valid answer', async () => {
  // A record that has members beside an `allOf` that closes the object.
  const closed = { ...object({ id: number, name: string }), additionalProperties: false }
  const { call } = await serveDocument(
    collectionOf({ record: { allOf: [closed], properties: { kind: string }, required: ['kind'] }, sent: () => closed }),
  )
  const created = await call('POST', '/pets', { name: 'Mia' })
  expect([created.status, created.body]).toEqual([201, expect.objectContaining({ name: 'Mia' })])
  expect(created.headers.get('x-mock-warnings')).toMatch('no valid answer')
  expect(JSON.stringify((await call('GET', '/pets')).body)).toContain('"Mia"')
})

const of = (...methods: string[]) =>
  Object.fromEntries(methods.map((method) => [method, { responses: answers('204') }]))
const shows = (members: object) => ({ get: { responses: answers('200', object(members)) } })

it.each<[paths: object, lines: string[]]>([
  [{ '/settings': of('get', 'put', 'post') }, []],
  [{ '/logs': of('get'), '/logs/{id}': of('get', 'delete', 'patch') }, []],
  [{ '/jobs': of('post'), '/jobs/{id}': of('delete') }, []],
  [{ '/a/{x}/{y}': of('get', 'put') }, []],
  [{ '/a/{x}': of('head'), '/a': of('get', 'post') }, ['/a  records show no key  list: GET:/a, create: POST:/a']],
  [
    { '/a': of('put', 'patch', 'post', 'delete'), '/a/{x}': of('get', 'put') },
    ['/a  records show no key  read: GET:/a/{x}, replace: PUT:/a/{x}, create: POST:/a, patch: PATCH:/a'],
  ],
  [
    {
      '/pets': { get: { responses: answers('200', list(object({ petId: string }))) }, ...of('post') },
      '/pets/{x}': of('delete'),
    },
    ['/pets  records by petId  delete: DELETE:/pets/{x}, list: GET:/pets, create: POST:/pets'],
  ],
  ...Object.entries({
    '/v1/shops/{x}': [{ a: string, shopId: string }, 'shopId'],
    '/cities/{x}': [{ a: string, cityId: string }, 'cityId'],
    '/seriesTickets/{x}': [{ a: string, seriesTicketId: string }, 'seriesTicketId'],
    '/shops/{shopNumber}': [{ a: string, number: string }, 'number'],
    '/shops/{shop_number}': [{ a: string, Number: integer }, 'Number'],
    '/shops/{shopID}': [{ code: string, ID: string }, 'ID'],
    '/shops/{x}': [{ id: object({}), uid: { type: 'boolean' }, sid: list(string), name: string }, 'name'],
  }).map(([path, [members, key]]): [object, string[]] => [
    { [path]: { ...shows(members as object), ...of('put') } },
    [`${path.replace(/\/[^/]*$/, '')}  records by ${key}  read: GET:${path}, replace: PUT:${path}`],
  ]),
])('takes %j for collections', async (paths, lines) => {
  const { document } = await serveDocument({ paths })
  expect(describeCollections(findCollections([...document.contract.operations.values()]))).toEqual(lines)
})

it('heeds corrections of what it takes for collections', async () => {
  const { document } = await serveDocument(collectionOf({}))
  const operations = [...document.contract.operations.values()]
  expect(describeCollections(findCollections(operations, { '/pets': { key: 'name' } }))).toEqual([
    expect.stringMatching(/^\/pets {2}records by name/),
  ])
  expect(findCollections(operations, { '/pets': false })).toEqual([])
})
