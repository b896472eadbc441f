import { expect, it } from 'vitest'
import { serveLocally } from '../../../client/local-server.fixture.ts'
import { TestClock } from '../../../client/test-clock.fixture.ts'
import { serveSecrets, token } from '../client.fixture.ts'
import { createSecretsClient } from '../client.ts'

const openService = serveSecrets()
const credentials = { ClientToken: token }

const nothingListed = () => Response.json({ errors: [] }, { status: 404 })

it('list lists by LIST, at the top and below, with and without the final slash', async () => {
  const { secrets, methods } = openService()
  expect(await secrets.list('secret')).toEqual(['app/', 'foo'])
  expect(await secrets.list('/secret/')).toEqual(['app/', 'foo'])
  expect(await secrets.list('secret/app')).toEqual(['cache', 'db'])
  expect(methods()).toEqual(['LIST', 'LIST', 'LIST'])
})

it('lists by GET when an option says so', async () => {
  const { secrets, sent } = openService({ listVerb: 'GET' })
  expect(await secrets.list('secret/app')).toEqual(['cache', 'db'])
  expect(sent.map(({ method, url }) => [method, url])).toEqual([
    ['GET', expect.stringMatching(/\/v1\/secret\/app\/\?list=true$/)],
  ])
})

it.each([['LIST'], ['GET']] as const)(
  'list answers an empty list for one that the service has nothing for, by %s',
  async (listVerb) => {
    const fetch = async () => nothingListed()
    const secrets = createSecretsClient({ baseUrl: 'secrets.example', credentials, listVerb, fetch })
    expect(await secrets.list('secret/none')).toEqual([])
  },
)

it('list throws for an invalid path, and for a caller who may not list', async () => {
  const { baseUrl } = await serveLocally(() => ({ status: 404, body: { errors: ['unsupported path'] } }))
  await expect(createSecretsClient({ baseUrl, credentials }).list('secret/a.')).rejects.toMatchObject({ status: 404 })
  const { secrets, methods } = openService({ credentials: { ClientToken: 'svc.example-without-rights' } })
  await expect(secrets.list('secret')).rejects.toMatchObject({ status: 403, operation: 'LIST /v1/{mount}/' })
  expect(methods()).toEqual(['LIST'])
})

it.each<[string, () => Response]>([
  ['400 and nothing', () => new Response(null, { status: 400 })],
  [
    '405 and a page',
    () => new Response('<h1>Not Allowed</h1>', { status: 405, headers: { 'content-type': 'text/html' } }),
  ],
  ['501 and foreign JSON', () => Response.json({ message: 'LIST?' }, { status: 501 })],
  [
    'a closed connection',
    () => {
      throw new TypeError('fetch failed')
    },
  ],
])('list turns to GET, and stays with it, where an intermediary answers LIST with %s', async (_, refuse) => {
  const methods: string[] = []
  const fetch = async ({ method, url }: Request) => {
    methods.push(method)
    if (method === 'LIST') return refuse()
    return url.endsWith('/v1/secret/?list=true') ? Response.json({ data: { keys: ['foo'] } }) : nothingListed()
  }
  const secrets = createSecretsClient({
    baseUrl: 'secrets.example',
    credentials,
    fetch,
    clock: new TestClock(),
    retries: 0,
  })
  expect(await secrets.list('secret')).toEqual(['foo'])
  expect(await secrets.list('secret/none')).toEqual([])
  expect(methods).toEqual(['LIST', 'GET', 'GET'])
})

it('list tells what GET is answered when neither works, and tries both the next time', async () => {
  const methods: string[] = []
  const fetch = async ({ method }: Request) => {
    methods.push(method)
    return new Response(null, { status: method === 'GET' ? 502 : 405 })
  }
  const secrets = createSecretsClient({ baseUrl: 'secrets.example', credentials, fetch, retries: 0 })
  await expect(secrets.list('secret')).rejects.toMatchObject({ status: 502, operation: 'GET /v1/{mount}/' })
  await expect(secrets.list('secret')).rejects.toMatchObject({ status: 502 })
  expect(methods).toEqual(['LIST', 'GET', 'LIST', 'GET'])
})
