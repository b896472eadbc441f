import { expect, it } from 'vitest'
import { schemaTo30 } from './schema.ts'

const token = { $ref: '#/components/schemas/Token' }

it.each([
  ['null beside a type', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
  [
    'null beside an inline schema',
    {
      description: 'x',
      anyOf: [
        { type: 'string', 'x-rules': ['A-1'] },
        { type: 'null', 'x-assumption': 'y' },
      ],
    },
    { description: 'x', type: 'string', nullable: true, 'x-rules': ['A-1'], 'x-assumption': 'y' },
  ],
  [
    'null beside a reference',
    { anyOf: [token, { type: 'null' }] },
    { anyOf: [token, { type: 'object', nullable: true, enum: [null] }] },
  ],
  ['several types', { type: ['string', 'integer'] }, { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
  ['keywords beside a reference', { ...token, description: 'x' }, { description: 'x', allOf: [token] }],
  ['a reference alone', token, token],
  ['a constant', { const: false }, { enum: [false] }],
  ['an exclusive bound', { exclusiveMinimum: 0 }, { minimum: 0, exclusiveMinimum: true }],
  ['bytes in base64', { type: 'string', contentEncoding: 'base64' }, { type: 'string', format: 'byte' }],
  [
    'bytes as they are',
    { type: 'string', contentMediaType: 'application/octet-stream' },
    { type: 'string', format: 'binary' },
  ],
  ['several examples', { examples: [1, 2] }, { example: 1 }],
  [
    'properties that are called like keywords',
    { properties: { type: { type: ['integer', 'null'] }, const: { const: 1 } } },
    { properties: { type: { type: 'integer', nullable: true }, const: { enum: [1] } } },
  ],
  ['keywords that 3.0 does not have', { if: {}, $comment: 'x', minLength: 1 }, { minLength: 1 }],
  ['extensions', { 'x-rules': ['SEC-001'] }, { 'x-rules': ['SEC-001'] }],
  ['a boolean', { additionalProperties: true, items: true }, { additionalProperties: true, items: {} }],
])('%s is said as OpenAPI 3.0 says it', (_, schema, expected) => {
  expect(schemaTo30(schema)).toEqual(expected)
})
