import { expect, it } from 'vitest'
import type { Operation } from '../../contract/operation.ts'
import { compileUndocumented, type NamedParts } from './undocumented-parts.ts'

const text = { type: 'string' }
const schema = {
  type: 'object',
  allOf: [{ properties: { name: text } }],
  properties: {
    metadata: { type: 'object', additionalProperties: true },
    settings: {
      allOf: [{ properties: { mode: { properties: { on: text } }, note: text } }],
      additionalProperties: true,
    },
    labels: { type: 'object' },
    ['y'.repeat(90)]: text,
    lamps: { type: 'array', items: { type: 'object', properties: { lit: { type: 'boolean' } } } },
  },
}
const compile = (query: object[], more: object = {}) =>
  compileUndocumented({
    document: {},
    path: '/lamps',
    parameters: query.map((node) => ({ ...node, in: 'query', node })),
    contents: [{ schema }],
    ...more,
  } as unknown as Operation)
const find = (sent: NamedParts) => compile([{ name: 'limit' }, { name: 'list_From' }])(sent)
const asked = (query: string) => [...new URLSearchParams(query).keys()]
const nothing = { queryNames: asked(''), headers: {}, body: undefined }
const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`m${index}`, 1]))

it.each([
  [{ name: 'hall', metadata: { any: { member: 1 } }, lamps: [{ lit: true }, null, 'x'] }, []],
  [{ name: 'hall', colour: 'red', lamps: [{ lit: true }, { dim: 1 }] }, ['/colour', '/lamps/1/dim']],
  [{ 'a/b~\r\nü': 1, __proto__: 1, constructor: 1 }, ['/a~1b~0%0D%0A%C3%BC', '/constructor']],
  [JSON.parse('{"__proto__": 1}'), ['/__proto__']],
  [{ '\ud800': 1 }, ['/%EF%BF%BD']],
  [{ ['x'.repeat(200)]: 1 }, [`/${'x'.repeat(100)}`]],
  [many, ['/m0', '/m1', '/m2', '/m3', '/m4', '/m5', '/m6', '/m7', '/m8', '/m9']],
  [{ settings: { other: 1, mode: { off: '' } }, labels: { any: 1 } }, ['/settings/mode/off']],
  [['no object'], []],
  [null, []],
  ['text', []],
])('finds in the body %j the undocumented %j', (body, expected) => {
  expect(find({ ...nothing, body }).map(({ name }) => name)).toEqual(expected)
})

it.each([
  [{ queryNames: asked('LIMIT=1&list_From=&__code=200') }, ['LIMIT: limit', '__code: Prefer: code=…']],
  [{ queryNames: asked('limt=1&limt=2&zzzzzzzz=') }, ['limt: limit', 'zzzzzzzz: undefined']],
  [
    { headers: { 'x-mock-session': 'a', 'x-mocked': '1', 'x-mock-sesion': 'a', accept: '*/*' } },
    ['x-mocked: undefined', 'x-mock-sesion: X-Mock-Session'],
  ],
  [{ body: { lamps: [{ litt: true }], nam: '' } }, ['/lamps/0/litt: lit', '/nam: name']],
  [{ body: { ['y'.repeat(300)]: '' } }, [`/${'y'.repeat(100)}: ${'y'.repeat(90)}`]],
  [{ queryNames: asked('limt='), headers: { 'x-mocked': '' } }, ['limt: limit', 'x-mocked: undefined']],
  [{ queryNames: asked('limt='), body: { nam: '' } }, ['limt: limit', '/nam: name']],
])('suggests a documented name for %j', (sent, expected) => {
  expect(find({ ...nothing, ...sent }).map(({ name, meant }) => `${name}: ${meant}`)).toEqual(expected)
})

it.each([{ schema: { type: 'object' } }, { style: 'deepObject' }])('takes any name for a member of %j', (object) => {
  const queryNames = asked('anything=1')
  expect(compile([{ name: 'limit' }, { name: 'filter', ...object }])({ ...nothing, queryNames })).toEqual([])
})

it('knows `list` where an operation answers the verb LIST', () => {
  const queryNames = asked('list=true')
  expect(compile([], { listVerb: true })({ ...nothing, queryNames })).toEqual([])
  expect(compile([])({ ...nothing, queryNames })).toHaveLength(1)
})

it('finds ten parts at most, and searches no further', () => {
  const queryNames = Object.keys(many)
  expect(find({ ...nothing, queryNames, body: many })).toHaveLength(10)
  let searched = 0
  const lamp = new Proxy({ dim: 1 }, { ownKeys: (lamp) => Reflect.ownKeys(lamp).slice(0, ++searched) })
  expect(find({ ...nothing, body: { lamps: Array(20).fill(lamp) } })).toHaveLength(10)
  expect(searched).toBe(10)
})

it('knows a key that a security scheme sends in the query, and members of the schemas that extend a base', () => {
  const base = { type: 'object', discriminator: { propertyName: 'kind' }, properties: { kind: text } }
  const extended = (own: object) => ({ allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: own }] })
  const document = {
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'query', name: 'api_key' },
        head: { type: 'apiKey', in: 'header', name: 'x' },
      },
      schemas: {
        Pet: base,
        Dog: extended({ bark: text }),
        Puppy: { allOf: [{ $ref: '#/components/schemas/Dog' }] },
        Stone: base,
      },
    },
  }
  const contents = [{ schema: { $ref: '#/components/schemas/Pet' } }]
  const find = compile([], { document, contents })
  const found = find({ ...nothing, queryNames: ['api_key', 'x'], body: { kind: 'Dog', bark: 'loud', weight: 1 } })
  expect(found.map(({ name }) => name)).toEqual(['x', '/weight'])
})
