import { expect, it } from 'vitest'
import { schemaTo30 } from './schema-30.ts'

it.each([
  ['null beside a type', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
  [
    'null as an alternative',
    { anyOf: [{ $ref: '#/components/schemas/Auth' }, { type: 'null' }] },
    { anyOf: [{ $ref: '#/components/schemas/Auth' }, { type: 'object', nullable: true, enum: [null] }] },
  ],
  [
    'a property that is called like a keyword',
    { properties: { type: { type: ['integer', 'null'] }, const: { const: 1 } } },
    { properties: { type: { type: 'integer', nullable: true }, const: {} } },
  ],
  ['what 3.0 does not have', { if: {}, $comment: 'x', 'x-rules': ['SEC-001'], minLength: 1 }, { minLength: 1 }],
  ['a boolean', { additionalProperties: true }, { additionalProperties: true }],
])('SEC-031: %s is said as 3.0 says it', (_, schema, expected) => {
  expect(schemaTo30(schema)).toEqual(expected)
})
