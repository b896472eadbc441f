import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { callCommand } from '../../cli/call-command.fixture.ts'
import { parseJsonOrText } from '../../json-text.ts'
import { listenOnLoopback } from '../../listen-on-loopback.fixture.ts'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { type DepotFault, depot, depotFaults, startDepot } from './depot.fixture.ts'
import { startPublisher } from './publisher.fixture.ts'
import { document } from './publisher-document.fixture.ts'
import type { Fault } from './publisher-faults.fixture.ts'

afterEach(() => void vi.unstubAllEnvs())

const publisher = { document, start: startPublisher }

/** Verifies a server of a document with one fault, and lists what failed or differed in probes. */
async function probe<Fault>(
  api: { document: object; start: (fault: Fault | undefined) => Server },
  fault: Fault | undefined,
  only: string,
  ...flags: string[]
) {
  const file = join(mkdtempSync(join(temporaryFolder(), 'probing-')), 'api.json')
  writeFileSync(file, JSON.stringify(api.document))
  vi.stubEnv('TOKEN_OF_ADA', 'token-of-ada')
  vi.stubEnv('TOKEN_OF_BEN', 'token-of-ben')
  const server = api.start(fault)
  const asked: string[] = []
  server.on('request', ({ method, url }) => asked.push(`${method} ${url}`))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`
  const credentials = ['--credential', 'full=env:TOKEN_OF_ADA', '--credential', 'other=env:TOKEN_OF_BEN']
  const { code } = await callCommand([
    ...[
      'verify',
      file,
      '--base-url',
      url,
      '--only',
      only,
      '--report',
      `json=${file}.report`,
      '--settle',
      '0',
      '--quiet',
    ],
    ...['--allow', 'lasting', '--undo-file', `${file}.undo`],
    ...credentials,
    ...flags,
  ])
  const { results } = JSON.parse(readFileSync(`${file}.report`, 'utf8'))
  const probes = results.filter(({ rule }: { rule: { id: string } }) => rule.id.endsWith('/probes'))
  const found = probes.filter(({ result }: { result: string }) => result === 'failed' || result === 'differs')
  return {
    code,
    asked,
    results,
    probes,
    text: JSON.stringify(
      found.map(({ failure, differences }: object & Record<string, unknown>) => failure ?? differences),
    ),
  }
}

it('finds nothing on a server that keeps its document', async () => {
  const { code, text, asked } = await probe(publisher, undefined, '(Project|Label|Note|Event|Report|Status)/probes')
  expect([code, text]).toEqual([0, '[]'])
  // Nothing opens an operation that may harm others.
  expect(asked).not.toContain('POST /purge')
})

it.each<[Fault, only: string, words: string]>([
  ['500 on what is not ASCII', 'createBook', 'createBook answers 500 to a body with'],
  ['500 on a key of another form', 'getEvent', 'getEvent answers 500 to path eventId = '],
  ['500 on a duplicate', 'createBook', 'createBook answers 500 to the same body twice'],
  [
    'required not enforced',
    'createBook',
    'createBook takes a body that is an empty object, which its document forbids',
  ],
  ['enum not enforced alone', 'createProject', 'and no member that may be left out, which its document forbids'],
  [
    'undeclared methods',
    'getEvent',
    'PUT /events/{eventId} is answered with 200, and its document has no such operation',
  ],
  ['405 without Allow', 'getEvent', 'is answered with 405 without the header Allow'],
  ['not stored', 'createProject', 'getProject answers 404 for what createProject has just written'],
  ['lost update', 'createProject', 'getProject does not show at /name what'],
  ['limit ignored', 'createProject', 'listProjects ignores limit=1'],
  ['text filter ignored', 'createBook', 'listBooks ignores the filter genre='],
  ['note of another user', 'createNote', 'getNote shows another user what this user has made'],
  ['header by its case', 'getReport', 'getReport answers 200 to the header X-Tenant, and 400 to x-tenant'],
  ['any token', 'listEvents', 'listEvents takes a request with an unknown credential'],
  ['idempotency ignored', 'createNote', 'createNote makes two things under one Idempotency-Key'],
  ['patch loses members', 'createNote', 'patchNote takes away /pinned'],
  ['null shown', 'createTask', '/hours of getTask 200'],
  ['invalid keys taken', 'putLabel', 'putLabel takes path name = '],
])('finds: %s', async (fault, only, words) => {
  const { text } = await probe(publisher, fault, `^${only}/probes`)
  expect(text).toContain(words)
})

const operations: readonly [RegExp, string][] = [
  [/supplier|cursor|order ignored|unknown/, '(putSupplier|listSuppliers|getSupplier)'],
  [/another parent|parents/, 'createPart'],
  [/duplicate|form|other user/, 'createOrder'],
  [/cookie|parameter|elsewhere|Language|header|star/, 'listPrices'],
  [/switch|with a body/, 'getItem'],
  [/boundary/, 'deleteItem'],
  [/Accept ignored/, 'getStock'],
  [/public/, 'getHealth'],
  [/HEAD/, 'headItem'],
  [/TRACE/, 'getItem'],
]

it.each(depotFaults)('finds: %s', async (fault) => {
  const [, only = 'createItem'] = operations.find(([pattern]) => pattern.test(fault)) ?? []
  // Sequences come before values.
  const most = fault === 'other media types taken' ? '20000' : '400'
  const api = { document: depot, start: startDepot }
  const { code, text } = await probe(api, fault, `^${only}/probes`, '--max-requests', most)
  expect([code, text]).not.toEqual([0, '[]'])
  expect(code).toBe(1)
})

it('finds nothing on another server that keeps its document', async () => {
  const api = { document: depot, start: startDepot }
  const { code, text } = await probe<DepotFault>(api, undefined, '/probes', '--max-requests', '800')
  expect([code, text]).toEqual([0, '[]'])
})

it('sends the same for the same seed, and no more than is allowed', async () => {
  const steady = async (...flags: string[]) => {
    const { asked } = await probe(publisher, undefined, '^(getBook|listBooks)/probes', ...flags)
    return asked.map((line) => line.replaceAll(/rb[\da-f]{10}/g, '…'))
  }
  expect(await steady('--seed', '7')).toEqual(await steady('--seed', '7'))
  const { probes } = await probe(publisher, undefined, '/probes', '--max-requests', '3')
  expect(probes.filter(({ result }: { result: string }) => result === 'skipped').length).toBeGreaterThan(20)
})

/** Never makes a lamp, wants no tag of the list, and answers keys with other characters than letters by a page. */
const lamps = {
  document: {
    openapi: '3.0.3',
    info: { title: 'Lamps', version: '1' },
    components: { securitySchemes: { full: { type: 'http', scheme: 'bearer' } } },
    security: [{ full: [] }],
    paths: {
      '/lamps': {
        get: { operationId: 'listLamps', responses: { 200: { description: 'All.' } } },
        post: {
          operationId: 'createLamp',
          parameters: [{ name: 'If-Match', in: 'header', schema: { type: 'string' } }],
          requestBody: { content: { 'application/json': { schema: { properties: { name: { type: 'string' } } } } } },
          responses: { 201: { description: 'Made.' }, 412: { description: 'Changed.' } },
        },
      },
      '/lamps/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: {
          operationId: 'getLamp',
          responses: {
            200: { description: 'A lamp.' },
            404: { description: 'None.', content: { 'application/json': { schema: { type: 'object' } } } },
          },
        },
        delete: { operationId: 'deleteLamp', responses: { 204: { description: 'Gone.' } } },
      },
    },
  },
  start: () =>
    createServer(({ method, url = '', headers }, response) => {
      if (method === 'POST') return response.writeHead(headers['if-match'] === undefined ? 500 : 412).end()
      const isList = url === '/lamps'
      const type = isList || /^\/lamps\/\w+$/.test(url) ? 'application/json' : 'text/html'
      response.writeHead(isList ? 200 : 404, { 'content-type': type, etag: '"1"' }).end(isList ? '[]' : '{}')
    }),
}

it('tells a fault of all requests once, and sends no tag of a list with what it makes', async () => {
  const { probes, asked } = await probe(lamps, undefined, 'createLamp/probes')
  expect(probes.map(({ failure }: { failure?: { message: string } }) => failure?.message)).toEqual([
    expect.stringContaining('createLamp answers 500 to a valid request'),
    expect.stringContaining('createLamp answers 500 to a request without a credential'),
  ])
  expect(asked.filter((line) => line.startsWith('POST')).length).toBeLessThan(16)
})

it('asks for keys of other forms, also where there is nothing to read', async () => {
  const { text } = await probe(lamps, undefined, 'getLamp/probes')
  expect(text).toContain('header content-type of getLamp 404')
})

const wrapped = (schema: object) => ({
  content: { 'application/json': { schema: { type: 'object', properties: { data: schema } } } },
})
const room = { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } }

/** Makes rooms without saying where, lists other keys first, wraps what it takes and shows, and hides what is not there. */
const rooms = {
  document: {
    openapi: '3.0.3',
    info: { title: 'Rooms', version: '1' },
    components: { securitySchemes: { full: { type: 'http', scheme: 'bearer' } } },
    paths: {
      '/rooms': {
        get: {
          operationId: 'listRooms',
          responses: { 200: { description: 'All.', ...wrapped({ type: 'array', items: room }) } },
        },
        post: {
          operationId: 'createRoom',
          requestBody: { required: true, ...wrapped(room) },
          responses: { 200: { description: 'Made.' }, 400: { description: 'Refused.' } },
        },
      },
      '/rooms/{room}': {
        parameters: [{ name: 'room', in: 'path', required: true, schema: { type: 'string' } }],
        get: {
          operationId: 'getRoom',
          responses: { 200: { description: 'A room.', ...wrapped(room) }, 403: { description: 'None.' } },
        },
        delete: {
          operationId: 'deleteRoom',
          responses: { 204: { description: 'Gone.' }, 403: { description: 'None.' } },
        },
      },
    },
  },
  start() {
    const known = new Map<string, string>()
    return createServer(async (request, response) => {
      const { method, url = '' } = request
      const name = decodeURIComponent(url.slice('/rooms/'.length))
      const answer = (status: number, value?: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
      if (method === 'POST') {
        const sent = parseJsonOrText(await textOf(request)) as { data?: { name?: unknown } } | null
        const own = sent?.data?.name
        const isJson = request.headers['content-type'] === 'application/json'
        if (!isJson || typeof own !== 'string' || own === '') return answer(400, {})
        known.set(own, randomUUID())
        return answer(200, {})
      }
      if (url.startsWith('/rooms?') || url === '/rooms')
        return answer(200, { total: 100, count: known.size, data: [...known].map(([name, id]) => ({ id, name })) })
      if (!known.has(name)) return answer(403, {})
      if (method !== 'DELETE') return answer(200, { data: { name }, permissions: {} })
      known.delete(name)
      return response.writeHead(204).end()
    })
  },
}

it('knows what it has made by the name that it sent, and finds nothing in envelopes that keep it', async () => {
  const { code, text, asked } = await probe(rooms, undefined, 'createRoom')
  expect([code, text]).toEqual([0, '[]'])
  expect(asked).toContainEqual(expect.stringMatching(/^DELETE \/rooms\/rb/))
  expect(asked).not.toContainEqual(expect.stringMatching(/^DELETE \/rooms\/.{8}-/))
})

const words = { 'text/plain': { schema: { type: 'string' } } }
const answer = (content = {}) => ({ description: 'An answer.', content })
const tag = {
  type: 'object',
  properties: { id: { type: 'string' }, title: { type: ['string', 'null'] }, colour: { type: 'string' } },
}
const tagIn = { content: { 'application/json': { schema: tag } } }

/** Finds a tag by its title in place of making one twice, lists tags elsewhere, and wants no title in an update. */
const tags = {
  document: {
    openapi: '3.1.0',
    info: { title: 'Tags', version: '1' },
    components: { securitySchemes: { full: { type: 'http', scheme: 'bearer' } } },
    paths: {
      '/tags': { get: { operationId: 'listTags', responses: { 200: answer({ 'application/json': {} }) } } },
      '/tag': {
        post: {
          operationId: 'createTag',
          requestBody: { required: true, ...tagIn },
          responses: { 200: answer({ 'application/json': { schema: tag } }), 400: answer() },
        },
      },
      '/tag/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: {
          operationId: 'getTag',
          responses: { 200: answer({ 'application/json': { schema: tag } }), 404: answer() },
        },
        put: {
          operationId: 'putTag',
          requestBody: { required: true, ...tagIn },
          responses: { 200: answer(words), 400: answer(), 404: answer() },
        },
        delete: { operationId: 'deleteTag', responses: { 204: { description: 'Gone.' }, 404: answer() } },
      },
    },
  },
  known: new Map<string, Record<string, unknown>>(),
  start(fault: 'null fails' | 'update in JSON' | undefined) {
    const { known } = tags
    known.clear()
    known.set('of-somebody', { id: 'of-somebody', title: 'title', colour: 'red' })
    return createServer(async (request, response) => {
      const { method, url = '' } = request
      const key = decodeURIComponent(url.slice('/tag/'.length))
      const text = await textOf(request)
      const sent = parseJsonOrText(text) as Record<string, unknown> | null
      const reply = (status: number, value?: unknown, type = 'application/json') =>
        response
          .writeHead(status, { allow: 'GET', ...(value !== undefined && { 'content-type': type }) })
          .end(JSON.stringify(value))
      const isJson = request.headers['content-type'] === 'application/json'
      const isMapping = typeof sent === 'object' && sent !== null && !Array.isArray(sent)
      const fits = ([name, one]: [string, unknown]) => typeof one === 'string' || (name === 'title' && one === null)
      if (url.startsWith('/tags')) return reply(200, Object.fromEntries(known))
      if (/^P/.test(method ?? '') && !(isJson && isMapping && Object.entries(sent).every(fits))) return reply(400)
      if (method === 'POST' && url === '/tag') {
        if (sent?.title === null && fault === 'null fails') return reply(500)
        const old = [...known.values()].find(({ title }) => title === sent?.title)
        const made = { ...old, ...sent, id: old?.id ?? randomUUID() }
        known.set(String(made.id), made)
        return reply(200, made)
      }
      const own = known.get(key)
      if (!own) return reply(404)
      if (method === 'DELETE') return known.delete(key) && reply(204)
      if (method === 'GET') return reply(200, own)
      if (method !== 'PUT') return reply(405)
      if (sent?.colour !== undefined) return reply(400)
      Object.assign(own, sent, { id: own.id })
      return reply(200, 'OK', fault === 'update in JSON' ? 'application/json' : 'text/plain')
    })
  },
}

it.each([
  ['null fails', 'createTag', 'createTag answers 500 to a body with null at /title'],
  ['update in JSON', 'putTag', 'header content-type of putTag 200'],
] as const)(
  'finds, where a thing is found by its name and others are listed elsewhere: %s',
  async (fault, only, expected) => {
    const { text } = await probe(tags, fault, `^${only}/probes`)
    expect(text).toContain(expected)
  },
)

it('changes and removes nothing of others where a thing is found by its name', async () => {
  const { code, text } = await probe(tags, undefined, 'Tag')
  expect([code, text]).toEqual([0, '[]'])
  expect([...tags.known.values()]).toEqual([{ id: 'of-somebody', title: 'title', colour: 'red' }])
})

const named = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }

/** Knows a box by its name, and by its ID where it is opened; a letter refers to a box. */
const boxes = {
  document: {
    openapi: '3.1.0',
    info: { title: 'Boxes', version: '1' },
    components: { securitySchemes: { full: { type: 'http', scheme: 'bearer' } } },
    paths: {
      '/boxes': {
        post: {
          operationId: 'createBox',
          requestBody: { required: true, content: { 'application/json': { schema: named } } },
          responses: { 200: answer({ 'application/json': { schema: named } }), 400: answer() },
        },
      },
      '/boxes/{box}': {
        parameters: [{ name: 'box', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'getBox', responses: { 200: answer({ 'application/json': {} }), 404: answer() } },
        delete: { operationId: 'deleteBox', responses: { 204: { description: 'Gone.' }, 404: answer() } },
      },
      '/boxes/{box}/open': {
        parameters: [{ name: 'box', in: 'path', required: true, schema: { type: 'string' } }],
        post: { operationId: 'openBox', responses: { 200: answer(), 400: answer() } },
      },
    },
  },
  start(refusal = 400) {
    const known = new Map<string, string>()
    return createServer(async (request, response) => {
      const { method, url = '' } = request
      const [, , key = '', open] = url.split('/').map(decodeURIComponent)
      const sent = Object(parseJsonOrText(await textOf(request)))
      const reply = (status: number, value?: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
      if (method === 'POST' && url === '/boxes') {
        if (typeof sent.name !== 'string' || known.has(sent.name)) return reply(refusal)
        known.set(sent.name, randomUUID())
        return reply(200, { id: known.get(sent.name), name: sent.name })
      }
      if (open !== undefined) return reply([...known.values()].includes(key) ? 500 : 400)
      if (!known.has(key)) return reply(404)
      if (method === 'DELETE') return known.delete(key) && reply(204)
      return reply(method === 'GET' ? 200 : 405, { name: key })
    })
  },
}

it('asks for a thing by the other key that its creation has shown', async () => {
  const { text } = await probe(boxes, 400, '^openBox/probes')
  expect(text).toContain('openBox answers 500 to a valid request')
})

it.each([
  [['200', '401'], 'getSecret answers 403 to a valid request'],
  [['200'], '[]'],
] as const)('tells a 403 where strangers get another answer: %j', async (documented, expected) => {
  const responses = Object.fromEntries(documented.map((status) => [status, answer()]))
  const { components } = boxes.document
  const secured = { operationId: 'getOpen', security: [{ full: [] }], responses: { 200: answer(), 401: answer() } }
  const paths = {
    '/open': { get: secured },
    '/secret': { get: { operationId: 'getSecret', security: [{ full: [] }], responses } },
  }
  const document = { openapi: '3.1.0', info: { title: 'Secrets', version: '1' }, components, paths }
  const start = () =>
    createServer(({ headers, url }, response) =>
      response.writeHead(headers.authorization ? (url === '/open' ? 200 : 403) : 401).end(),
    )
  const { text } = await probe({ document, start }, undefined, '^getSecret/probes')
  expect(text).toContain(expected)
})

it('tells once what several wrong values of a rule show', async () => {
  const { results } = await probe(boxes, 404, '^createBox/400')
  const [{ differences }] = results
  expect(differences).toEqual([
    { gap: 'createBox/400', message: expect.stringContaining('404'), cause: expect.any(String) },
  ])
})

it('asks each operation for its share', async () => {
  const { probes } = await probe(publisher, undefined, '/probes', '--max-requests', '1000')
  const skipped = probes.filter(({ result }: { result: string }) => result === 'skipped')
  expect(skipped.map(({ reason }: { reason: string }) => reason)).toEqual([
    'purge may change what belongs to others; --may purge allows it',
  ])
})
