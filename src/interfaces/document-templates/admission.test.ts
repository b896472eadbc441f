import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'

const mock = openMock('document-templates')
let session: string

beforeEach(() => {
  session = randomUUID()
})

interface CallOptions {
  /** Role of a seeded credential; undefined for none. */
  as?: string | undefined
  headers?: Record<string, string>
  body?: string | Blob
}

async function call(method: string, target: string, given: CallOptions = {}) {
  const { as, headers, body } = { as: 'full', ...given }
  const response = await fetch(`${mock.origin}/document-templates/2.0${target}`, {
    method,
    headers: {
      'docs-version': '2025.0',
      'x-mock-session': session,
      'content-type': 'application/json',
      ...(as === undefined ? {} : { authorization: `Bearer document-templates.example-${as}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })
  return { status: response.status, challenge: response.headers.get('www-authenticate'), body: await response.json() }
}

const badRequest = { status: 400, body: { type: 'error', status: 400, code: 'bad_request' } }

describe.each([
  ['GET', undefined],
  ['POST', '{"file":{"id":"5006","type":"file"}}'],
])('%s /docgen_templates', (method, body) => {
  const send = (given: CallOptions = {}) => call(method, '/docgen_templates', { ...given, ...(body ? { body } : {}) })

  it('DOC-031: needs an access token', async () => {
    const missing = {
      status: 401,
      challenge: 'Bearer realm="document-templates"',
      body: { type: 'error', status: 401, code: 'unauthorized', message: 'An access token is required.' },
    }
    expect(await send({ as: undefined })).toMatchObject(missing)
    expect(await send({ as: undefined, headers: { authorization: 'Basic YTpi' } })).toMatchObject(missing)
  })

  it('DOC-030: refuses an access token that is not recognized', async () => {
    const unrecognized = {
      status: 401,
      challenge: 'Bearer realm="document-templates", error="invalid_token"',
      body: { code: 'unauthorized', message: 'The access token is not recognized.' },
    }
    expect(await send({ as: 'nobody' })).toMatchObject(unrecognized)
    expect(await send({ as: 'expired' })).toMatchObject(unrecognized)
  })

  it('DOC-014: takes the name of the scheme in any case', async () => {
    expect((await send({ headers: { authorization: 'bearer document-templates.example-full' } })).status).toBe(200)
  })

  it('DOC-012, DOC-013: needs the header docs-version with the value 2025.0', async () => {
    for (const version of ['', '2024.0', '2025', '2025.00', '2025.0, 2025.0']) {
      expect(await send({ headers: { 'docs-version': version } })).toMatchObject(badRequest)
    }
    const response = await fetch(`${mock.origin}/document-templates/2.0/docgen_templates`, {
      method,
      headers: {
        authorization: 'Bearer document-templates.example-full',
        'x-mock-session': session,
        'content-type': 'application/json',
      },
      ...(body ? { body } : {}),
    })
    expect({ status: response.status, body: await response.json() }).toMatchObject(badRequest)
  })

  it('DOC-G02: judges the token before the request', async () => {
    expect((await send({ as: undefined, headers: { 'docs-version': '1' } })).status).toBe(401)
  })
})

it('DOC-011: outside /2.0 nothing is found, in the shape of the interface', async () => {
  const response = await fetch(`${mock.origin}/document-templates/docgen_templates`, {
    headers: { authorization: 'Bearer document-templates.example-full' },
  })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ type: 'error', status: 404, code: 'not_found' })
})
