import { expect, it } from 'vitest'
import { createLamps, desk } from './lamps.fixture.ts'
import { serveLocally } from './local-server.fixture.ts'
import { type AnyCall, createApiClient, operation, readBaseUrl } from './operation.ts'
import type { Credentials } from './security.ts'

it.each([
  ['lamps.example', 'https://lamps.example'],
  ['lamps.example:8200/api/', 'https://lamps.example:8200/api'],
  ['http://127.0.0.1:4010/orders/api', 'http://127.0.0.1:4010/orders/api'],
  ['https://lamps.example//', 'https://lamps.example'],
])('the address of a server: %s is %s', (address, url) => {
  expect(readBaseUrl(address)).toBe(url)
})

it('the address of a server without a scheme is named in the error of a server without TLS', async () => {
  const { baseUrl } = await serveLocally(() => ({ body: [] }))
  const lamps = createLamps({ baseUrl: baseUrl.replace('http://', ''), retries: 0 })
  await expect(lamps.get(desk)).rejects.toThrow('give http://… for a server without TLS')
})

it.each([
  ['', 'is missing'],
  ['not an address', 'is not an address'],
  ['/lamps', 'not an address; write it as https://host.example/path'],
  ['ftp://lamps.example', 'neither an https nor an http address'],
  ['https://ada:hush@lamps.example', 'contains credentials'],
  ['https://hush@lamps.example', 'contains credentials'],
  ['https://lamps.example/?token=hush', 'holds a query or a fragment'],
  ['https://lamps.example/#hush', 'holds a query or a fragment'],
])('the address of a server: %s is refused, and not quoted', (address, reason) => {
  const create = () => createLamps({ baseUrl: address })
  expect(create).toThrow(reason)
  expect(create).not.toThrow('hush')
})

/** The requests of a client whose server answers `{}`. */
function recordRequests(credentials: Credentials = {}) {
  const sent: Request[] = []
  const fetch = async (request: Request) => {
    sent.push(request)
    return Response.json({})
  }
  return { client: createApiClient<object>({ baseUrl: 'things.example', credentials, fetch }, []), sent }
}

const pathOf = async (path: string, args: object, segments?: true) => {
  const { client, sent } = recordRequests()
  const parameters = segments && { path: { in: 'path', segments } as const }
  await operation<AnyCall>({ method: 'get', path, ...(parameters && { parameters }) })(client, args)
  return new URL(sent[0]?.url ?? '').pathname
}

it.each([
  [{ id: 'a b/ü?' }, '/things/a%20b%2F%C3%BC%3F'],
  [{ id: ['a,b', 'c'] }, '/things/a%2Cb,c'],
  [{ id: 7 }, '/things/7'],
  [{ id: '...' }, '/things/...'],
])('a path template takes %j as %s', async (args, path) => {
  expect(await pathOf('/things/{id}', args)).toBe(path)
})

it('a path template keeps the slashes of a parameter that spans segments', async () => {
  expect(await pathOf('/v1/{mount}/{path}', { mount: 'kv', path: 'app/d b' }, true)).toBe('/v1/kv/app/d%20b')
})

it.each([[''], ['.'], ['..'], [[]], [undefined], [null]])(
  'a path template refuses %j, which leads elsewhere',
  async (id) => {
    await expect(pathOf('/things/{id}', { id })).rejects.toThrow('the path parameter `id` of /things/{id} is empty')
  },
)

it.each(['a/../b', '../b', 'a//b', '/a', 'a/', './a'])(
  'a path template refuses %j where slashes are allowed',
  async (path) => {
    await expect(pathOf('/v1/{path}', { path }, true)).rejects.toThrow('the path parameter `path`')
  },
)

it.each<[string, Credentials[string], string | null]>([
  ['a name with an empty password', 'key', `Basic ${btoa('key:')}`],
  ['a name and a password', 'name:pass:word', `Basic ${btoa('name:pass:word')}`],
  ['a pair', { username: 'name', password: 'pass' }, `Basic ${btoa('name:pass')}`],
  ['what a function gives', () => 'key', `Basic ${btoa('key:')}`],
  ['nothing on purpose', null, null],
])('HTTP Basic is %s', async (_, credential, header) => {
  const { client, sent } = recordRequests({ login: credential })
  const login = { name: 'login', in: 'header', key: 'Authorization', prefix: 'Basic' } as const
  await operation<AnyCall>({ method: 'get', path: '/things', security: [{ schemes: [login] }] })(client, {})
  expect(sent[0]?.headers.get('authorization')).toBe(header)
})

