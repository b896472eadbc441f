import type { RequestListener } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { loadChecks } from '../../interfaces/load.ts'
import { bundled } from '../../workspace/bundled.ts'
import { lampTarget, serve } from '../context/lamps.fixture.ts'
import { createWire } from '../context/wire.ts'
import type { Target } from '../target/target.ts'
import { assertUsable } from './preflight.ts'

async function preflightOf(listener: RequestListener, scheme = 'http') {
  const { baseUrl } = await serve(listener)
  return assertUsableAt(baseUrl.replace('http', scheme))
}

async function assertUsableAt(
  baseUrl: string,
  name = 'orders',
  more: Partial<Target> = {},
): Promise<string | undefined> {
  const target = lampTarget(baseUrl, { allows: 'nothing', timeout: 300, ...more })
  const wire = createWire(target)
  onTestFinished(wire.close)
  return assertUsable({
    contract: bundled.find(name).contract,
    checks: await loadChecks(bundled.find(name)),
    target,
    wire,
  })
}

// A secrets server was refused: it redirects `/` to its web page, and answers 403 to a read without a token.
it.each(['secrets', 'cluster-agent', 'kv-cluster', 'document-templates'])(
  'a server of %s that redirects / and refuses callers without credentials can be checked',
  async (name) => {
    const { baseUrl, requests } = await serve(({ url = '' }, response) => {
      if (url === '/') response.writeHead(307, { location: '/ui/' }).end()
      else response.writeHead(401, { 'content-type': 'application/json' }).end('{"errors":[]}')
    })
    await assertUsableAt(new URL(baseUrl).origin, name)
    expect(requests.length).toBeGreaterThan(0)
    for (const request of requests) expect(request).toMatch(/^GET \/./)
  },
)

/** Answers each request with the status that belongs to its path. */
async function assertUsableThat(answers: (url: string) => number, name: string, more: Partial<Target> = {}) {
  const { baseUrl } = await serve(({ url = '' }, response) => {
    response.writeHead(answers(url), { 'content-type': 'application/json' }).end('{}')
  })
  return assertUsableAt(baseUrl, name, more)
}

it.each([200, 401, 500])('an API that answers %i can be checked', async (status) => {
  await expect(assertUsableThat(() => status, 'orders')).resolves.toBeUndefined()
})

it('reports a base URL below which every path is 404, with those of the document', async () => {
  await expect(assertUsableThat(() => 404, 'orders')).rejects.toThrow(
    /everything that was asked below http.* is 404: is its path right\?; base URLs of the document are http/,
  )
})

// A scope that is refused says nothing where the first role is taken.
it.each([
  [401, 'node-read'],
  [403, 'management'],
])('reports a credential that the server refuses with %i, once', async (status, role) => {
  const credentials = new Map(
    ['node-read', 'management'].map((role) => [role, { headers: { key: role }, form: {}, scopes: [] }]),
  )
  await expect(assertUsableThat(() => status, 'cluster-agent', { credentials })).rejects.toThrow(
    `cluster-agent: the server refuses the credential '${role}' (${status}): give it`,
  )
})

it.each([
  [503, /secrets: .* is sealed: unseal it first/],
  [501, /secrets: .* is not initialized/],
])('reports a state in which a server shows nothing: %i', async (status, message) => {
  await expect(assertUsableThat(() => status, 'secrets')).rejects.toThrow(message)
})

it('tells of a standby, which can be checked', async () => {
  const state = await assertUsableThat((url) => (url.includes('health') ? 429 : 200), 'secrets')
  expect(state).toMatch(/^secrets: .* is a standby: its reads may lag behind writes/)
})

it('reports a further base URL that takes no connection', async () => {
  const furtherUrls = new Map([['payments', 'http://127.0.0.1:1']])
  await expect(assertUsableThat(() => 200, 'orders', { furtherUrls })).rejects.toThrow(
    'orders: http://127.0.0.1:1 cannot be used: nothing listens there',
  )
})

it('asks each member', async () => {
  const resources = new Map([['members', 'm1,m2']])
  const { baseUrl, requests } = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await assertUsableAt(`${baseUrl}/{member}`, 'kv-cluster', { resources, variables: { member: 'm1' } })
  expect(new Set(requests)).toEqual(new Set(['GET /v1/m1/version', 'GET /v1/m2/version']))
})

it.each<[what: string, status: number, headers: Record<string, string>, text: string, message: RegExp]>([
  [
    'a redirect',
    302,
    { location: 'https://login.example/start?return=1' },
    '',
    /redirects to https:\/\/login\.example\/start \(status 302\)/,
  ],
  [
    'a web page',
    200,
    { 'content-type': 'text/html; charset=utf-8' },
    '<p>',
    /answers with an HTML page \(status 200\)/,
  ],
  [
    'words of a port of TLS',
    400,
    {},
    'Client sent an HTTP request to an HTTPS server.\n',
    /^orders: http:.* speaks TLS: write https:/,
  ],
  [
    'a page of a port of TLS',
    400,
    {},
    '<title>400 The plain HTTP request was sent to HTTPS port',
    /speaks TLS: write https:/,
  ],
])('reports %s in place of an answer', async (_, status, headers, text, message) => {
  const answers = preflightOf((_, response) => void response.writeHead(status, headers).end(text))
  await expect(answers).rejects.toThrow(message)
})

it('an API that refuses callers with a page can be checked', async () => {
  const page = preflightOf((_, response) => void response.writeHead(403, { 'content-type': 'text/html' }).end('<p>'))
  await expect(page).resolves.toBeUndefined()
})

it('goes on where a server refuses the credential of a rule', async () => {
  const { baseUrl } = await serve(({ headers }, response) => {
    response
      .writeHead(headers['x-svc-token'] === undefined ? 403 : 200, { 'content-type': 'application/json' })
      .end('{}')
  })
  const credentials = new Map(
    ['x-svc-token', 'authorization'].map((name) => [
      name === 'authorization' ? 'bearer' : 'full',
      { headers: { [name]: 'Bearer t' }, form: {}, scopes: [] },
    ]),
  )
  const resources = new Map([['version 1 mount', 'secret']])
  const state = assertUsableAt(new URL(baseUrl).origin, 'secrets', { credentials, resources })
  await expect(state).resolves.not.toThrow()
})

it.each([
  ['where no server listens', 'http://127.0.0.1:1/api', /nothing listens there.*ECONNREFUSED/],
  ['of an unknown host', 'http://no-such-host.invalid/api', /no such host|could not be looked up/],
])('reports an address %s', async (_, url, message) => {
  await expect(assertUsableAt(url)).rejects.toThrow(message)
})

it('reports a server that never answers, and one without TLS at an https address', async () => {
  await expect(preflightOf(() => {})).rejects.toThrow(/gave no answer to GET: no answer within 300 ms/)
  const plain = preflightOf((_, response) => void response.end(), 'https')
  await expect(plain).rejects.toThrow(/does not speak TLS there; is it http\?/)
})

it('an API of which nothing can be asked without harm can be checked, if it takes connections', async () => {
  const { baseUrl, requests, checkTargetOf } = await serve(() => {})
  const { contract, checks, wire } = checkTargetOf()
  const none = { ...contract, operations: new Map() }
  const assertUsableWithout = (url: string) =>
    assertUsable({ contract: none, checks: { ...checks, samples: [] }, target: lampTarget(url), wire })
  await expect(assertUsableWithout(baseUrl)).resolves.toBeUndefined()
  expect(requests).toEqual([])
  await expect(assertUsableWithout('http://127.0.0.1:1/v1')).rejects.toThrow(/127\.0\.0\.1:1/)
})
