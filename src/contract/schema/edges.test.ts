import { expect, it } from 'vitest'
import { edgesOf } from './edges.ts'
import { sampleOf } from './make-sample.ts'
import { schemasOf } from './schemas.ts'

const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const document = {
  components: {
    schemas: {
      Order: {
        type: 'object',
        required: ['id', 'lines'],
        additionalProperties: false,
        properties: {
          id: { type: 'integer', format: 'int64', minimum: 1 },
          secret: { type: 'string', writeOnly: true },
          state: { enum: ['open', 'held', null] },
          note: { type: ['string', 'null'], format: 'email', maxLength: 9 },
          lines: { type: 'array', minItems: 1, maxItems: 3, uniqueItems: true, items: refer('Line') },
          parent: refer('Order'),
        },
      },
      Line: {
        oneOf: [refer('Weighed'), refer('Counted')],
        discriminator: { propertyName: 'by', mapping: { weight: 'Weighed', count: '#/components/schemas/Counted' } },
      },
      Weighed: {
        type: 'object',
        required: ['by', 'kilos'],
        properties: {
          by: { type: 'string' },
          kilos: { type: 'number', exclusiveMinimum: 0, maximum: 5.5, multipleOf: 0.05 },
        },
      },
      Counted: {
        type: 'object',
        required: ['by', 'pieces'],
        properties: { by: { const: 'count' }, pieces: { type: 'integer', minimum: 1 } },
      },
      Shape: {
        type: 'object',
        required: ['form'],
        properties: { form: { type: 'string' } },
        discriminator: { propertyName: 'form', mapping: { round: 'Circle' } },
      },
      Circle: { allOf: [refer('Shape'), { required: ['radius'], properties: { radius: { type: 'number' } } }] },
    },
  },
}
const schemas = schemasOf(document, { side: 'response' })
const found = [...edgesOf(refer('Order'), { schemas })]

it.each([
  ['/id', 'minimum', 'above minimum 1', true],
  ['/id', 'minimum', 'below minimum 1', false],
  ['/id', 'format', 'beyond int64', false],
  ['/id', 'type', '2^53 + 1', true],
  ['/id', 'type', 'a number as text', false],
  ['/state', 'enum', 'the member "held"', true],
  ['/state', 'enum', 'outside of enum', false],
  ['/note', 'maxLength', 'longer than 9 characters', false],
  ['/note', 'type', 'null', true],
  ['/note', 'type', 'a backslash', false],
  ['/note', 'format', 'email with a wrong value', false],
  ['/lines', 'minItems', 'an empty list', false],
  ['/lines', 'maxItems', 'of 3 items', true],
  ['/lines', 'maxItems', 'with more than 3 items', false],
  ['/lines', 'uniqueItems', 'with an item twice', false],
  ['/lines/0', 'oneOf', 'branch 2 of oneOf', true],
  ['/lines/0/kilos', 'maximum', 'at maximum 5.5', true],
  ['/lines/0/kilos', 'maximum', 'above maximum 5.5', false],
  ['/lines/0/kilos', 'multipleOf', 'no multiple of 0.05', false],
  ['/lines/0/pieces', 'minimum', 'below minimum 1', false],
  ['/parent/id', 'minimum', 'below minimum 1', false],
  ['', 'required', 'without id', false],
  ['', 'properties', 'without note', true],
  ['', 'additionalProperties', 'with one more member', false],
  ['', 'type', 'null', false],
])('tries %s: %s, %s', (place, keyword, what, valid) => {
  const edges = found.filter((edge) => edge.place === place && edge.keyword === keyword && edge.what === what)
  expect([...new Set(edges.map((edge) => edge.valid))]).toEqual([valid])
})

it('labels each edge as the validator does, gives none twice, and the same ones each time', () => {
  for (const { value, valid } of found) expect(schemas.accepts(refer('Order'), value)).toBe(valid)
  const print = (values: unknown[]) =>
    values.map((value) => String(JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}n` : one))))
  expect(new Set(print(found.map(({ place, value }) => [place, value]))).size).toBe(found.length)
  expect(print([...edgesOf(refer('Order'), { schemas })])).toEqual(print(found))
})

it('has faults in one place each', () => {
  const faults = [...edgesOf(refer('Counted'), { schemas })].filter(({ valid }) => !valid)
  expect(faults.length).toBeGreaterThan(20)
  for (const { value, place } of faults) {
    const places = schemas.errors(refer('Counted'), value).map(({ instancePath }) => instancePath)
    expect(new Set(places)).toEqual(new Set([place]))
  }
})

it('is bounded for schemas that contain themselves or are huge', () => {
  const names = Array.from({ length: 300 }, (_, at) => `S${at}`)
  const all = Object.fromEntries(
    names.map((name) => [
      name,
      { type: 'object', properties: Object.fromEntries(names.slice(0, 30).map((one) => [one, refer(one)])) },
    ]),
  )
  const huge = schemasOf({ components: { schemas: all } })
  expect([...edgesOf(refer('S0'), { schemas: huge, max: 500 })]).toHaveLength(500)
})

it.each([
  ['minimal', { id: 1, lines: [{ by: 'weight', kilos: 1 }] }],
  ['full', { id: 1, lines: [{ by: 'weight', kilos: 1 }], state: 'open', note: 'a@b.co' }],
] as const)('makes a %s sample', (size, expected) => {
  const { value, isValid } = sampleOf(refer('Order'), { schemas, size })
  const { parent: _, ...own } = value as { parent?: unknown }
  expect([own, isValid]).toEqual([expected, true])
})

it('sends a subtype in the place of a base with a discriminator', () => {
  expect(sampleOf(refer('Shape'), { schemas }).value).toEqual({ form: 'round', radius: 1 })
})
