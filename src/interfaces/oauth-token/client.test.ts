import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { systemClock } from '../../client/clock.ts'
import { serveLocally } from '../../client/local-server.fixture.ts'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { createTokenClient, type TokenClientOptions } from './client.ts'

const clientSecret = 'shop-sandbox.example-secret'
const transaction = {
  params: { path: { environment: 'sandbox', endpoint: 'transactions/7' } },
  body: { amount: 20 },
} as const

const mock = openMock('oauth-token')

/** A client with its own session and clock, and the requests that it sent. */
async function openShop(options: Partial<TokenClientOptions> = {}) {
  const session = randomUUID()
  const control = (path: string, method: string, body: unknown) =>
    fetch(`${mock.origin}/_control/sessions/${session}/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await control('clock', 'PUT', { now: '2026-03-09T12:00:00Z' })
  let time = 0
  const sent: { url: string; body: string; authorization: string | null }[] = []
  const tokens = createTokenClient({
    baseUrl: `${mock.origin}/oauth-token`,
    paymentsBaseUrl: `${mock.origin}/oauth-token/payments`,
    realm: 'merchants',
    clientId: 'shop-sandbox',
    clientSecret,
    headers: { 'X-Mock-Session': session },
    clock: { ...systemClock, now: () => time },
    fetch: async (request) => {
      const { url, headers } = request
      sent.push({ url, body: await request.clone().text(), authorization: headers.get('authorization') })
      return fetch(request)
    },
    ...options,
  })
  const advance = async (seconds: number) => {
    time += seconds * 1000
    await control('clock/advance', 'POST', { seconds })
  }
  const requested = () => sent.filter(({ url }) => url.endsWith('/token')).length
  return {
    tokens,
    sent,
    advance,
    requested,
    runAhead: (seconds: number) => control('clock/advance', 'POST', { seconds }),
  }
}

it('the payments call gets a token by a form, and sends it as bearer with JSON', async () => {
  const { tokens, sent } = await openShop()
  const { data } = await tokens.POST('/{environment}/{endpoint}', transaction)
  expect(data).toMatchObject({ environment: 'sandbox', endpoint: 'transactions/7' })
  expect(sent).toEqual([
    {
      url: `${mock.origin}/oauth-token/realms/merchants/protocol/openid-connect/token`,
      body: `client_id=shop-sandbox&client_secret=${clientSecret}&grant_type=client_credentials`,
      authorization: null,
    },
    {
      url: `${mock.origin}/oauth-token/payments/sandbox/transactions/7`,
      body: '{"amount":20}',
      authorization: expect.stringMatching(/^Bearer ./),
    },
  ])
})

it('OAT-018: the payments call goes on with a new token once the old one has expired', async () => {
  const { tokens, advance, sent, requested } = await openShop()
  await tokens.POST('/{environment}/{endpoint}', transaction)
  await advance(600)
  const { data } = await tokens.POST('/{environment}/{endpoint}', transaction)
  expect(data).toMatchObject({ environment: 'sandbox' })
  expect(requested()).toBe(2)
  expect(sent[1]?.authorization).not.toBe(sent[3]?.authorization)
})

it('OAT-018: the payments call requests one more token when the server takes the one at hand for expired, and is sent again', async () => {
  const { tokens, runAhead, sent, requested } = await openShop()
  await tokens.POST('/{environment}/{endpoint}', transaction)
  await runAhead(600)
  const { data } = await tokens.POST('/{environment}/{endpoint}', transaction)
  expect(data).toMatchObject({ environment: 'sandbox' })
  expect(requested()).toBe(2)
  expect(sent.at(-1)?.body).toBe('{"amount":20}')
})

it.each([
  ['is kept for as long as it is less than 540 seconds old', 539, 1],
  ['is renewed a minute before its expiry', 540, 2],
])('OAT-019: accessToken: a token %s', async (_, seconds, requests) => {
  const { tokens, advance, requested } = await openShop()
  const first = await tokens.accessToken()
  await advance(seconds)
  expect((await tokens.accessToken()) === first).toBe(requests === 1)
  expect(requested()).toBe(requests)
})

it.each([
  [300, 239, 1],
  [300, 240, 2],
  [86_400, 539, 1],
  [86_400, 540, 2],
])('OAT-019: accessToken of %i seconds, after %i: %i requests', async (expires_in, seconds, requests) => {
  let time = 0
  const { baseUrl, received } = await serveLocally(() => ({ body: { access_token: 'token', expires_in } }))
  const clock = { ...systemClock, now: () => time }
  const tokens = createTokenClient({ baseUrl, realm: 'r', clientId: 'c', clientSecret, clock })
  await tokens.accessToken()
  time = seconds * 1000
  await tokens.accessToken()
  expect(received).toHaveLength(requests)
})

it('accessToken asks for the secret when there is a token to request, and encodes it for a form', async () => {
  const { baseUrl, received } = await serveLocally(() => ({ body: { access_token: 'token', expires_in: 600 } }))
  const tokens = createTokenClient({ baseUrl, realm: 'a/b', clientId: 'c', clientSecret: async () => 'é&=+ %' })
  await tokens.accessToken()
  const [{ body, headers, url } = expect.fail()] = received
  expect(url).toBe('/realms/a%2Fb/protocol/openid-connect/token')
  expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect(new URLSearchParams(body).get('client_secret')).toBe('é&=+ %')
})

it('accessToken throws what the token endpoint answers, and the next call asks again; a token request is never repeated by itself', async () => {
  const { baseUrl, received } = await serveLocally((_, __, count) =>
    count === 1 ? { status: 503 } : { body: { access_token: 'token', expires_in: 600 } },
  )
  const tokens = createTokenClient({ baseUrl, realm: 'r', clientId: 'c', clientSecret })
  await expect(tokens.accessToken()).rejects.toMatchObject({ status: 503 })
  expect(received).toHaveLength(1)
  expect(await tokens.accessToken()).toBe('token')
})

it('the secret stays out of addresses, errors and what is logged', async () => {
  const { tokens, sent } = await openShop({ clientId: 'nobody' })
  const { error } = await tokens.requestToken()
  expect(error).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  const thrown = await tokens.POST('/{environment}/{endpoint}', transaction).catch((reason: unknown) => reason)
  const shown =
    inspect([tokens, error, thrown], { depth: 20, showHidden: true }) + JSON.stringify([tokens, error, thrown])
  expect(shown).not.toContain(clientSecret)
  expect(sent.map(({ url }) => url).join()).not.toContain(clientSecret)
})

it('OAT-020: refuses to work in a browser', async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('client.ts', import.meta.url))],
    bundle: true,
    format: 'iife',
    globalName: 'client',
    platform: 'browser',
    write: false,
  })
  const create = `${outputFiles[0]?.text}; typeof client.createTokenClient({ baseUrl: 'auth.example', realm: 'r', clientId: 'c', clientSecret: 's' })`
  expect(() => runInContext(create, createContext({ document: {}, URL, TextEncoder, Headers }))).toThrow(
    'createTokenClient does not work in a browser',
  )
  expect(
    runInContext(create, createContext({ URL, TextEncoder, Headers, process: { versions: process.versions } })),
  ).toBe('object')
})
