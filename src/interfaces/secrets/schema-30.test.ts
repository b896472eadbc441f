import { expect, it } from 'vitest'
import { schemaTo30 } from './schema-30.ts'

it.each([
  ['null beside a type', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
  ['several types', { type: ['string', 'integer'] }, { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
  [
    'null as an alternative',
    { anyOf: [{ $ref: '#/components/schemas/Auth' }, { type: 'null' }] },
    { anyOf: [{ $ref: '#/components/schemas/Auth' }, { type: 'object', nullable: true, enum: [null] }] },
  ],
  ['a constant', { const: 'a' }, { enum: ['a'] }],
  ['examples', { type: 'string', examples: ['a', 'b'] }, { type: 'string', example: 'a' }],
  ['an exclusive bound', { exclusiveMinimum: 1 }, { minimum: 1, exclusiveMinimum: true }],
  [
    'a reference with company',
    { $ref: '#/components/schemas/A', description: 'x' },
    { allOf: [{ $ref: '#/components/schemas/A' }], description: 'x' },
  ],
  [
    'a property that is called like a keyword',
    { properties: { type: { type: ['integer', 'null'] }, const: true } },
    { properties: { type: { type: 'integer', nullable: true }, const: {} } },
  ],
  ['what 3.0 does not have', { if: {}, $comment: 'x', 'x-rules': ['SEC-001'], minLength: 1 }, { minLength: 1 }],
  ['a boolean', { items: false, additionalProperties: false }, { items: { not: {} }, additionalProperties: false }],
])('SEC-031: %s is said as 3.0 says it', (_, schema, expected) => {
  expect(schemaTo30(schema)).toEqual(expected)
})
