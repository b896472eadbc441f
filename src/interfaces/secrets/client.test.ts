import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveLocally } from '../../client/local-server.fixture.ts'
import { TestClock } from '../../client/test-clock.fixture.ts'
import { type RunningMock, startMock } from '../../mock/start-mock.ts'
import { createSecretsClient, type SecretsClientOptions } from './client.ts'

const token = 'svc.example-full-access'
const nothingListed = () => Response.json({ errors: [] }, { status: 404 })

let mock: RunningMock
beforeAll(async () => {
  mock = await startMock({ interfaces: ['secrets'], onFault: (reason) => expect.fail(reason) })
})
afterAll(() => mock.close())

/** A client with a service of its own, and what it sent. */
function openService(options: Partial<SecretsClientOptions> = {}) {
  const session = randomUUID()
  const sent: Request[] = []
  const clock = new TestClock()
  const secrets = createSecretsClient({
    baseUrl: `${mock.origin}/secrets`,
    token,
    clock,
    headers: { 'X-Mock-Session': session },
    fetch: (request) => {
      sent.push(request)
      return fetch(request)
    },
    ...options,
  })
  const control = (path: string, method: string, body: unknown) =>
    fetch(`${mock.origin}/_control/sessions/${session}/interfaces/secrets/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then((response) => expect(response.ok).toBe(true))
  return {
    secrets,
    sent,
    clock,
    methods: () => sent.map(({ method }) => method),
    set: (conditions: object) => control('conditions', 'PATCH', conditions),
    act: (action: string, input: object) => control(`actions/${action}`, 'POST', input),
  }
}

describe('headers', () => {
  it('SEC-088: every request carries X-Svc-Request: true, also where a caller says otherwise', async () => {
    const { secrets, sent } = openService({ headers: { 'X-Svc-Request': 'false' } })
    await secrets.read('secret/foo')
    await secrets.list('secret/app')
    await secrets.write('secret/foo', { a: 1 })
    await secrets.login('userpass', 'reporting', 'example-password')
    await secrets.health()
    await secrets.inNamespace('ns1/').list('secret', { headers: { 'X-Svc-Request': 'no' } })
    expect(sent.map(({ headers }) => headers.get('x-svc-request'))).toEqual(Array(6).fill('true'))
    const other = openService()
    await other.set({ require_request_header: true })
    expect((await other.secrets.read('secret/foo')).data).toBeDefined()
  })

  it.each([
    [undefined, 'x-svc-token', token],
    ['X-Svc-Token', 'x-svc-token', token],
    ['Authorization', 'authorization', `Bearer ${token}`],
  ] as const)('the token goes into either header: %s', async (tokenHeader, name, value) => {
    const { secrets, sent } = openService(tokenHeader && { tokenHeader })
    expect((await secrets.read('secret/foo')).data).toBeDefined()
    expect(sent[0]?.headers.get(name)).toBe(value)
  })

  it.each([
    ['', undefined],
    ['ns1/ns2/', 'ns1/ns2/'],
    ['ns1/ns2', 'ns1/ns2/'],
  ])('the namespace %j is sent as %j', async (namespace, header) => {
    const { secrets, sent } = openService({ namespace })
    const { data } = await secrets.read('secret/foo')
    expect(sent[0]?.headers.get('x-svc-namespace') ?? undefined).toBe(header)
    const full = await openService().secrets.read(`${namespace.replace(/\/?$/, namespace && '/')}secret/foo`)
    expect(full.data).toEqual(data)
  })
})

describe('login', () => {
  it('SEC-086: keeps the token that it answers, and sends it with later requests, in all namespaces', async () => {
    const { secrets, sent } = openService({ token: 'svc.example-expired' })
    const auth = await secrets.login('userpass', 'reporting', 'example-password')
    await secrets.list('secret')
    await secrets.inNamespace('ns1/').GET('/v1/{mount}/{path}', { params: { path: { mount: 'secret', path: 'foo' } } })
    expect(sent.map(({ headers }) => headers.get('x-svc-token'))).toEqual([null, auth.client_token, auth.client_token])
    expect(sent[0]?.url).not.toContain('example-password')
  })

  it('SEC-086: keeps the token at hand when it fails, and tells no password', async () => {
    const { secrets } = openService()
    const error = await secrets.login('userpass', 'reporting', 'hush').catch((error: unknown) => error)
    expect(error).toMatchObject({ code: 'http', operation: 'POST /v1/auth/{auth_method}/login/{username}' })
    expect(inspect([error, secrets], { depth: 20, showHidden: true })).not.toMatch(/hush|svc\.example/)
    expect((await secrets.read('secret/foo')).data).toBeDefined()
  })
})

describe('a success', () => {
  it('SEC-091: is 204 as well as 200, whichever an endpoint is documented with', async () => {
    const { secrets } = openService()
    expect(await secrets.write('secret/new', { a: 1 })).toEqual({ data: undefined, warnings: [] })
    expect(await secrets.read('secret/new')).toEqual({ data: { a: 1 }, warnings: [] })
    const { baseUrl } = await serveLocally((_, __, count) => (count === 1 ? { body: { data: null } } : { status: 204 }))
    const other = createSecretsClient({ baseUrl, token })
    expect(await other.delete('secret/foo')).toEqual({ data: null, warnings: [] })
    expect(await other.read('secret/foo')).toEqual({ data: undefined, warnings: [] })
  })

  it('SEC-091: with warnings is one, and tells them', async () => {
    const heard: unknown[] = []
    const { secrets, set } = openService({ onWarning: (warnings, operation) => heard.push([operation, ...warnings]) })
    await set({ warnings: ['this will go'] })
    expect(await secrets.write('secret/new', { a: 1 })).toEqual({ data: null, warnings: ['this will go'] })
    expect((await secrets.kv2('kv').deleteVersions('app/db', [1])).warnings).toEqual(['this will go'])
    expect(heard).toEqual([
      ['POST /v1/{mount}/{path}', 'this will go'],
      ['POST /v1/{mount}/delete/{path}', 'this will go'],
    ])
  })
})

describe('tries', () => {
  it.each(['read', 'write'] as const)(
    'SEC-103: a %s that is answered 412 is sent again after a short backoff',
    async (kind) => {
      const { secrets, clock, sent, act } = openService({ random: () => 0.5 })
      await act('miss-data', { requests: 2 })
      if (kind === 'read') await secrets.kv2('kv').read('app/db')
      else await secrets.kv2('kv').write('app/db', { a: 1 })
      expect(sent).toHaveLength(3)
      expect(clock.pauses).toEqual([125, 250])
    },
  )

  it('SEC-103: a 412 that does not pass is told in the end', async () => {
    const { secrets, sent, set } = openService()
    await set({ data_missing: true })
    await expect(secrets.read('secret/foo')).rejects.toMatchObject({ status: 412, retryable: true })
    expect(sent).toHaveLength(3)
  })

  it('SEC-108: a read that is answered 500 is sent again later, unless its caller does not want that; a write is not', async () => {
    const { secrets, sent, set, clock } = openService()
    await set({ internal_error: true })
    await expect(secrets.read('secret/foo')).rejects.toMatchObject({ status: 500, retryable: true })
    expect([sent.length, clock.pauses.length]).toEqual([3, 2])
    await expect(secrets.read('secret/foo', { retries: 0 })).rejects.toMatchObject({ status: 500 })
    expect(sent).toHaveLength(4)
    await expect(secrets.write('secret/foo', { a: 1 })).rejects.toMatchObject({ status: 500, retryable: false })
    await expect(secrets.delete('secret/foo')).rejects.toMatchObject({ status: 500, retryable: false })
    expect(sent).toHaveLength(6)
    const params = { path: { mount: 'kv', path: 'app/db' } }
    await secrets.PUT('/v1/{mount}/data/{path}', { params, body: { data: {} } })
    expect(sent).toHaveLength(7)
  })

  it('a 429 says what a node is, so that nothing is sent again for it', async () => {
    const { baseUrl, received } = await serveLocally(() => ({ status: 429, body: { errors: [] } }))
    const reading = createSecretsClient({ baseUrl, token }).read('secret/foo')
    await expect(reading).rejects.toMatchObject({ status: 429, retryable: false })
    expect(received).toHaveLength(1)
  })
})

describe('list', () => {
  it('is sent again where a read is', async () => {
    const { secrets, methods, set } = openService()
    await set({ maintenance: true })
    await expect(secrets.list('secret')).rejects.toMatchObject({ status: 503 })
    expect(methods()).toEqual(['LIST', 'LIST', 'LIST'])
  })

  it('lists by LIST, at the top and below, with and without the final slash', async () => {
    const { secrets, methods } = openService()
    expect(await secrets.list('secret')).toEqual(['app/', 'foo'])
    expect(await secrets.list('/secret/')).toEqual(['app/', 'foo'])
    expect(await secrets.list('secret/app')).toEqual(['cache', 'db'])
    expect(methods()).toEqual(['LIST', 'LIST', 'LIST'])
  })

  it('lists by GET where it is told to', async () => {
    const { secrets, sent } = openService({ listVerb: 'GET' })
    expect(await secrets.list('secret/app')).toEqual(['cache', 'db'])
    expect(sent.map(({ method, url }) => [method, url])).toEqual([
      ['GET', `${mock.origin}/secrets/v1/secret/app/?list=true`],
    ])
  })

  it.each([['LIST'], ['GET']] as const)(
    'answers an empty list for one that the service has nothing for, by %s',
    async (listVerb) => {
      const fetch = async () => nothingListed()
      const secrets = createSecretsClient({ baseUrl: 'secrets.example', token, listVerb, fetch })
      expect(await secrets.list('secret/none')).toEqual([])
    },
  )

  it('throws for a path that is none, and for a caller who may not list', async () => {
    const { baseUrl } = await serveLocally(() => ({ status: 404, body: { errors: ['unsupported path'] } }))
    await expect(createSecretsClient({ baseUrl, token }).list('secret/a.')).rejects.toMatchObject({ status: 404 })
    const { secrets, methods } = openService({ token: 'svc.example-without-rights' })
    await expect(secrets.list('secret')).rejects.toMatchObject({ status: 403, operation: 'LIST /v1/{mount}/' })
    expect(methods()).toEqual(['LIST'])
  })

  it.each<[string, () => Response]>([
    ['400 and nothing', () => new Response(null, { status: 400 })],
    [
      '405 and a page',
      () => new Response('<h1>Not Allowed</h1>', { status: 405, headers: { 'content-type': 'text/html' } }),
    ],
    ['501 and JSON of its own', () => Response.json({ message: 'LIST?' }, { status: 501 })],
    [
      'a closed connection',
      () => {
        throw new TypeError('fetch failed')
      },
    ],
  ])('turns to GET, and stays with it, where an intermediary answers LIST with %s', async (_, refuse) => {
    const methods: string[] = []
    const fetch = async ({ method, url }: Request) => {
      methods.push(method)
      if (method === 'LIST') return refuse()
      return url.endsWith('/v1/secret/?list=true') ? Response.json({ data: { keys: ['foo'] } }) : nothingListed()
    }
    const secrets = createSecretsClient({
      baseUrl: 'secrets.example',
      token,
      fetch,
      clock: new TestClock(),
      retries: 0,
    })
    expect(await secrets.list('secret')).toEqual(['foo'])
    expect(await secrets.list('secret/none')).toEqual([])
    expect(methods).toEqual(['LIST', 'GET', 'GET'])
  })

  it('turns to GET behind a server of Node, whose parser refuses the verb', async () => {
    const { baseUrl, received } = await serveLocally(() => ({ body: { data: { keys: ['foo'] } } }))
    expect(await createSecretsClient({ baseUrl, token }).list('secret')).toEqual(['foo'])
    expect(received.map(({ method }) => method)).toEqual(['GET'])
  })

  it('tells what GET is answered when neither works, and tries both the next time', async () => {
    const methods: string[] = []
    const fetch = async ({ method }: Request) => {
      methods.push(method)
      return new Response(null, { status: method === 'GET' ? 502 : 405 })
    }
    const secrets = createSecretsClient({ baseUrl: 'secrets.example', token, fetch, retries: 0 })
    await expect(secrets.list('secret')).rejects.toMatchObject({ status: 502, operation: 'GET /v1/{mount}/' })
    await expect(secrets.list('secret')).rejects.toMatchObject({ status: 502 })
    expect(methods).toEqual(['LIST', 'GET', 'LIST', 'GET'])
  })
})

describe('health', () => {
  it.each([
    [{ node_role: 'active' }, 'active'],
    [{ node_role: 'standby' }, 'standby'],
    [{ node_role: 'performance-standby' }, 'performance-standby'],
    [{ node_role: 'dr-secondary' }, 'disaster-recovery-secondary'],
    [{ initialized: false }, 'not-initialized'],
    [{ sealed: true }, 'sealed-or-in-maintenance'],
  ])('of %j is %s, asked once', async (conditions, state) => {
    const { secrets, sent, set } = openService({ namespace: 'ns1/' })
    await set(conditions)
    expect(await secrets.health()).toBe(state)
    expect(sent).toHaveLength(1)
  })

  it('throws for what is no health code', async () => {
    const { secrets, set, sent } = openService()
    await set({ internal_error: true })
    await expect(secrets.health()).rejects.toMatchObject({ status: 500 })
    expect(sent).toHaveLength(1)
  })
})

describe('kv2', () => {
  it('writes, reads, lists, deletes, undeletes and destroys versions', async () => {
    const kv = openService().secrets.kv2('kv')
    expect((await kv.write('app/new', { a: 1 })).data).toMatchObject({ version: 1, destroyed: false })
    expect((await kv.write('app/new', { a: 2 })).data).toMatchObject({ version: 2 })
    expect((await kv.read('app/new')).data).toMatchObject({ values: { a: 2 }, record: { version: 2 } })
    expect((await kv.read('app/new', { version: 1 })).data).toMatchObject({ values: { a: 1 }, record: { version: 1 } })
    expect(await kv.list()).toContain('app/')
    expect(await kv.list('app')).toContain('new')
    await kv.deleteLatest('app/new')
    await kv.deleteVersions('app/new', [1])
    await expect(kv.read('app/new')).rejects.toMatchObject({ status: 404 })
    await kv.undeleteVersions('app/new', [1, 2])
    expect((await kv.read('app/new')).data.values).toEqual({ a: 2 })
    await kv.destroyVersions('app/new', [2])
    const { data } = await kv.readKey('app/new')
    expect(data).toMatchObject({ current_version: 2, versions: { 1: { destroyed: false }, 2: { destroyed: true } } })
    await kv.deleteKey('app/new')
    await expect(kv.readKey('app/new')).rejects.toMatchObject({ status: 404 })
  })

  it('reads and writes settings of keys and of the store', async () => {
    const kv = openService().secrets.kv2('kv')
    await kv.writeKey('app/db', { max_versions: 3 })
    expect((await kv.readKey('app/db')).data.max_versions).toBe(3)
    await kv.writeSettings({ max_versions: 5 })
    expect((await kv.readSettings()).data.max_versions).toBe(5)
  })

  it('works below a namespace in the path', async () => {
    const { secrets } = openService()
    await secrets.kv2('ns1/kv').write('a/b', { c: 1 })
    expect((await secrets.inNamespace('ns1').kv2('kv').read('a/b')).data.values).toEqual({ c: 1 })
    expect(await secrets.kv2('ns1/kv').list('a')).toEqual(['b'])
  })
})
