import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { openDocument } from '../../../contract/published/published-interface.ts'
import { folderWith } from '../../../temporary-folder.fixture.ts'
import { root } from '../../../workspace/root.ts'
import { compile } from '../types/compile.fixture.ts'
import { printTypes } from '../types/print-types.ts'
import { clientFiles, extensionFor } from './client-files.ts'

const text = { type: 'string' }
const json = (schema: object) => ({ 'application/json': { schema } })
const answer = (schema: object, description = 'ok') => ({ description, content: json(schema) })
const pet = { $ref: '#/components/schemas/Pet' }
const query = (name: string, rest: object = {}) => ({ name, in: 'query', schema: text, ...rest })

const document = {
  openapi: '3.2.0',
  info: { title: 'Pets */ of all kinds', version: '1.0.0' },
  servers: [{ url: 'https://pets.example/v1/' }],
  security: [{ key: [] }, { oauth: ['read'] }],
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        summary: 'All pets */ even these',
        parameters: [
          query('after'),
          query('tag', { schema: { type: 'array', items: text }, style: 'pipeDelimited', explode: false }),
          { name: 'X-Trace', in: 'header', schema: text },
          { name: 'theme', in: 'cookie', schema: text },
        ],
        responses: {
          200: answer({
            type: 'object',
            required: ['data'],
            properties: {
              data: { type: 'array', items: pet },
              meta: { type: 'object', properties: { next_cursor: { type: ['string', 'null'] } } },
            },
          }),
          429: answer({ type: 'object', required: ['fault'], properties: { fault: text } }, 'slow down'),
        },
      },
      post: {
        operationId: 'create pet',
        parameters: [{ name: 'Idempotency-Key', in: 'header', schema: text }],
        requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: pet } } },
        responses: { 201: { description: 'made', content: { 'text/html': { schema: text }, ...json(pet) } } },
      },
    },
    '/pets/{id}': {
      get: {
        operationId: 'delete',
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        security: [{}],
        responses: {
          200: answer(pet),
          404: answer({ type: 'object', required: ['detail'], properties: { detail: text } }),
        },
      },
      put: {
        operationId: 'upload',
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        security: [{ login: [], cookie: [] }],
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: { photo: { type: 'string', format: 'binary' }, about: { type: 'object' } },
              },
            },
          },
        },
        responses: { 204: { description: 'done' } },
      },
    },
    '/pets/lines': {
      get: {
        operationId: 'followPets',
        security: [],
        parameters: [
          {
            name: 'filter',
            in: 'querystring',
            content: json({ type: 'object', properties: { age: { type: 'integer' } } }),
          },
        ],
        responses: { 200: { description: 'ok', content: { 'application/jsonl': { itemSchema: pet } } } },
      },
    },
    '/pets/{id}/name': {
      put: {
        operationId: 'rename',
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        requestBody: { content: json({ type: 'object' }) },
        responses: { 200: answer(text) },
      },
    },
    '/events': {
      get: {
        operationId: 'watch',
        security: [{ tokenInQuery: [] }],
        // Some documents say the key twice.
        parameters: [query('token', { required: true })],
        responses: { 200: { description: 'ok', content: { 'text/event-stream': { schema: text } } } },
      },
    },
  },
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
      tokenInQuery: { type: 'apiKey', in: 'query', name: 'token' },
      login: { type: 'http', scheme: 'Basic' },
      oauth: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://login.example/token', scopes: { read: '' } } },
      },
    },
    schemas: {
      Pet: { type: 'object', required: ['name'], properties: { id: { ...text, readOnly: true }, name: text } },
    },
  },
}

async function generate(): Promise<Record<string, string>> {
  const folder = folderWith({ 'pets.json': JSON.stringify(document) })
  const { contract } = await openDocument(`${folder}/pets.json`, { name: 'pets' })
  return {
    ...Object.fromEntries(clientFiles(contract, 'From pets.json.', folder)),
    'types.ts': await printTypes(contract.document, ''),
  }
}