it('a credential function gets the scopes of all alternatives', async () => {
  const asked: (readonly string[])[] = []
  const { client } = recordRequests({
    token: ({ scopes }) => {
      asked.push(scopes)
      return 't'
    },
  })
  const token = { name: 'token', in: 'header', key: 'Authorization', prefix: 'Bearer' } as const
  const security = ['read', 'write'].map((scope) => ({ schemes: [token], scopes: [scope] }))
  await operation<AnyCall>({ method: 'get', path: '/things', security })(client, {})
  expect(asked).toEqual([['read', 'write']])
})

it('a parameter with one possible value is sent, whatever the caller says', async () => {
  const { client, sent } = recordRequests()
  const parameters = { version: { in: 'header' } } as const
  const read = operation<AnyCall>({ method: 'get', path: '/things', parameters, fixed: { version: '2', api: 'a' } })
  await read(client, { api: 'b' }, { headers: { Version: '1' } })
  expect([sent[0]?.headers.get('version'), sent[0]?.url]).toEqual(['2', 'https://things.example/things?api=a'])
})

it.each<[body: unknown, bodies: string[], sent: RegExp]>([
  [new Blob(['a'], { type: 'image/png' }), ['image/jpeg', 'image/png'], /^image\/png$/],
  [new File(['a'], 'a.png', { type: 'image/PNG' }), ['image/jpeg', 'Image/*; q=1'], /^image\/png$/],
  [new Blob(['a'], { type: 'text/plain;charset=utf-8' }), ['*/*'], /^text\/plain;charset=utf-8$/],
  [new Blob(['a'], { type: 'text/csv' }), ['image/jpeg', 'image/png'], /^image\/jpeg$/],
  [new Blob(['a']), ['image/jpeg', 'image/png'], /^image\/jpeg$/],
  [new URLSearchParams('a=b'), ['application/json', 'application/x-www-form-urlencoded'], /^application\/x-www-form/],
  [new FormData(), ['application/json', 'multipart/form-data'], /^multipart\/form-data; boundary=/],
  [{ a: 1 }, ['application/json', 'image/png'], /^application\/json$/],
])('a body is sent as what it is, if the document names that: %o of %j', async (body, bodies, type) => {
  const { client, sent } = recordRequests()
  await operation<AnyCall>({ method: 'post', path: '/things', body: bodies[0] as string, bodies })(client, { body })
  expect(sent[0]?.headers.get('content-type')).toMatch(type)
})

it('a call waits longer for an answer that comes after some seconds', async () => {
  const waits: number[] = []
  const clock = { now: () => 0, wait: async (milliseconds: number) => void waits.push(milliseconds) }
  const fetch = () => new Promise<Response>(() => {})
  const client = createApiClient<object>({ baseUrl: 'things.example', clock, fetch, timeout: 5, retries: 0 }, [])
  const record = operation<AnyCall>({ method: 'get', path: '/things', seconds: 'seconds' })
  await expect(record(client, { seconds: 120 })).rejects.toThrow('had no complete answer after 120005 ms')
  expect(waits).toEqual([120_005])
})

it('an operation takes only a client that was made for it', async () => {
  const read = operation<AnyCall>({ method: 'get', path: '/things' })
  await expect(read({} as never, {})).rejects.toThrow('GET /things takes a client that the create function')
})

it('the address has a repeated query parameter as often as it has values, and none without a value', async () => {
  const { baseUrl, received } = await serveLocally(() => ({ body: {} }))
  const lamps = createLamps({ baseUrl })
  await lamps.get({ ...desk, room: ['a b', 'c&d'] })
  await lamps.get({ ...desk, room: [] })
  expect(received.map(({ url }) => url)).toEqual(['/lamps/desk?room=a%20b&room=c%26d', '/lamps/desk'])
})

it('a request has the headers of the client, of the call and of the document', async () => {
  const { baseUrl, received } = await serveLocally(() => ({ body: {} }))
  const lamps = createLamps({ baseUrl, headers: { 'X-Of-Client': '1' } })
  await lamps.get(desk, { headers: { 'X-Of-Call': '2' } })
  expect(received[0]?.headers).toMatchObject({
    'x-of-client': '1',
    'x-of-call': '2',
    accept: 'application/json',
    authorization: 'Bearer lamp-token',
  })
})
