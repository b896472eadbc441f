import { expect, it } from 'vitest'
import { bodySchema } from './body-schema.ts'

const of = (schema: object | undefined, side: 'request' | 'response') => bodySchema({ schema } as never, side)
const text = { type: 'string' } as const

it('returns the same schema when it leaves nothing out, and undefined without a schema', () => {
  const schema = { type: 'object', properties: { id: text, note: { type: ['string', 'null'], default: null } } }
  expect(of(schema, 'request')).toBe(schema)
  expect(of(schema, 'response')).toBe(schema)
  expect(of(undefined, 'request')).toBeUndefined()
})

it('leaves out properties that only the other side may send', () => {
  const properties = { id: { ...text, readOnly: true }, password: { ...text, writeOnly: true }, note: text }
  const schema = { type: 'object', required: ['id', 'password', 'note'], properties }
  expect(of(schema, 'request')).toMatchObject({ required: ['password', 'note'] })
  expect(of(schema, 'response')).toMatchObject({ required: ['id', 'note'] })
})

it('is undefined for a body that only the other side may send', () => {
  expect(of({ ...text, readOnly: true }, 'request')).toBeUndefined()
})

it('leaves a schema as it is whose parts contradict each other', () => {
  const torn = { allOf: [text, { type: 'integer' }] }
  expect(of(torn, 'request')).toEqual(torn)
})

it('leaves properties out of merged and nested schemas as well', () => {
  const item = { type: 'object', required: ['id'], properties: { id: { ...text, readOnly: true } } }
  const merged = { allOf: [item, { type: 'object', required: ['note'], properties: { note: text } }] }
  expect(of(merged, 'request')).toMatchObject({ required: ['note'] })
  expect(of(merged, 'request')).not.toHaveProperty('allOf')
  const strict = (name: string) => ({ additionalProperties: false, properties: { [name]: text } })
  expect(of({ properties: { pair: { allOf: [strict('a'), strict('b')] } } }, 'request')).toEqual({
    properties: { pair: { additionalProperties: false, properties: { a: text, b: text } } },
  })
  const list = { type: 'object', properties: { items: { type: 'array', items: item } } }
  expect(of(list, 'request')).toMatchObject({ properties: { items: { items: { required: [] } } } })
})