/** The client as an application bundles it. */
async function load() {
  const folder = folderWith(await generate())
  const outfile = `${folder}/client.mjs`
  await build({
    entryPoints: [`${folder}/client.ts`],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    nodePaths: [`${root}node_modules`],
  })
  return await import(pathToFileURL(outfile).href)
}

const client = await load()
const respond =
  (body: unknown, init: ResponseInit = {}) =>
  () =>
    Response.json(body, init)

/** A client whose requests get these answers one by one; the last one answers what follows. */
function connect(answers: (() => Response)[], options: object = { credentials: { key: 'k' } }) {
  const seen: Request[] = []
  const fetch = async (request: Request) => {
    seen.push(request)
    return (answers[seen.length - 1] ?? answers.at(-1))?.() ?? Response.json({})
  }
  const clock = {
    now: () => 0,
    wait: (_: number, signal: AbortSignal) =>
      _ < 10_000 ? Promise.resolve() : new Promise<void>((_, no) => signal.addEventListener('abort', no)),
  }
  return { seen, pets: client.createPetsClient({ fetch, clock, random: () => 0, ...options }) }
}

it('compiles with strict types, and its comments cannot be ended by the document', async () => {
  const files = await generate()
  const program = `import { clientCredentials, createPet, createPetsClient, delete_, followPets, listPets, oauthTokenUrl, paginate, stream, unwrap, upload, watch } from './client.ts'
const pets = createPetsClient({ credentials: { key: 'k', login: { username: 'a', password: 'b' }, oauth: clientCredentials({ tokenUrl: oauthTokenUrl, clientId: 'c' }) } })
const { data, error } = await delete_(pets, { id: '1' })
if (error?.status === 404) console.log(error.body?.detail)
console.log(data?.name)
for await (const pet of paginate(listPets, pets, { tag: ['a'] })) console.log(pet.name.length)
for await (const event of stream(watch, pets)) console.log(event.data)
const made = await unwrap(createPet(pets, { body: { name: 'Rex' } }, { timeout: 5 }))
console.log(made.name, made.id)
await upload(pets, { id: '1' })
await watch(pets)
await upload(pets, { id: '1', body: { photo: new File(['x'], 'a.png'), about: {} } })
await upload(pets, { id: '1', body: { photo: new Uint8Array(1) } })
for await (const pet of stream(followPets, pets, { filter: { age: 1 } })) console.log(pet.name.length)
// @ts-expect-error a part of bytes is no text
await upload(pets, { id: '1', body: { photo: 'x' } })
// @ts-expect-error the whole query has a type
stream(followPets, pets, { filter: { age: 'old' } })
const raw = await pets.GET('/pets/{id}', { params: { path: { id: '1' } } })
console.log(raw.data?.name)
// @ts-expect-error the parameter is required
await delete_(pets, {})
// @ts-expect-error a request has no id
await createPet(pets, { body: { id: '1', name: 'Rex' } })
// @ts-expect-error the document has no such scheme
createPetsClient({ credentials: { other: 'k' } })
`
  expect(compile({ ...files, 'main.ts': program })).toEqual([])
})

it('sends parameters where the document has them, and a credential that the caller has', async () => {
  const { seen, pets } = connect([respond({ data: [] })])
  await client.listPets(pets, { tag: ['a', 'b c'], after: 'x', 'X-Trace': 't', theme: 'dark' })
  const [{ url, headers }] = seen as [Request]
  expect(url).toBe('https://pets.example/v1/pets?tag=a%7Cb%20c&after=x')
  expect(Object.fromEntries(headers)).toMatchObject({ 'x-key': 'k', 'x-trace': 't', cookie: 'theme=dark' })
})

it('needs all credentials of one requirement, and sends nothing without them', async () => {
  const { seen, pets } = connect([() => new Response(null, { status: 204 })], { credentials: { cookie: 'c d' } })
  await expect(client.upload(pets, { id: '1' })).rejects.toThrow(
    'needs a credential; give the client `login` and `cookie`',
  )
  expect(seen).toEqual([])
  const both = connect([() => new Response(null, { status: 204 })], {
    credentials: { cookie: 'c d', login: { username: 'ä', password: 'p' } },
  })
  await client.upload(both.pets, {
    id: 'a/b',
    body: { photo: new Blob(['x'], { type: 'image/png' }), about: { a: 1 } },
  })
  const [request] = both.seen as [Request]
  expect(request.url).toMatch(/\/pets\/a%2Fb$/)
  expect(Object.fromEntries(request.headers)).toMatchObject({ authorization: 'Basic w6Q6cA==', cookie: 'sid=c%20d' })
  const form = await request.formData()
  expect(await (form.get('about') as File).text()).toBe('{"a":1}')
  expect((form.get('photo') as File).type).toBe('image/png')
})

