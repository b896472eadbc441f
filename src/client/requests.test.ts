import { expect, it } from 'vitest'
import { readBaseUrl } from './base-url.ts'
import { basicUserName } from './credential.ts'
import { createLamps, desk } from './lamps.fixture.ts'
import { serveLocally } from './local-server.fixture.ts'
import { fillPath } from './path.ts'

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
  const { verbs } = createLamps({ baseUrl: baseUrl.replace('http://', ''), retries: 0 })
  await expect(verbs.GET('/lamps/{lamp}', desk)).rejects.toThrow('give http://… for a server without TLS')
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

it.each([
  [{ id: 'a b/ü?' }, '/things/a%20b%2F%C3%BC%3F'],
  [{ id: ['a,b', 'c'] }, '/things/a%2Cb,c'],
  [{ id: 7 }, '/things/7'],
  [{ id: '...' }, '/things/...'],
])('a path template takes %j as %s', (parameters, path) => {
  expect(fillPath('/things/{id}', parameters)).toBe(path)
})

it('a path template keeps the slashes of a parameter that spans segments', () => {
  expect(fillPath('/v1/{mount}/{path}', { mount: 'kv', path: 'app/d b' }, ['path'])).toBe('/v1/kv/app/d%20b')
})

it.each([[''], ['.'], ['..'], [[]], [['a', '']], [undefined], [null]])(
  'a path template refuses %j, which leads elsewhere',
  (id) => {
    expect(() => fillPath('/things/{id}', { id })).toThrow('the path parameter `id` of /things/{id} is empty')
  },
)

it.each(['a/../b', '../b', 'a//b', '/a', 'a/', './a'])(
  'a path template refuses %j where slashes are allowed',
  (path) => {
    expect(() => fillPath('/v1/{path}', { path }, ['path'])).toThrow('the path parameter `path`')
  },
)

it('HTTP Basic refuses a key that would begin a password, and does not quote it', () => {
  expect(() => basicUserName.format('hush:key')).toThrow('the API key holds a colon')
  expect(() => basicUserName.format('hush:key')).not.toThrow('hush')
})

it('the address has a repeated query parameter as often as it has values, and none without a value', async () => {
  const { baseUrl, received } = await serveLocally(() => ({ body: {} }))
  const query = { room: ['a b', 'c&d'] }
  await createLamps({ baseUrl }).verbs.GET('/lamps/{lamp}', { params: { ...desk.params, query } })
  await createLamps({ baseUrl }).verbs.GET('/lamps/{lamp}', { params: { ...desk.params, query: { room: [] } } })
  expect(received.map(({ url }) => url)).toEqual(['/lamps/desk?room=a%20b&room=c%26d', '/lamps/desk'])
})

it('a request has the headers of the client, of the call and of the interface', async () => {
  const { baseUrl, received } = await serveLocally(() => ({ body: {} }))
  const rules = { headers: { 'X-Fixed': 'always' } }
  const { verbs } = createLamps({ baseUrl, headers: { 'X-Of-Client': '1' } }, { rules })
  await verbs.GET('/lamps/{lamp}', { ...desk, headers: { 'X-Of-Call': '2' } })
  expect(received[0]?.headers).toMatchObject({
    'x-fixed': 'always',
    'x-of-client': '1',
    'x-of-call': '2',
    accept: 'application/json, */*;q=0.5',
    authorization: 'Bearer lamp-token',
  })
})
