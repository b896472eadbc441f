import { expect, it } from 'vitest'
import { normalizeDocument } from '../../../contract/published/normalize.ts'
import { References } from '../../../contract/published/references.ts'
import { SourceFile } from '../../../contract/published/source-file.ts'
import { compile } from './compile.fixture.ts'
import { printTypes } from './print-types.ts'

type Schemas = Record<string, object>

/** A document with one operation that sends and receives the first of its schemas. */
const documentOf = (schemas: Schemas) => {
  const schema = { $ref: `#/components/schemas/${Object.keys(schemas)[0]}` }
  const content = { 'application/json': { schema } }
  const operation = {
    operationId: 'send',
    requestBody: { required: true, content },
    responses: { 200: { description: 'ok', content } },
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Kites', version: '1' },
    paths: { '/kites': { post: operation } },
    components: { schemas },
  }
}

const typesOf = (schemas: Schemas) => {
  const file = new SourceFile('kites.json', '/kites.json', JSON.stringify(documentOf(schemas)))
  return printTypes(normalizeDocument(new References(file, [])).document, 'kites.yaml')
}

const head = `import type { components, paths } from './types.ts'
type Sent = paths['/kites']['post']['requestBody']['content']['application/json']
type Received = paths['/kites']['post']['responses'][200]['content']['application/json']
type Schemas = components['schemas']
export type All = [Sent, Received, Schemas]
`

const text = { type: 'string' }
const object = (properties: Schemas, required = Object.keys(properties)) => ({ type: 'object', properties, required })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const isA = (value: string) => ({ type: 'string', enum: [value] })

