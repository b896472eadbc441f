import {
  type AuthorizationServer,
  allowInsecureRequests,
  type Client,
  ClientSecretPost,
  clientCredentialsGrantRequest,
  customFetch,
  processClientCredentialsResponse,
  protectedResourceRequest,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi'
import { ClientCredentials } from 'simple-oauth2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestMock } from '../../src/testing/session.ts'
import { startMock } from '../../src/testing/start-mock.ts'

const tokenPath = '/realms/merchants/protocol/openid-connect/token'
const id = 'shop-sandbox'
const secret = 'shop-sandbox.example-secret'

let mock: TestMock<'oauth-token'>
let tokenUrl: string
beforeAll(async () => {
  mock = await startMock({ interfaces: ['oauth-token'], onFault: (reason) => expect.fail(reason) })
  tokenUrl = mock.baseUrl('oauth-token') + tokenPath
})
afterAll(() => mock.close())

describe('oauth4webapi', () => {
  const client: Client = { client_id: id }

  async function request(password = secret) {
    await using session = await mock.session()
    const server: AuthorizationServer = { issuer: mock.origin, token_endpoint: tokenUrl }
    const send = (url: string, init: unknown) => session.fetch(url, init as RequestInit)
    const options = { [allowInsecureRequests]: true as const, [customFetch]: send }
    const authentication = ClientSecretPost(password)
    const response = await clientCredentialsGrantRequest(server, client, authentication, {}, options)
    const token = await processClientCredentialsResponse(server, client, response)
    const call = (url: string, access = token.access_token) =>
      protectedResourceRequest(
        access,
        'POST',
        new URL(url),
        new Headers({ 'content-type': 'application/json' }),
        '{"amount":1250}',
        options,
      )
    const [, payments = ''] = mock.baseUrls('oauth-token')
    const answer = await call(`${payments}/sandbox/transactions`)
    const refusal = await call(`${payments}/sandbox/transactions`, 'no-token').catch((error: unknown) => error)
    return { token, answer, refusal }
  }

  it('oauth4webapi gets a token and calls the payments API with it', async () => {
    const { token, answer } = await request()
    expect(token).toMatchObject({ token_type: 'bearer', expires_in: 600 })
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ environment: 'sandbox' })])
  })

  it('oauth4webapi reads the challenge of a refused call', async () => {
    const { refusal } = await request()
    expect(refusal).toBeInstanceOf(WWWAuthenticateChallengeError)
    expect((refusal as WWWAuthenticateChallengeError).cause[0]?.parameters).toMatchObject({ error: 'invalid_token' })
  })

  it('oauth4webapi reads the error of a refused token request', async () => {
    const refused = await request('wrong').catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ResponseBodyError)
    expect(refused).toMatchObject({ error: 'invalid_client', status: 401 })
  })
})

const open = (password = secret) =>
  new ClientCredentials({
    client: { id, secret: password },
    auth: { tokenHost: mock.origin, tokenPath: new URL(tokenUrl).pathname },
    options: { authorizationMethod: 'body' },
    http: { json: 'strict' },
  })

it('simple-oauth2 gets a token, knows when it ends, and gets the next', async () => {
  const client = open()
  const token = await client.getToken({})
  expect(token.token).toMatchObject({ token_type: 'Bearer', expires_in: 600 })
  expect(token.expired()).toBe(false)
  expect(token.expired(601)).toBe(true)
  expect((await client.getToken({})).token.access_token).not.toBe(token.token.access_token)
})

it('simple-oauth2 reads the error of a refused token request', async () => {
  const refused = open('wrong').getToken({})
  await expect(refused).rejects.toMatchObject({ data: { payload: { error: 'invalid_client' } } })
})