it('asks a credential function again after 401, once', async () => {
  const tokens = ['old', 'new']
  const oauth = ({ rejected }: { rejected?: string }) => (rejected === undefined ? tokens[0] : tokens[1])
  const { seen, pets } = connect([respond({}, { status: 401 }), respond({ data: [] })], { credentials: { oauth } })
  expect((await client.listPets(pets)).data).toEqual({ data: [] })
  expect(seen.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer old', 'Bearer new'])
})

it('gets one token for concurrent calls, and refuses an answer without one', async () => {
  const asked: string[] = []
  const endpoint = (body: unknown) => async (request: Request) => {
    asked.push(await request.text())
    return Response.json(body)
  }
  const grant = { tokenUrl: client.oauthTokenUrl, clientId: 'c', clientSecret: 's', scopes: ['read'] }
  const oauth = client.clientCredentials({ ...grant, fetch: endpoint({ access_token: 't', expires_in: 60 }) })
  const { seen, pets } = connect([respond({ data: [] })], { credentials: { oauth } })
  await Promise.all([client.listPets(pets), client.listPets(pets)])
  expect(asked).toEqual(['grant_type=client_credentials&client_id=c&client_secret=s&scope=read'])
  expect(seen.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer t', 'Bearer t'])
  for (const body of [{}, null, { access_token: '' }]) {
    const broken = connect([respond({ data: [] })], {
      credentials: { oauth: client.clientCredentials({ ...grant, fetch: endpoint(body) }) },
    })
    await expect(client.listPets(broken.pets)).rejects.toThrow('a body without `access_token`')
    expect(broken.seen).toEqual([])
  }
})

it('repeats what is safe to repeat, and a POST with an idempotency key', async () => {
  const busy = respond({ fault: 'slow' }, { status: 429, headers: { 'retry-after': '1' } })
  const list = connect([busy, busy, respond({ data: [] })])
  expect((await client.listPets(list.pets)).data).toEqual({ data: [] })
  expect(list.seen.length).toBe(3)
  const post = connect([respond({}, { status: 503 }), respond({ name: 'Rex' }, { status: 201 })])
  expect((await client.createPet(post.pets, { body: { name: 'Rex & co' } })).data).toEqual({ name: 'Rex' })
  const keys = post.seen.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
  expect(await post.seen[0]?.text()).toBe('name=Rex+%26+co')
})

it('tells refusals by their status', async () => {
  const { pets } = connect([respond({ detail: 'no pet' }, { status: 404 })])
  const { data, error } = await client.delete_(pets, { id: '1' })
  expect(data).toBe(undefined)
  expect(error).toMatchObject({ name: 'HttpError', status: 404, body: { detail: 'no pet' } })
  expect(error.message).toBe('GET /pets/{id} was answered with status 404: no pet')
})

it.each<[string, () => Response]>([
  ['a login page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['text', () => new Response('hello', { headers: { 'content-type': 'text/plain' } })],
  ['broken JSON', () => new Response('{', { headers: { 'content-type': 'application/json' } })],
])('takes %s for no success', async (_, reply) => {
  await expect(client.listPets(connect([reply]).pets)).rejects.toMatchObject({
    name: 'UnreadableAnswerError',
    status: 200,
  })
})

it('reads pages until there is no cursor, and refuses a circle', async () => {
  const page = (names: string[], next: string | null) =>
    respond({ data: names.map((name) => ({ name })), meta: { next_cursor: next } })
  const { seen, pets } = connect([page(['a', 'b'], 'n1'), page([], 'n2'), page(['c'], null)])
  const names: string[] = []
  for await (const { name } of client.paginate(client.listPets, pets, { after: 'n0' })) names.push(name)
  expect(names).toEqual(['a', 'b', 'c'])
  expect(seen.map(({ url }) => new URL(url).search)).toEqual(['?after=n0', '?after=n1', '?after=n2'])
  const circle = connect([page(['a'], 'n1')])
  await expect(Array.fromAsync(client.paginate(client.listPets, circle.pets))).rejects.toThrow('leads back')
})

it.each<[string, unknown, object]>([
  ['an invalid list', { data: { a: 1 } }, {}],
  ['null', null, {}],
  ['a text', 'hello', {}],
  ['an invalid cursor', { data: [], meta: { next_cursor: { a: 1 } } }, {}],
  ['an invalid link', { data: [] }, { headers: { link: '<http://[>; rel="next"' } }],
])('pages end with a typed error at %s', async (_, body, init) => {
  const { pets } = connect([respond(body, init)])
  await expect(Array.fromAsync(client.paginate(client.listPets, pets))).rejects.toMatchObject({ code: 'unreadable' })
})

it('reads events as they come', async () => {
  const encoder = new TextEncoder()
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of [': hi\r', '\nevent: made\r\ndata: a\r\n', 'data: b\n\ndata', ': c\nid: 7\n\n', 'data: cut'])
        controller.enqueue(encoder.encode(chunk))
      controller.close()
    },
  })
  const { seen, pets } = connect([() => new Response(body, { headers: { 'content-type': 'text/event-stream' } })], {
    credentials: { tokenInQuery: 't' },
  })
  expect(await Array.fromAsync(client.stream(client.watch, pets))).toEqual([
    { event: 'made', data: 'a\nb', id: undefined },
    { event: 'message', data: 'c', id: '7' },
  ])
  expect(seen[0]?.url).toBe('https://pets.example/v1/events?token=t')
})

