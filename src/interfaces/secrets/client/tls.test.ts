import { once } from 'node:events'
import { createServer } from 'node:https'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveLocally } from '../../../client/local-server.fixture.ts'
import { createTlsFetch } from '../../../client/node-tls.ts'
import { makeCertificates, whyNoCertificates } from '../../../kv-upgrade/members/certificates.fixture.ts'
import { listenOnLoopback } from '../../../listen-on-loopback.fixture.ts'
import { temporaryFolder } from '../../../temporary-folder.fixture.ts'
import { createSecretsClient, readSecret, unwrap, writeSecret } from '../client.ts'

const missing = whyNoCertificates()
const credentials = { ClientToken: 'svc.example' }
const foo = { mount: 'secret', path: 'foo' }

it('SEC-009: an address without a scheme is asked over TLS, and one with http as its caller says', async () => {
  const asked: string[] = []
  const fetch = async ({ url }: Request) => {
    asked.push(url)
    return Response.json({ data: {} })
  }
  await readSecret(createSecretsClient({ baseUrl: 'secrets.example:8200', credentials, fetch }), foo)
  await readSecret(createSecretsClient({ baseUrl: 'http://127.0.0.1:8200', credentials, fetch }), foo)
  expect(asked).toEqual(['https://secrets.example:8200/v1/secret/foo', 'http://127.0.0.1:8200/v1/secret/foo'])
})

describe.skipIf(missing)(`over TLS${missing ? `: ${missing}` : ''}`, () => {
  const folder = temporaryFolder()
  const certificates = missing ? { ca: '', cert: '', key: '' } : makeCertificates(folder)
  const { ca, cert, key } = certificates
  const bodies: string[] = []
  const server = createServer({ ca, cert, key, requestCert: true, rejectUnauthorized: false }, (request, response) => {
    request.setEncoding('utf8').on('data', (chunk) => bodies.push(chunk))
    request.on('end', () => {
      if (request.method === 'POST') response.writeHead(204).end()
      else
        response.setHeader('content-type', 'application/json').end(JSON.stringify({ data: { method: request.method } }))
    })
  })
  const settings = { credentials, retries: 0 }
  let baseUrl = ''

  beforeAll(async () => {
    baseUrl = `https://127.0.0.1:${await listenOnLoopback(server)}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  it.each([
    ['the global fetch', undefined],
    ['createTlsFetch', createTlsFetch()],
  ])('SEC-010: a certificate that cannot be verified ends the call, with %s', async (_, fetch) => {
    const secrets = createSecretsClient({ ...settings, baseUrl, ...(fetch && { fetch }) })
    await expect(unwrap(readSecret(secrets, foo))).rejects.toMatchObject({ code: 'connection' })
  })

  it('SEC-010: a certificate of a trusted authority is verified', async () => {
    const secrets = createSecretsClient({ ...settings, baseUrl, fetch: createTlsFetch({ ca, cert, key }) })
    expect(await unwrap(readSecret(secrets, foo))).toEqual({ data: { method: 'GET' } })
    expect(await unwrap(writeSecret(secrets, { ...foo, body: { a: 'é' } }))).toBeUndefined()
    expect(bodies.at(-1)).toBe('{"a":"é"}')
  })

  it('SEC-011: verification can be skipped', async () => {
    const secrets = createSecretsClient({ ...settings, baseUrl, fetch: createTlsFetch({ verifyCertificate: false }) })
    expect(await unwrap(readSecret(secrets, foo))).toEqual({ data: { method: 'GET' } })
  })
})

it('the fetch for TLS reaches an address without it, too, and ends with its signal', async () => {
  const controller = new AbortController()
  let closed: Promise<unknown> = Promise.resolve()
  const { baseUrl } = await serveLocally(({ url }, response) => {
    if (url === '/v1/secret/foo') return { body: { data: { a: 1 } } }
    closed = once(response, 'close')
    controller.abort(new Error('enough'))
    return undefined
  })
  const secrets = createSecretsClient({ baseUrl, credentials, fetch: createTlsFetch() })
  expect(await unwrap(readSecret(secrets, foo))).toEqual({ data: { a: 1 } })
  await expect(readSecret(secrets, { ...foo, path: 'silence' }, { signal: controller.signal })).rejects.toThrow(
    'enough',
  )
  await closed
})
