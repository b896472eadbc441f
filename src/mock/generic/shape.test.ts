import type { IHttpOperation } from '@stoplight/types'
import { expect, it } from 'vitest'
import { followed, jsonShape, propertiesOf, requiredOf, successOf } from './shape.ts'

const operation = (...codes: string[]) => ({ responses: codes.map((code) => ({ code })) }) as unknown as IHttpOperation

it.each([
  [['404', '204', '200', '202', 'default'], '200', 200],
  [['500', '2XX', 'default'], '2XX', 200],
  [['404', 'default'], 'default', 200],
  [['404', '201'], '201', 201],
])('finds the success among %j', (codes, code, status) => {
  expect(successOf(operation(...codes))).toEqual({ status, response: { code } })
})

it('finds no success where none is documented', () => {
  expect(successOf(operation('302', '404', '5XX'))).toBeUndefined()
})

it('reads the first body in JSON, with the examples of the document', () => {
  const http = operation()
  const content = (mediaType: string, more: object = {}) => ({ id: '', mediaType, ...more }) as never
  const examples = [{ externalValue: 'https://example.com' }, { value: 1 }, { value: 2 }]
  const schema = { type: 'integer' }
  expect(jsonShape(http, [content('text/plain'), content('application/hal+json', { schema, examples })])).toEqual({
    mediaType: 'application/hal+json',
    schema,
    example: 1,
    examples: [1, 2],
    root: http,
  })
  expect(jsonShape(http, [content('application/json')])).toMatchObject({ schema: {}, examples: [] })
  expect(jsonShape(http, [content('text/plain')])).toBeUndefined()
  expect(jsonShape(http)).toBeUndefined()
})

const [a, b, c] = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }]
const root = {
  schemas: {
    Own: { properties: { a }, required: ['a'] },
    Joined: { allOf: [{ $ref: '#/schemas/Own' }, { properties: { b } }, true], properties: { c }, required: ['c'] },
    Endless: { $ref: '#/schemas/Endless' },
    Nested: { allOf: [{ $ref: '#/schemas/Nested' }], properties: { a }, required: ['a'] },
  },
}

it.each([
  [{ properties: { a } }, { a }, []],
  [{ properties: 1, required: 'a', allOf: {} }, {}, []],
  [{ $ref: '#/schemas/Own' }, { a }, ['a']],
  [{ $ref: '#/schemas/Joined' }, { a, b, c }, ['a', 'c']],
  [{ $ref: '#/schemas/Nothing' }, {}, []],
  [{ $ref: '#/schemas/Endless' }, {}, []],
  [{ allOf: [{ properties: { a: b } }, { properties: { a: c } }] }, { a: c }, []],
])('joins the members of %j', (schema, properties, required) => {
  expect(propertiesOf(schema, root)).toEqual(properties)
  expect(requiredOf(schema, root)).toEqual(required)
})

it('ends in a schema that contains itself', () => {
  const nested = { $ref: '#/schemas/Nested' }
  expect(propertiesOf(nested, root)).toEqual({ a })
  expect(new Set(requiredOf(nested, root))).toEqual(new Set(['a']))
})

it('follows one reference', () => {
  expect(followed({ $ref: '#/schemas/Own' }, root)).toBe(root.schemas.Own)
  expect(followed(root.schemas.Own, root)).toBe(root.schemas.Own)
  expect(followed({ $ref: '#/schemas/Nothing' }, root)).toEqual({})
})
