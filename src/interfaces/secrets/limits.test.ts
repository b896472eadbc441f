import { afterAll, expect, it } from 'vitest'
import { faults, tryOut } from './service.fixture.ts'

afterAll(() => expect(faults).toEqual([]))

const MiB = 1024 * 1024

/** A JSON object of exactly so many bytes, whose strings are no longer than the limit at first allows. */
function bodyOf(size: number): Buffer {
  const names = Array.from({ length: Math.ceil(size / MiB) + 1 }, (_, index) => `${index}`)
  const frame = (value: (name: string) => string) => `{${names.map((name) => `"${name}":"${value(name)}"`).join()}}`
  const left = size - Buffer.byteLength(frame(() => ''))
  const each = Math.floor(left / names.length)
  return Buffer.from(frame((name) => 'x'.repeat(name === '0' ? left - each * (names.length - 1) : each)))
}

it('SEC-111: a body of 32 MiB is accepted, a byte more is refused', async () => {
  const { ask } = await tryOut()
  const max = bodyOf(32 * MiB)
  expect(max).toHaveLength(33_554_432)
  expect((await ask('POST', '/v1/secret/large', { body: max })).status).toBe(204)
  const more = await ask('POST', '/v1/secret/large', { body: Buffer.concat([max, Buffer.from(' ')]) })
  expect(more).toMatchObject({ status: 413, body: { errors: ['the request is too large'] } })
  expect((await ask('PUT', '/v1/kv/config', { body: bodyOf(32 * MiB + 1) })).status).toBe(413)
})

it('SEC-113: the size that is set is the one that holds, and is inclusive', async () => {
  const { ask, set } = await tryOut()
  set({ max_request_size: 20 })
  const paths = ['/v1/secret/x', '/v1/kv/config', '/v1/kv/metadata/x']
  for (const path of paths) {
    for (const method of ['POST', 'PUT']) {
      expect((await ask(method, path, { body: '{"max_versions":  1}' })).status).toBe(204)
      expect((await ask(method, path, { body: '{"max_versions":   1}' })).status).toBe(413)
    }
  }
  expect((await ask('POST', '/v1/auth/userpass/login/x', { body: '{"password": "12345678"}' })).status).toBe(413)
  set({ max_request_size: 64 * MiB })
  expect((await ask('POST', '/v1/secret/x', { body: bodyOf(33 * MiB) })).status).toBe(204)
})

it('SEC-111: where no body is taken, its size does not matter', async () => {
  const { ask, set } = await tryOut()
  set({ max_request_size: 1 })
  expect((await ask('GET', '/v1/secret/foo', { body: '{"a": 1}' })).status).toBe(200)
  expect((await ask('DELETE', '/v1/secret/foo', { body: '{"a": 1}' })).status).toBe(204)
})

it.each([
  ['SEC-114', 'max_json_depth', { a: { b: {} } }, { a: { b: { c: {} } } }],
  ['SEC-115', 'max_json_string_value_length', { a: 'abc' }, { a: 'abcd' }],
  ['SEC-116', 'max_json_object_entry_count', { a: 1, b: 2, c: 3 }, { a: 1, b: 2, c: 3, d: 4 }],
  ['SEC-117', 'max_json_array_element_count', { a: [1, 2, 3] }, { a: [1, 2, 3, 4] }],
])('%s: with %s set to 3, three are accepted and four refused', async (rule, name, most, more) => {
  const { ask, set } = await tryOut()
  for (const method of ['POST', 'PUT']) expect((await ask(method, '/v1/secret/x', { body: more })).status).toBe(204)
  set({ [name]: 3 })
  for (const method of ['POST', 'PUT']) {
    expect((await ask(method, '/v1/secret/x', { body: most })).status).toBe(204)
    expect(await ask(method, '/v1/secret/x', { body: more })).toMatchObject({ status: 400, rules: [rule] })
  }
  expect((await ask('POST', '/v1/kv/data/x', { body: { data: more } })).status).toBe(400)
})

it('SEC-114: nesting that no stack bears is refused, not followed', async () => {
  const { ask } = await tryOut()
  const depth = 10_000
  const nested = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  expect(await ask('POST', '/v1/secret/x', { body: nested })).toMatchObject({ status: 400, rules: ['SEC-114'] })
  expect((await ask('POST', '/v1/kv/data/x', { body: `{"data":${nested}}` })).status).toBe(400)
})

it('SEC-114: the deepest nesting that can be allowed works', async () => {
  const { ask, set } = await tryOut()
  set({ max_json_depth: 1000 })
  const nested = `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`
  expect((await ask('POST', '/v1/secret/x', { body: nested })).status).toBe(204)
  expect((await ask('GET', '/v1/secret/x')).status).toBe(200)
})
