import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { serveLocally } from '../../client/local-server.fixture.ts'
import { systemClock } from '../../client/options.ts'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { callPayments, createOauthTokenClient, type MerchantOptions, merchantTokens, requestToken } from './client.ts'

const clientSecret = 'shop-sandbox.example-secret'
const transaction = { environment: 'sandbox', endpoint: 'transactions/7', body: { amount: 20 } } as const

const mock = openMock('oauth-token')

/** A client with its own session and clock, and the requests that it sent. */
async function openShop(options: Partial<MerchantOptions> = {}) {
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
  const shared = {
    headers: { 'X-Mock-Session': session },
    clock: { ...systemClock, now: () => time },
    fetch: async (request: Request) => {
      const { url, headers } = request
      sent.push({ url, body: await request.clone().text(), authorization: headers.get('authorization') })
      return fetch(request)
    },
  }
  const merchant = { realm: 'merchants', clientId: 'shop-sandbox', clientSecret }
  const accessToken = merchantTokens({ ...shared, ...merchant, baseUrl: `${mock.origin}/oauth-token`, ...options })
  const payments = createOauthTokenClient({
    ...shared,
    baseUrl: `${mock.origin}/oauth-token/payments`,
    credentials: { PaymentsToken: accessToken },
  })
  const advance = async (seconds: number) => {
    time += seconds * 1000
    await control('clock/advance', 'POST', { seconds })
  }
  const requested = () => sent.filter(({ url }) => url.endsWith('/token')).length
  return {
    accessToken,
    pay: () => callPayments(payments, transaction),
    sent,
    advance,
    requested,
    runAhead: (seconds: number) => control('clock/advance', 'POST', { seconds }),
  }
}

it('the payments call gets a token by a form, and sends it as bearer with JSON', async () => {
  const { pay, sent } = await openShop()
  const { data } = await pay()
  expect(data).toMatchObject({ environment: 'sandbox', endpoint: 'transactions/7' })
  expect(sent).toEqual([
    {
      url: `${mock.origin}/oauth-token/realms/merchants/protocol/openid-connect/token`,
      body: `grant_type=client_credentials&client_id=shop-sandbox&client_secret=${clientSecret}`,
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
  const { pay, advance, sent, requested } = await openShop()
  await pay()
  await advance(600)
  const { data } = await pay()
  expect(data).toMatchObject({ environment: 'sandbox' })
  expect(requested()).toBe(2)
  expect(sent[1]?.authorization).not.toBe(sent[3]?.authorization)
})

it('OAT-018: the payments call requests one more token when the server takes the one at hand for expired, and is sent again', async () => {
  const { pay, runAhead, sent, requested } = await openShop()
  await pay()
  await runAhead(600)
  const { data } = await pay()
  expect(data).toMatchObject({ environment: 'sandbox' })
  expect(requested()).toBe(2)
  expect(sent.at(-1)?.body).toBe('{"amount":20}')
})

it.each([
  ['is kept for as long as it is less than 540 seconds old', 539, 1],
  ['is renewed a minute before its expiry', 540, 2],
])('OAT-019: accessToken: a token %s', async (_, seconds, requests) => {
  const { accessToken, advance, requested } = await openShop()
  const first = await accessToken()
  await advance(seconds)
  expect((await accessToken()) === first).toBe(requests === 1)
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
  const accessToken = merchantTokens({ baseUrl, realm: 'r', clientId: 'c', clientSecret, clock })
  await accessToken()
  time = seconds * 1000
  await accessToken()
  expect(received).toHaveLength(requests)
})

it('accessToken asks for the secret when there is a token to request, and encodes it for a form', async () => {
  const { baseUrl, received } = await serveLocally(() => ({ body: { access_token: 'token', expires_in: 600 } }))
  const accessToken = merchantTokens({ baseUrl, realm: 'a/b', clientId: 'c', clientSecret: async () => 'é&=+ %' })
  await accessToken()
  const [{ body, headers, url } = expect.fail()] = received
  expect(url).toBe('/realms/a%2Fb/protocol/openid-connect/token')
  expect(headers['content-type']).toMatch(/^application\/x-www-form-urlencoded\b/)
  expect(new URLSearchParams(body).get('client_secret')).toBe('é&=+ %')
})

it('accessToken throws what the token endpoint answers, and the next call asks again; a token request is never repeated by itself', async () => {
  const { baseUrl, received } = await serveLocally((_, __, count) =>
    count === 1 ? { status: 503 } : { body: { access_token: 'token', expires_in: 600 } },
  )
  const accessToken = merchantTokens({ baseUrl, realm: 'r', clientId: 'c', clientSecret })
  await expect(accessToken()).rejects.toMatchObject({ status: 503 })
  expect(received).toHaveLength(1)
  expect(await accessToken()).toBe('token')
})

it.each<[string, object]>([
  ['no token', { body: {} }],
  ['null', { body: null }],
  ['an empty token', { body: { access_token: '', expires_in: 600 } }],
  ['a page', { headers: { 'content-type': 'text/html' }, body: '<h1>Log in</h1>' }],
  ['broken JSON', { headers: { 'content-type': 'application/json' }, body: '{' }],
])('the payments call is not made where the token endpoint answers 200 with %s', async (_, answer) => {
  const { baseUrl, received } = await serveLocally(() => answer)
  const PaymentsToken = merchantTokens({ baseUrl, realm: 'r', clientId: 'c', clientSecret })
  const payments = createOauthTokenClient({ baseUrl, credentials: { PaymentsToken } })
  const error = await callPayments(payments, transaction).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ name: 'UnreadableAnswerError', code: 'unreadable', status: 200 })
  expect(inspect(error)).toContain('`access_token`')
  expect(received.map(({ method, url }) => [method, url])).toEqual([
    ['POST', '/realms/r/protocol/openid-connect/token'],
  ])
})

it('the secret stays out of addresses, errors and what is logged', async () => {
  const { accessToken, pay, sent } = await openShop({ clientId: 'nobody' })
  const error = await accessToken().catch((reason: unknown) => reason)
  expect(error).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  const thrown = await pay().catch((reason: unknown) => reason)
  const shown = inspect([accessToken, error, thrown], { depth: 20, showHidden: true }) + JSON.stringify([error, thrown])
  expect(shown).not.toContain(clientSecret)
  expect(sent.map(({ url }) => url).join()).not.toContain(clientSecret)
})

it('a token can be requested by itself', async () => {
  const tokens = createOauthTokenClient({ baseUrl: `${mock.origin}/oauth-token` })
  const body = { client_id: 'shop-sandbox', client_secret: clientSecret, grant_type: 'client_credentials' } as const
  expect((await requestToken(tokens, { realm: 'merchants', body })).data).toMatchObject({ expires_in: 600 })
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
  const bundle = outputFiles[0]?.text
  const globals = { URL, TextEncoder, Headers }
  for (const [name, options] of [
    ['createOauthTokenClient', "baseUrl: 'auth.example'"],
    ['merchantTokens', "baseUrl: 'auth.example', realm: 'r', clientId: 'c', clientSecret: 's'"],
  ]) {
    const create = `${bundle}; typeof client.${name}({ ${options} })`
    for (const page of [{ document: {} }, { WorkerGlobalScope: {} }])
      expect(() => runInContext(create, createContext({ ...globals, ...page }))).toThrow(
        `${name} does not work in a browser`,
      )
    const inNode = createContext({ ...globals, document: {}, process: { versions: process.versions } })
    expect(runInContext(create, inNode)).toMatch(/object|function/)
  }
})
