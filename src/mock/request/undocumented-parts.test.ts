import { expect, it } from 'vitest'
import type { RuntimeOperation } from '../../contract/runtime.ts'
import { SentQuery } from './query.ts'
import { compileUndocumented } from './undocumented-parts.ts'

const text = { type: 'string' }
const schema = {
  type: 'object',
  allOf: [{ properties: { name: text } }],
  properties: {
    metadata: { type: 'object', additionalProperties: true },
    lamps: { type: 'array', items: { type: 'object', properties: { lit: { type: 'boolean' } } } },
  },
}
const find = compileUndocumented({
  http: {
    request: { query: [{ name: 'limit' }, { name: 'list_From' }], body: { contents: [{ schema }] } },
  },
} as unknown as RuntimeOperation)
const nothing = { query: new SentQuery([]), headers: {}, body: undefined }

it.each([
  [{ name: 'hall', metadata: { any: { member: 1 } }, lamps: [{ lit: true }, null, 'x'] }, []],
  [{ name: 'hall', colour: 'red', lamps: [{ lit: true }, { dim: 1 }] }, ['/colour', '/lamps/1/dim']],
  [{ 'a/b~\r\nü': 1, __proto__: 1, constructor: 1 }, ['/a~1b~0%0D%0A%C3%BC', '/constructor']],
  [JSON.parse('{"__proto__": 1}'), ['/__proto__']],
  [{ '\ud800': 1 }, ['/%EF%BF%BD']],
  [{ ['x'.repeat(200)]: 1 }, [`/${'x'.repeat(100)}`]],
  [
    Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`m${index}`, 1])),
    ['/m0', '/m1', '/m2', '/m3', '/m4', '/m5', '/m6', '/m7', '/m8', '/m9'],
  ],
  [null, []],
  ['text', []],
])('finds in the body %j the undocumented %j', (body, expected) => {
  expect(find({ ...nothing, body }).map(({ name }) => name)).toEqual(expected)
})

it.each([
  [
    {
      query: new SentQuery([
        ['LIMIT', '1'],
        ['list_from', ''],
        ['__code', '200'],
      ]),
    },
    [],
  ],
  [
    {
      query: new SentQuery([
        ['limt', '1'],
        ['limt', '2'],
        ['zzzzzzzz', ''],
      ]),
    },
    ['limt: limit', 'zzzzzzzz: undefined'],
  ],
  [
    { headers: { 'x-mock-session': 'a', 'x-mocked': '1', 'x-mock-sesion': 'a', accept: '*/*' } },
    ['x-mocked: undefined', 'x-mock-sesion: X-Mock-Session'],
  ],
  [{ body: { lamps: [{ litt: true }], nam: '' } }, ['/lamps/0/litt: lit', '/nam: name']],
])('suggests a documented name for %j', (sent, expected) => {
  expect(find({ ...nothing, ...sent }).map(({ name, meant }) => `${name}: ${meant}`)).toEqual(expected)
})

it('treats any name as documented if a parameter is an object', () => {
  const open = compileUndocumented({
    http: { request: { query: [{ name: 'filter', schema: { type: 'object' } }] } },
  } as unknown as RuntimeOperation)
  expect(open({ ...nothing, query: new SentQuery([['anything', '1']]) })).toEqual([])
})
