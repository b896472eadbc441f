import { expect, it } from 'vitest'
import { contractWith } from '../prism/documents.fixture.ts'
import { compileVocabulary } from './vocabulary.ts'

const query = ['room', 'a b'].map((name) => ({ name, in: 'query', schema: {} }))
const lamps = {
  parameters: [{ name: 'id', in: 'path', required: true, schema: {} }],
  put: {
    operationId: 'putLamp',
    parameters: query,
    requestBody: { content: { 'text/csv': { schema: { items: { properties: { colour: {} } } } } } },
    responses: {
      200: { description: 'The lamp.', content: { 'application/json': {} } },
      204: { description: 'None.' },
    },
  },
}
const health = { get: { operationId: 'getHealth', responses: {} } }
const lampsContract = contractWith({ '/lamps/{id}': lamps, '/health': health }, {}, 'rooms', '/v1')
const compile = () => compileVocabulary(lampsContract)

it('has the segments, parameters, members and media types of the document', () => {
  const known = [
    'rooms',
    'v1',
    'lamps',
    'health',
    'room',
    'a b',
    'text/csv',
    'application/json',
    '{id}',
    'colour',
    'id',
  ]
  expect([...known, 'hall'].filter(compile().has)).toEqual(known)
})

it('shows a path in words of the document', () => {
  const words = compile()
  expect(words.describe('/v1/lamps/hall', '', lampsContract.operations.get('putLamp')).path).toBe('/v1/lamps/{id}')
  expect(words.describe('/v1/lamp/hall/lamps', '', undefined).path).toBe('/v1/…/…/lamps')
})

it.each([
  ['', []],
  ['room=hall&room=attic&romm=1', ['room', '…']],
  ['room', ['room']],
  ['a+b=1&r%6fom=%6f', ['a b', 'room']],
  ['secret&x=room=1&&', ['…']],
])('shows the names of the query %j as %j', (query, names) => {
  expect(compile().describe('/', query, undefined).query).toEqual(names)
})
