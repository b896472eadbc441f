import { expect, it } from 'vitest'
import { sampleOf } from './make-sample.ts'
import { expectationOf, placeOf, type SchemaError } from './schema-error.ts'
import { schemasOf } from './schemas.ts'

const describeError = (error: SchemaError) => ({
  at: placeOf(error),
  expected: expectationOf(error) ?? 'what the schema says',
})

const { errors } = schemasOf({})

it.each<[schema: unknown, valid: unknown[], invalid: unknown[]]>([
  [true, [1], []],
  [false, [], [1, null]],
  [{ enum: [] }, [], [null, 1]],
  [{ required: ['constructor'] }, [{ constructor: 1 }], [{}, Object.create({ constructor: 1 })]],
  [{ properties: { toString: { type: 'string' } } }, [{}, { toString: 'a' }], [{ toString: 1 }]],
  [
    { type: 'integer', minimum: 2n ** 60n, maximum: 2n ** 60n + 1n },
    [2n ** 60n + 1n],
    [2n ** 60n - 1n, 2n ** 60n + 2n],
  ],
  [{ type: 'integer' }, [1, 1.0, 2n ** 70n, 1e300], [1.5, Number.POSITIVE_INFINITY, '1']],
  [{ multipleOf: 0.1 }, [0.3, 1e22], [0.35]],
  [{ const: 3n }, [3], [4]],
  [
    { uniqueItems: true },
    [[1, '1', [1], { a: 1 }]],
    [
      [1, 1n],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
  ],
  [{ maxLength: 2 }, ['😀😀', 'ab'], ['abc']],
  [{ pattern: '^(a+)+$' }, ['aaa'], [`${'a'.repeat(5000)}!`]],
  [{ if: { required: ['a'], properties: { a: true } }, unevaluatedProperties: false }, [{ a: 1 }, {}], [{ b: 1 }]],
  [{ prefixItems: [true], contains: { const: 1 }, unevaluatedItems: false }, [[0, 1, 1]], [[0, 1, 2]]],
])('%o', (schema, valid, invalid) => {
  for (const value of valid) expect(errors(schema, value)).toEqual([])
  for (const value of invalid) expect(errors(schema, value)).not.toEqual([])
})

const chain = Object.fromEntries(
  Array.from({ length: 4000 }, (_, at) => [
    `S${at}`,
    at === 3999 ? { type: 'integer', readOnly: true } : { allOf: [{ $ref: `#/components/schemas/S${at + 1}` }] },
  ]),
)
const lists = Object.fromEntries(
  Array.from({ length: 4000 }, (_, at) => [
    `L${at}`,
    at === 3999
      ? { type: 'integer' }
      : { type: ['array', 'integer'], items: { $ref: `#/components/schemas/L${at + 1}` } },
  ]),
)

it('answers for chains of 4,000 references, and for schemas that contain themselves', () => {
  const schemas = {
    ...chain,
    ...lists,
    Tree: { required: ['name'], properties: { kids: { items: { $ref: '#/components/schemas/Tree' } } } },
    Circle: { $ref: '#/components/schemas/Circle' },
  }
  const of = schemasOf({ components: { schemas } })
  const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  expect([1, 'x'].map((value) => of.accepts(refer('S0'), value))).toEqual([true, false])
  expect([[[1]], [['x']]].map((value) => of.accepts(refer('L0'), value))).toEqual([true, false])
  expect(of.errors(refer('Tree'), { name: 1, kids: [{ name: 2, kids: [{}] }] }).map(describeError)).toEqual([
    { at: '/kids/0/kids/0/name', expected: 'a value' },
  ])
  expect(of.accepts(refer('Circle'), 1)).toBe(true)
})

it.each([
  [
    { anyOf: [{ type: 'null' }, { properties: { a: { type: 'integer' } }, type: 'object' }] },
    { a: 'x' },
    ['/a integer'],
  ],
  [
    { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    true,
    [' string', ' integer', ' match exactly one schema in oneOf'],
  ],
  [{ oneOf: [{ const: 1 }, { type: 'integer' }] }, 1, [' match exactly one schema in oneOf']],
  [{ enum: [2n ** 63n, 'a'] }, 1, [' one of 9223372036854775808, "a"']],
  [{ additionalProperties: false }, { 'a/b': 1 }, ['/a~1b nothing']],
  [{ dependentRequired: { a: ['b'] } }, { a: 1 }, ['/b a value']],
  [{ items: false }, [1], [' NOT have more than 0 items']],
])('words the errors of %o', (schema, value, expected) => {
  expect(errors(schema, value).map((error) => Object.values(describeError(error)).join(' '))).toEqual(expected)
})

it('ends at the greatest number of errors', () => {
  expect(errors({ items: { type: 'string' } }, new Array(100_000).fill(1), 5)).toHaveLength(5)
})

it.each([
  ['below allOf', { allOf: [{ required: ['id'] }, { properties: { id: { readOnly: true } } }] }],
  ['by a reference', { required: ['id'], properties: { id: { $ref: '#/components/schemas/Id' } } }],
  ['in a part of a part', { required: ['id'], allOf: [{ $ref: '#/components/schemas/Base' }] }],
])('asks no request for a member that is read-only %s, and finds it there', (_, schema) => {
  const Id = { type: 'integer', allOf: [{ readOnly: true }] }
  const document = {
    components: { schemas: { Id, Base: { properties: { id: { $ref: '#/components/schemas/Id' } } } } },
  }
  const request = schemasOf(document, { side: 'request' })
  const strict = schemasOf(document, { side: 'request', refusesUnsent: true })
  const response = schemasOf(document, { side: 'response', refusesUnsent: true })
  expect([{}, { id: 1 }].map((value) => request.accepts(schema, value))).toEqual([true, true])
  expect([{}, { id: 1 }].map((value) => response.accepts(schema, value))).toEqual([false, true])
  expect(strict.errors(schema, { id: 1 }).map(describeError)).toEqual([
    { at: '/id', expected: 'nothing, because it is read-only' },
  ])
})

it('explains a value by the branch that a discriminator names', () => {
  const part = (member: string) => ({ required: ['kind', member] })
  const document = { components: { schemas: { Cat: part('lives'), Dog: part('bark') } } }
  const oneOf = ['Cat', 'Dog'].map((name) => ({ $ref: `#/components/schemas/${name}` }))
  const discriminator = { propertyName: 'kind', mapping: { dog: 'Dog' } }
  expect(schemasOf(document).errors({ oneOf, discriminator }, { kind: 'dog' }).map(describeError)).toEqual([
    { at: '/bark', expected: 'a value' },
  ])
  expect(schemasOf(document).errors({ oneOf, discriminator }, { kind: 'cow' }).map(describeError)).toEqual([
    { at: '/kind', expected: 'one of "Cat", "dog"' },
  ])
})

it('accepts nothing that is nested too deeply to be checked', () => {
  const { accepts } = schemasOf({ components: { schemas: { List: { items: { $ref: '#/components/schemas/List' } } } } })
  const deep = Array.from({ length: 100_000 }).reduce<unknown>((inner) => [inner], 1)
  expect(() => accepts({ $ref: '#/components/schemas/List' }, deep)).toThrow(RangeError)
})

it('makes an integer at the least int64, which a double writes with the digits of another', () => {
  const schema = { type: 'integer', format: 'int64', minimum: -(2 ** 63), maximum: -(2 ** 63) }
  expect(sampleOf(schema, { schemas: schemasOf({}) })).toEqual({ value: -(2n ** 63n), isValid: true })
})
