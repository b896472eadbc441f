import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { loadRuntime } from '../../workspace/interfaces.ts'
import { faults, tryOut } from './service.fixture.ts'

afterAll(() => expect(faults).toEqual([]))

const documented = new Map(
  loadRuntime('secrets').operations.map(({ id, http }) => [
    id,
    new Set(http.responses.map(({ code }) => Number(code))),
  ]),
)

const segment = fc.oneof(
  fc.constantFrom('secret', 'kv', 'ns1', 'ns2', 'admin', 'auth', 'userpass', 'login', 'reporting', 'sys', 'health'),
  fc.constantFrom('data', 'delete', 'undelete', 'destroy', 'metadata', 'config', 'foo', 'app', 'db', 'foo.', '.', '..'),
  fc.constantFrom(
    '',
    '__proto__',
    'constructor',
    '%00',
    '%zz',
    '%2F',
    '%2e',
    '%F0%9F%98%80',
    '%C0%80',
    'a'.repeat(5000),
  ),
  fc.string({ unit: 'binary-ascii', maxLength: 8 }).map(encodeURIComponent),
)
const path = fc
  .tuple(fc.constantFrom('/v1/', '/v1/', '/v1/', '/v1/', '/v2/', '/', '/v1//'), fc.array(segment, { maxLength: 6 }))
  .map(([start, segments]) => start + segments.join('/'))
const value = fc.oneof(
  fc.constantFrom(
    '1',
    'true',
    'false',
    '0',
    '-1',
    '1e309',
    'null',
    '',
    '__proto__',
    '%00',
    '%zz',
    '[]',
    'x'.repeat(3000),
  ),
  fc.string().map(encodeURIComponent),
)
const query = fc
  .array(
    fc
      .tuple(fc.constantFrom('list', 'help', 'version', 'version[]', '__proto__', 'x', ''), value)
      .map((pair) => pair.join('=')),
    { maxLength: 4 },
  )
  .map((pairs) => pairs.join('&'))
const method = fc.constantFrom(
  'GET',
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'LIST',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'TRACE',
  'BREW',
)
const token = fc.constantFrom(
  ...['svc.example-full-access', 'svc.example-full-access', 'svc.example-read-only', 'svc.example-create-only'],
  ...['svc.example-hidden-path', '__proto__', '', null],
)
const headers = fc.dictionary(
  fc.constantFrom('x-svc-namespace', 'x-svc-request', 'content-type', 'authorization', 'accept', 'origin', 'x-odd'),
  fc.oneof(
    fc.constantFrom('ns1/', 'ns1/ns2', 'true', 'garbage', 'text/plain', 'Bearer', '*/*', '__proto__'),
    fc.string(),
  ),
)
const member = fc.constantFrom(
  'data',
  'versions',
  'max_versions',
  'password',
  '__proto__',
  'constructor',
  'toString',
  '',
)
const body = fc.oneof(
  fc.constantFrom(undefined, '', '{', 'null', '{"data":{"__proto__":{"a":1}}}', '{"versions":[1e400]}', '\u0000'),
  fc.constantFrom('['.repeat(10_000), `${'{"data":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  fc.dictionary(member, fc.jsonValue()).map((value) => JSON.stringify(value)),
  fc
    .dictionary(member, fc.constantFrom({}, [1], [99999999999], 3, 'example-password'))
    .map((value) => JSON.stringify(value)),
)

it('whatever is sent, the answer is a documented one in the documented shape', async () => {
  const ask = await tryOut()
  const request = fc.record({ method, path, query, token, headers, body })
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, query, token, headers, body }) => {
      const answer = await ask(method, query ? `${path}?${query}` : path, { token, headers, body })
      expect(faults.splice(0)).toEqual([])
      expect(answer.status).toBeLessThan(500)
      if (answer.operation) expect(documented.get(answer.operation)).toContain(answer.status)
      if (answer.status >= 400) expect(answer.body).toEqual({ errors: expect.any(Array) })
    }),
    { numRuns: 1000, seed: 2026 },
  )
})

it('a path as long as a server takes one is answered soon', async () => {
  const ask = await tryOut()
  const started = performance.now()
  for (const path of [`/v1/${'a/'.repeat(8000)}`, `/v1/secret/${'a/'.repeat(8000)}x`, `/v1/${'%2F'.repeat(5000)}`]) {
    expect((await ask('GET', path)).status).toBe(404)
    expect((await ask('GET', `${path}?help=1`)).status).toBeLessThan(500)
  }
  expect(performance.now() - started).toBeLessThan(2000)
})
