import { expect, it } from 'vitest'
import type { RuntimeInterface, RuntimeOperation } from '../../contract/runtime.ts'
import { compileVocabulary } from './vocabulary.ts'

const operations = [
  {
    template: '/v1/lamps/{id}',
    http: {
      request: { query: [{ name: 'room' }, { name: 'a b' }], body: { contents: [{ mediaType: 'text/csv' }] } },
      responses: [{ contents: [{ mediaType: 'application/json' }] }, {}],
    },
  },
  { template: '/health', http: { responses: [] } },
] as unknown as RuntimeOperation[]
const words = compileVocabulary({ operations } as RuntimeInterface)

it('has the segments, parameters and media types of the document', () => {
  const known = ['v1', 'lamps', 'health', 'room', 'a b', 'text/csv', 'application/json', '{id}']
  expect([...known, 'id', 'hall'].filter(words.has)).toEqual(known)
})

it('shows a path in words of the document', () => {
  expect(words.describe('/v1/lamps/hall', '', operations[0]).path).toBe('/v1/lamps/{id}')
  expect(words.describe('/v1/lamp/hall/lamps', '', undefined).path).toBe('/v1/…/…/lamps')
})

it.each([
  ['', []],
  ['room=hall&room=attic&romm=1', ['room', '…']],
  ['room', ['room']],
  ['a+b=1&r%6fom=%6f', ['a b', 'room']],
  ['secret&x=room=1&&', ['…']],
])('shows the names of the query %j as %j', (query, names) => {
  expect(words.describe('/', query, undefined).query).toEqual(names)
})