it.each<[string, Schemas, string]>([
  [
    'a read-only member is missing in requests, also in a nested schema',
    {
      Kite: object({ id: { ...text, readOnly: true }, tail: ref('Tail') }),
      Tail: object({ knots: { type: 'integer', readOnly: true } }),
    },
    `export const sent: Sent = { tail: {} }
export const received: Received = { id: '1', tail: { knots: 3 } }
// @ts-expect-error an answer has it
export const short: Received = { tail: { knots: 3 } }
// @ts-expect-error a request may not have it
export const long: Sent = { id: '1', tail: {} }`,
  ],
  [
    'a write-only member is missing in answers, also behind allOf and in a referenced schema',
    {
      User: { allOf: [ref('Name'), object({ secret: ref('Secret') })] },
      Name: object({ name: text }),
      Secret: { ...text, writeOnly: true },
    },
    `export const sent: Sent = { name: 'a', secret: 's' }
export const name = (user: Received): string => user.name
// @ts-expect-error an answer does not have it
export const secret = (user: Received): string => user.secret`,
  ],
  [
    'a schema that only requests use keeps its name',
    { Kite: object({ a: text }), Login: object({ secret: { ...text, writeOnly: true } }) },
    `export const login: Schemas['Login'] = { secret: 's' }`,
  ],
  [
    'a member with a default may be left out of requests and of answers',
    { Kite: object({ colour: { ...text, default: 'red' }, name: text }, ['name']) },
    `export const sent: Sent = { name: 'a' }
export const colour = (kite: Received): string | undefined => kite.colour
// @ts-expect-error it may be missing
export const always = (kite: Received): string => kite.colour`,
  ],
  [
    "the discriminator has the values of the subtypes' own enums",
    {
      Remark: { oneOf: [ref('TextRemark'), ref('QuoteRemark')], discriminator: { propertyName: 'form' } },
      TextRemark: object({ form: isA('text'), text }),
      QuoteRemark: object({ form: isA('quote'), quote: text }),
    },
    `export const words = (remark: Received): string => (remark.form === 'quote' ? remark.quote : remark.text)`,
  ],
  [
    'the discriminator has the values of the mapping, by name and by reference',
    {
      Shape: {
        oneOf: [ref('Circle'), ref('Square')],
        discriminator: {
          propertyName: 'form',
          mapping: { round: 'Circle', even: '#/components/schemas/Square', box: 'Square' },
        },
      },
      Circle: object({ form: text, radius: { type: 'number' } }),
      Square: object({ form: text, edge: { type: 'number' } }),
    },
    `export const size = (shape: Received): number => (shape.form === 'round' ? shape.radius : shape.edge)
export const box: Received = { form: 'box', edge: 1 }
// @ts-expect-error it stands for the other one
export const wrong: Received = { form: 'round', edge: 1 }`,
  ],
  [
    'subtypes of a base have its discriminator by mapping or by name, and a subtype with subtypes has theirs too',
    {
      Pet: { ...object({ kind: text }), discriminator: { propertyName: 'kind', mapping: { cat: 'Cat' } } },
      Cat: { allOf: [ref('Pet'), object({ lives: { type: 'integer' } })] },
      Lion: { allOf: [ref('Cat'), object({ mane: { type: 'boolean' } })] },
      Dog: { allOf: [ref('Pet'), object({ bark: text })] },
    },
    `export const speak = (pet: Schemas['Cat'] | Schemas['Dog']): string => (pet.kind === 'Dog' ? pet.bark : String(pet.lives))
export const lion: Schemas['Lion'] = { kind: 'Lion', lives: 1, mane: true }
export const pet: Received = { kind: 'Parrot' }`,
  ],
  [
    'the schema of defaultMapping may have any value',
    {
      Event: {
        oneOf: [ref('Made'), ref('Other')],
        discriminator: { propertyName: 'type', mapping: { made: 'Made' }, defaultMapping: 'Other' },
      },
      Made: object({ type: text, by: text }),
      Other: object({ type: text }, []),
    },
    `export const other: Received = {}
export const unknown: Received = { type: 'flown' }
export const made: Received = { type: 'made', by: 'a' }`,
  ],
  [
    'members beside a reference count',
    { Kite: { ...ref('Base'), ...object({ tail: text }) }, Base: object({ span: { type: 'integer' } }) },
    `export const kite: Received = { span: 1, tail: 'a' }
// @ts-expect-error both are required
export const short: Received = { span: 1 }`,
  ],
  [
    'a member that refers to a schema may be null beside the reference',
    {
      Kite: object({ tail: { ...ref('Tail'), nullable: true }, line: { ...ref('Tail'), 'x-nullable': true } }),
      Tail: text,
    },
    'export const kite: Received = { tail: null, line: null }',
  ],
  [
    'an object of which nothing is said may have any member',
    { Kite: object({ labels: { type: 'object' } }) },
    'export const kite: Received = { labels: { a: 1 } }',
  ],
  [
    'schemas that contain themselves through lists and unions compile',
    {
      Value: { anyOf: [text, { type: 'null' }, { type: 'array', items: ref('Value') }, ref('Plan')] },
      Plan: object({ steps: { type: 'object', additionalProperties: ref('Value') } }),
      Tree: { allOf: [object({ name: text }), object({ kids: { type: 'array', items: ref('Tree') } }, [])] },
      'a-b': { type: 'array', items: ref('a-b') },
    },
    `export const value: Received = ['a', [null, ['b']], { steps: { x: [null] } }]
export const tree: Schemas['Tree'] = { name: 'a', kids: [{ name: 'b', kids: [] }] }
export const lists: Schemas['a-b'] = [[], [[]]]
// @ts-expect-error a number is nowhere
export const wrong: Received = ['a', [1]]`,
  ],
  [
    'names that every object inherits are names',
    { constructor: object({ toString: text, valueOf: ref('valueOf') }), valueOf: text },
    `export const kite: Received = { toString: 'a', valueOf: 'b' } as unknown as Schemas['constructor']
export const sent: Sent['valueOf'] = 'b'`,
  ],
  [
    'a list may go on after its first elements, unless its schema excludes more',
    {
      Kite: object({
        open: { type: 'array', prefixItems: [text], items: { type: 'integer' } },
        any: { type: ['array', 'null'], prefixItems: [text] },
        few: { type: 'array', prefixItems: [text, text], minItems: 1, items: false },
        two: { type: 'array', prefixItems: [text, text], maxItems: 2 },
      }),
    },
    `export const kite: Received = { open: ['a', 1, 2], any: ['a', true], few: ['a'], two: ['a', 'b'] }
export const none: Received = { ...kite, any: null }
// @ts-expect-error text is only the first
export const texts: Received = { ...kite, open: ['a', 'b'] }
// @ts-expect-error one at least
export const fewer: Received = { ...kite, few: [] }
// @ts-expect-error two at most
export const more: Received = { ...kite, two: ['a', 'b', 'c'] }`,
  ],
  [
    'what one part of allOf requires is required of the members of the others',
    {
      Kite: { allOf: [ref('Parts'), { required: ['line'] }] },
      Parts: object({ tail: text, line: text }, []),
      Long: { allOf: [ref('Parts'), object({ reel: text }, ['reel', 'tail'])] },
    },
    `export const kite: Received = { line: 'a' }
export const long: Schemas['Long'] = { reel: 'a', tail: 'b' }
// @ts-expect-error the line is required
export const loose: Received = { tail: 'a' }
// @ts-expect-error the tail is required
export const short: Schemas['Long'] = { reel: 'a' }`,
  ],
  [
    'a $ref in data is data',
    {
      Kite: {
        ...object({ link: {} }, []),
        example: { link: { $ref: './nowhere.yaml' } },
        default: { $ref: '#/nowhere' },
      },
    },
    'export const kite: Received = { link: 1 }',
  ],
])('%s', async (_, schemas, program) => {
  expect(compile({ 'types.ts': await typesOf(schemas), 'main.ts': head + program })).toEqual([])
})

it('comments say what stands beside a reference', async () => {
  const types = await typesOf({
    Kite: object({ tail: { ...ref('Tail'), description: 'How it flies.', deprecated: true } }),
    Tail: text,
  })
  expect(types).toMatch(/@deprecated\s+\* @description How it flies\.\s+\*\/\s+tail:/)
})

it.each([
  ['number', 'number'],
  ['string', 'string'],
  ['bigint', 'bigint'],
] as const)('int64 is %s by choice', async (int64, type) => {
  const document = documentOf({ Kite: object({ id: { type: 'integer', format: 'int64' }, span: { type: 'integer' } }) })
  const types = await printTypes(document, 'kites.yaml', int64)
  expect(types).toMatch(new RegExp(`id: ${type};`))
  expect(types).toMatch(/span: number;/)
})
