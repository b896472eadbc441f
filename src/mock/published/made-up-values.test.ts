import { describe, expect, it } from 'vitest'
import { answers, integer, json, list, object, record, serveDocument, string } from './serve-document.fixture.ts'

const text = (more: object) => ({ ...string, ...more })

describe('a value that is made up', () => {
  const nullable = { type: ['string', 'null'] }
  const shown: Record<string, [schema: object, value: unknown]> = {
    'a default of null': [record({ a: { ...nullable, default: null } }), { a: null }],
    'a default of null in an enum': [record({ a: { enum: ['x', null], default: null } }), { a: null }],
    'a default of null beside oneOf': [
      record({ a: { oneOf: [string, { type: 'null' }], default: null } }),
      { a: null },
    ],
    'a default of null in a list': [list({ ...nullable, default: null }), [null]],
    'an example of null': [record({ a: { ...nullable, example: null } }), { a: null }],
    'examples of null': [record({ a: { ...nullable, examples: [null] } }), { a: null }],
    'a default of null that the type forbids': [record({ a: { ...integer, default: null } }), { a: 1 }],
    'the usual text of a format that a pattern allows': [
      record({ a: text({ format: 'decimal', pattern: '^-?\\d{0,6}(?:\\.\\d{0,2})?$' }) }),
      { a: '1.5' },
    ],
    'empty defaults': [
      record({ a: { type: 'boolean', default: false }, b: { ...integer, default: 0 } }),
      { a: false, b: 0 },
    ],
  }
  it.each(Object.entries(shown))('is what the schema shows: %s', async (_, [schema, value]) => {
    const { call } = await serveDocument({
      openapi: '3.1.0',
      paths: { '/a': { get: { responses: answers('200', schema) } } },
    })
    expect((await call('GET', '/a')).body).toEqual(value)
  })

  it.each([
    ['short addresses', text({ format: 'email', maxLength: 6 })],
    ['long addresses', text({ format: 'email', minLength: 200, maxLength: 254 })],
    ['long addresses of IPv6', text({ format: 'ipv6', minLength: 39 })],
    ['short addresses of the web', text({ format: 'uri', maxLength: 8 })],
    ['addresses of a server', text({ format: 'uri', pattern: '^https://shop\\.example/' })],
    ['times with fractions', text({ format: 'date-time', minLength: 24 })],
    ['identifiers of a version', text({ format: 'uuid', pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-7' })],
    ['bytes', text({ format: 'byte', minLength: 30, maxLength: 36 })],
    ['the last integer of 32 bits', { ...integer, format: 'int32', minimum: 2147483647 }],
    ['large multiples', { ...integer, minimum: 9007199254740992, multipleOf: 7 }],
    ['cents', { type: 'number', multipleOf: 0.01, minimum: 0.995 }],
    [
      'names of a pattern',
      { type: 'object', patternProperties: { '^x-': integer }, additionalProperties: false, minProperties: 3 },
    ],
    ['names of two letters', { type: 'object', propertyNames: { pattern: '^[a-z]{2}$' }, minProperties: 3 }],
    ['names of a digit', { type: 'object', propertyNames: { pattern: '^k\\d$' }, minProperties: 10 }],
    ['different digits', { ...list(text({ pattern: '^\\d$' })), minItems: 10, uniqueItems: true }],
  ])('keeps its bounds: %s', async (_, schema) => {
    const { call, leftOut } = await serveDocument({
      openapi: '3.1.0',
      paths: { '/a': { get: { responses: answers('200', schema) } } },
    })
    for (const prefer of ['', 'dynamic=true, seed=3'])
      expect((await call('GET', '/a', undefined, { prefer })).headers.get('x-mock-warnings')).toBeNull()
    expect(leftOut()).toEqual([])
  })

  it('is left out of headers that steer clients, and has the form of the others', async () => {
    const names = [
      'Access-Control-Allow-Headers',
      'Clear-Site-Data',
      'Content-Security-Policy',
      'Refresh',
      'Date',
      'ETag',
      'Last-Modified',
      'Retry-After',
      'X-Note',
    ]
    const headers = Object.fromEntries(names.map((name) => [name, { schema: string }]))
    const shown = { 'Strict-Transport-Security': { schema: string, example: 'max-age=1' } }
    const responses = { 200: { description: 'It.', headers: { ...headers, ...shown }, content: json(integer) } }
    const { call } = await serveDocument({ paths: { '/a': { get: { responses } } } })
    const { headers: sent } = await call('GET', '/a')
    expect(Object.fromEntries(names.slice(0, 4).map((name) => [name, sent.get(name)]))).toEqual(
      Object.fromEntries(names.slice(0, 4).map((name) => [name, null])),
    )
    expect(Date.parse(sent.get('date') ?? '')).not.toBeNaN()
    expect(Date.parse(sent.get('last-modified') ?? '')).not.toBeNaN()
    expect([sent.get('etag'), sent.get('retry-after'), sent.get('x-note')]).toEqual(['"1"', '1', 'X-Note'])
    expect(sent.get('strict-transport-security')).toBe('max-age=1')
  })
})

describe('a record', () => {
  const members = {
    name: string,
    age: { ...integer, default: 5 },
    note: { type: ['string', 'null'], default: null },
    size: object({ width: { ...integer, default: 2 } }),
  }
  const uuid = text({ format: 'uuid' })

  it.each<[what: string, inPath: object, id: object]>([
    ['a text in the path, an integer in the record', string, integer],
    ['a text in the path, an integer of 64 bits in the record', string, { ...integer, format: 'int64' }],
    ['an integer in the path, a text in the record', integer, string],
    ['multiples of ten', integer, { ...integer, multipleOf: 10 }],
    ['multiples of ten, as text in the path', string, { ...integer, multipleOf: 10 }],
    ['a text in the path, an identifier in the record', string, uuid],
    ['at least 1000', { ...integer, minimum: 1000 }, { ...integer, minimum: 1000 }],
    ['an integer or null', string, { type: ['integer', 'null'] }],
    ['a text of a pattern', text({ pattern: '^pet_[a-z]{3}$' }), text({ pattern: '^pet_[a-z]{3}$' })],
  ])('has a separate key that its schemas allow, and its defaults: %s', async (_, schema, id) => {
    const Pet = { ...record({ id, name: string }), properties: { id, ...members } }
    const body = {
      requestBody: {
        content: json({
          ...record({ name: string }),
          properties: { ...members, state: { ...string, default: 'new' }, loud: { type: 'boolean', default: true } },
        }),
      },
    }
    const shape = { ...Pet, properties: { ...Pet.properties, state: string } }
    const { call } = await serveDocument({
      openapi: '3.1.0',
      paths: {
        '/pets': {
          get: { responses: answers('200', list(shape)) },
          post: { ...body, responses: answers('201', shape) },
        },
        '/pets/{petId}': {
          parameters: [{ name: 'petId', in: 'path', required: true, schema }],
          get: { responses: { ...answers('200', shape), ...answers('404') } },
          put: { ...body, responses: answers('200', shape) },
          patch: { ...body, responses: answers('200', shape) },
        },
      },
    })
    const made = (await call('POST', '/pets', { name: 'Rex', size: {} })).body as { id: unknown }
    expect(made).toEqual({ id: made.id, name: 'Rex', age: 5, note: null, size: { width: 2 }, state: 'new' })
    const at = `/pets/${encodeURIComponent(String(made.id))}`
    expect((await call('GET', at)).body).toEqual(made)
    const all = (await call('GET', '/pets')).body as { id: unknown }[]
    expect([all.length, new Set(all.map((one) => one.id)).size]).toEqual([2, 2])
    for (const one of all) expect((await call('GET', `/pets/${encodeURIComponent(String(one.id))}`)).body).toEqual(one)
    expect((await call('PUT', at, { name: 'Tom' })).body).toMatchObject({
      id: made.id,
      name: 'Tom',
      age: 5,
      note: null,
    })
    expect((await call('PATCH', at, { name: 'Tim' })).body).toMatchObject({ id: made.id, name: 'Tim', age: 5 })
  })
})
