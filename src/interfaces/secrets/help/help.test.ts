import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, expect, it } from 'vitest'
import { faults, tryOut } from '../service.fixture.ts'

afterAll(() => expect(faults).toEqual([]))

const addresses = [
  '/v1/',
  '/v1/ns1/',
  '/v1/secret',
  '/v1/secret/',
  '/v1/secret/foo',
  '/v1/secret/app/',
  '/v1/secret/nothing/here',
  '/v1/ns1/ns2/secret/foo',
  '/v1/kv/',
  '/v1/kv/config',
  '/v1/kv/data',
  '/v1/kv/data/app/db',
  '/v1/kv/delete/app/db',
  '/v1/kv/undelete/app/db',
  '/v1/kv/destroy/app/db',
  '/v1/kv/metadata/',
  '/v1/kv/metadata/app/',
  '/v1/kv/metadata/app/db',
  '/v1/auth/',
  '/v1/auth/userpass/',
  '/v1/auth/userpass/login/reporting',
  '/v1/sys/',
  '/v1/sys/health',
]

it.each(addresses)('SEC-060, SEC-031: the help of %s holds text and a valid OpenAPI 3.0 document', async (address) => {
  const { ask } = await tryOut()
  const { status, headers, body } = await ask('GET', `${address}?help=1`)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/json')
  expect(body).toMatchObject({ help: expect.stringMatching(/^## /), openapi: { openapi: '3.0.3' } })
  expect(await problemsOf(documentIn(body))).toEqual([])
})

it('SEC-031: the validator of these tests does find what is wrong', async () => {
  const path = {
    get: { responses: { 200: { description: 'x', content: { a: { schema: { type: ['string', 'null'] } } } } } },
  }
  expect(await problemsOf({ openapi: '3.0.3', info: { title: 'x', version: '1' }, paths: { '/': path } })).not.toEqual(
    [],
  )
})

it('SEC-032, SEC-033: the document covers the path and those below it, relative to it', async () => {
  const { ask } = await tryOut()
  const pathsAt = async (address: string) => Object.keys(documentIn((await ask('GET', `${address}?help=1`)).body).paths)
  expect(await pathsAt('/v1/secret/')).toEqual(['/', '/{path}', '/{path}/'])
  expect(await pathsAt('/v1/secret/foo')).toEqual(['/', '/{path}', '/{path}/'])
  expect(await pathsAt('/v1/kv/config')).toEqual(['/'])
  expect(await pathsAt('/v1/kv/metadata/')).toEqual(['/', '/{path}', '/{path}/'])
  expect(await pathsAt('/v1/kv/')).toContain('/data/{path}')
  expect(await pathsAt('/v1/kv/')).not.toContain('/{path}')
  expect(await pathsAt('/v1/sys/')).toEqual(['/health'])
  expect(await pathsAt('/v1/ns1/')).not.toContain('/sys/health')
})

it('SEC-032: an address that takes writes alone shows no read', async () => {
  const { ask } = await tryOut()
  const { body } = await ask('GET', '/v1/kv/delete/app/db?help=1')
  expect(Object.keys(documentIn(body).paths['/'] ?? {}).sort()).toEqual(['parameters', 'post', 'put'])
})

it('SEC-060: the verb LIST and HEAD ask for help like a GET', async () => {
  const { ask } = await tryOut()
  expect((await ask('LIST', '/v1/secret/?help=1')).body).toHaveProperty('help')
  expect((await ask('HEAD', '/v1/secret/foo?help=1')).status).toBe(200)
})

it('SEC-060: help takes the value 1 alone, and a write does not ask for it', async () => {
  const { ask } = await tryOut()
  expect((await ask('GET', '/v1/secret/foo?help=true')).status).toBe(400)
  expect((await ask('POST', '/v1/secret/foo?help=1', { body: { a: 1 } })).status).toBe(204)
})

it('SEC-061: help is given to whoever has permission for the path, be it to create', async () => {
  const { ask } = await tryOut()
  expect((await ask('GET', '/v1/secret/foo?help=1', { token: 'svc.example-create-only' })).status).toBe(200)
  expect((await ask('GET', '/v1/secret/foo?help=1', { token: 'svc.example-without-rights' })).status).toBe(403)
  expect((await ask('GET', '/v1/secret/foo?help=1', { token: null })).status).toBe(403)
  expect((await ask('GET', '/v1/secret/foo?help=1', { token: 'svc.example-hidden-path' })).status).toBe(404)
  expect((await ask('GET', '/v1/?help=1', { token: 'svc.example-without-rights' })).status).toBe(403)
})

it('SEC-085: the help of a login needs no token', async () => {
  const { ask } = await tryOut()
  expect((await ask('GET', '/v1/auth/userpass/login/reporting?help=1', { token: null })).status).toBe(200)
})

it('SEC-099: an invalid path has no help', async () => {
  const { ask } = await tryOut()
  for (const path of [
    '/v1/unknown/foo',
    '/v1/kv/foo',
    '/v1/sys/seal',
    '/v1/auth/unknown/',
    '/v1/ns1/sys/',
    '/v1/secret/foo.',
    '/v2/',
  ]) {
    expect((await ask('GET', `${path}?help=1`)).status).toBe(404)
  }
})

interface Document {
  openapi: string
  paths: Record<string, object>
}

function documentIn(body: unknown): Document {
  if (isHelp(body)) return body.openapi
  throw new Error('there is no document in this answer')
}

function isHelp(body: unknown): body is { openapi: Document } {
  return typeof body === 'object' && body !== null && 'openapi' in body
}

async function problemsOf(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['spec'] })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  return problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)
}