it('reads lines of JSON as they come, and sends a query that is one value', async () => {
  const { seen, pets } = connect([
    () => new Response('{"name":"a"}\n{"name":"b"}\n', { headers: { 'content-type': 'application/jsonl' } }),
  ])
  const items = await Array.fromAsync(client.stream(client.followPets, pets, { filter: { age: 1 } }))
  expect(items).toEqual([{ name: 'a' }, { name: 'b' }])
  expect(decodeURIComponent(new URL(seen[0]?.url ?? '').search)).toBe('?{"age":1}')
})

it('reads and writes JSON by another parser', async () => {
  const json = { parse: (text: string) => [text], stringify: () => '{"id":9007199254740993}' }
  const { seen, pets } = connect([respond('x')], { credentials: { key: 'k' }, json })
  expect((await client.listPets(pets)).data).toEqual(['"x"'])
  await client.rename(pets, { id: '1', body: {} })
  expect(await seen[1]?.text()).toBe('{"id":9007199254740993}')
})

it('hands answers to a validator', async () => {
  const validate = ({ operation, status, body }: { operation: string; status: number; body: object }) => {
    throw new Error(`${operation} ${status} ${JSON.stringify(body)}`)
  }
  const { pets } = connect([respond({ data: [] })], { credentials: { key: 'k' }, validate })
  await expect(client.listPets(pets)).rejects.toThrow('GET /pets 200 {"data":[]}')
})

it('refuses a path parameter that leads elsewhere', async () => {
  const { pets } = connect([respond({})])
  for (const id of ['', '.', '..']) await expect(client.delete_(pets, { id })).rejects.toThrow('`id` of /pets/{id}')
})

it.each([
  [undefined, '.ts'],
  ['{}', '.js'],
  ['{ "compilerOptions": { /* Node.js */ "allowImportingTsExtensions": true, "noEmit": true } }', '.ts'],
  ['{ "compilerOptions": { "rewriteRelativeImportExtensions": true } }', '.ts'],
])('with the tsconfig.json %s, modules are named with %s', (config, extension) => {
  expect(extensionFor(folderWith(config === undefined ? { x: '' } : { 'tsconfig.json': config }))).toBe(extension)
})
