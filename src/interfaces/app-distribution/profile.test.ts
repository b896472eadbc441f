import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { beforeEach, expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { credentials } from './seed.ts'

const mock = openMock('app-distribution')
let session: string

beforeEach(() => {
  session = randomUUID()
})

function headersOf(role: string): Record<string, string> {
  const credential = credentials.find((candidate) => candidate.role === role)
  if (!credential) throw new Error(`no credential is seeded for ${role}`)
  return credential.headers
}

interface CallOptions {
  role?: string
  headers?: Record<string, string>
  body?: BodyInit
}

async function call(method: string, path: string, { role, headers, body }: CallOptions = {}) {
  const response = await fetch(`${mock.origin}/app-distribution${path}`, {
    method,
    headers: { 'x-mock-session': session, ...(role ? headersOf(role) : {}), ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
}

const getUser = (role: string) => call('GET', '/v0.1/user', { role })
const patchUser = (role: string, body?: BodyInit, headers = { 'content-type': 'application/json' }) =>
  call('PATCH', '/v0.1/user', { role, headers, ...(body === undefined ? {} : { body }) })

it('APD-015: a Read-Only user token reads the profile', async () => {
  expect(await getUser('read-only')).toMatchObject({ status: 200, body: { name: 'ada', email: 'ada@acme.example' } })
})

it('APD-023: a POST, PUT or PATCH without a body is answered with 411', async () => {
  const lengthRequired = {
    status: 411,
    body: { error: { code: 'LengthRequired', message: 'A POST, PUT or PATCH must carry a body.' } },
  }
  expect(await patchUser('full')).toMatchObject(lengthRequired)
  expect(await patchUser('full', '')).toMatchObject(lengthRequired)
  for (const method of ['POST', 'PUT'])
    expect(await call(method, '/v0.1/user', { role: 'full' })).toMatchObject(lengthRequired)
})

it('APD-023: neither length nor chunks is no body; a chunked body is one', async () => {
  const patch = (chunks: string[], framing: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        ...headersOf('full'),
        'x-mock-session': session,
        'content-type': 'application/json',
        ...framing,
      }
      const sent = request(`${mock.origin}/app-distribution/v0.1/user`, { method: 'PATCH', headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      sent.on('error', reject)
      if (Object.keys(framing).length === 0) sent.removeHeader('transfer-encoding')
      for (const chunk of chunks) sent.write(chunk)
      sent.end()
    })
  expect(await patch([], {})).toBe(411)
  expect(await patch([], { 'transfer-encoding': 'chunked' })).toBe(411)
  expect(await patch(['{"display', '_name":"A"}'], { 'transfer-encoding': 'chunked' })).toBe(200)
})

it('APD-023: a missing token comes before a missing body, a missing body before missing rights', async () => {
  expect((await call('PATCH', '/v0.1/user')).status).toBe(401)
  expect((await patchUser('app-full')).status).toBe(411)
  expect((await patchUser('app-full', 'no JSON')).status).toBe(400)
  expect((await patchUser('app-full', '{}')).status).toBe(403)
})

it('APD-024: {} is a body, and changes nothing', async () => {
  const before = await getUser('full')
  expect(await patchUser('full', '{}')).toMatchObject({ status: 200, body: before.body })
  expect((await getUser('full')).body).toEqual(before.body)
})

it('APD-025: an update sets the given fields of the profile and keeps the others', async () => {
  const { status, body } = await patchUser('full', '{"display_name":"Ada Moreau-Lind","nick":null}')
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { name: 'ada', display_name: 'Ada Moreau-Lind', nick: null },
  })
  expect((await getUser('read-only')).body).toEqual(body)
  expect((await getUser('viewer')).body.display_name).toBe('Cleo Okafor')
})

it('APD-026: the tokens of two users read two profiles', async () => {
  expect((await getUser('full')).body.email).toBe('ada@acme.example')
  expect((await getUser('viewer')).body.email).toBe('cleo@acme.example')
  expect((await getUser('viewer-read-only')).body.email).toBe('cleo@acme.example')
})

it('APD-026: an app token is nobody, and has no profile', async () => {
  for (const role of ['app-full', 'app-read-only']) {
    expect(await getUser(role)).toMatchObject({
      status: 403,
      body: { error: { message: 'An app token has no user profile.' } },
    })
  }
})

it.each([
  ['broken JSON', '{"display_name":', 400],
  ['an array', '[]', 400],
  ['null', 'null', 400],
  ['a number', '1', 400],
  ['bytes that are not UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), 400],
  ['10,000 levels', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 400],
  ['900 levels', `${'{"a":'.repeat(900)}1${'}'.repeat(900)}`, 200],
  ['keys of Object.prototype', '{"__proto__":{"polluted":true},"constructor":{"prototype":1}}', 200],
  ['a NUL', '{"display_name":"a\\u0000b"}', 200],
  ['a megabyte', JSON.stringify({ display_name: 'a'.repeat(1_000_000) }), 200],
])('APD-024: %s as body gives a documented answer', async (_, body, status) => {
  const answer = await patchUser('full', body)
  expect(answer.status).toBe(status)
  if (status === 400) expect(answer.body).toMatchObject({ error: { code: 'BadRequest' } })
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  expect((await getUser('full')).status).toBe(200)
})

it('APD-022: a body of another media type is refused', async () => {
  const answer = await patchUser('full', '<user/>', { 'content-type': 'application/xml' })
  expect(answer).toMatchObject({ status: 415, body: { error: { code: 'UnsupportedMediaType' } } })
})

it('APD-021: outside /v0.1 nothing is found', async () => {
  expect(await call('GET', '/user', { role: 'full' })).toMatchObject({
    status: 404,
    body: { error: { code: 'NotFound' } },
  })
})
