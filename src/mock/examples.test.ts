import { expect, it } from 'vitest'
import { examplesOf } from './examples.ts'
import { contractWith, json } from './prism/documents.fixture.ts'

const elsewhere = { externalValue: 'https://lamps.example/dark' }
const answers = {
  200: {
    description: 'Lamps.',
    content: {
      'text/plain': { schema: { type: 'string' } },
      ...json({ type: 'object' }, { lit: true }),
      'text/csv': { examples: { elsewhere, here: { value: 'lit' } } },
    },
  },
  204: { description: 'None.' },
}
const lamps = examplesOf(contractWith({ '/lamps': { get: { operationId: 'listLamps', responses: answers } } }))

it('finds the values of the examples of an answer', () => {
  expect(lamps.of('listLamps', 200)).toEqual([{ lit: true }, 'lit'])
  expect(lamps.of('listLamps', 204)).toEqual([])
})

it('says which answer the document does not have', () => {
  expect(() => lamps.of('listLamps', 404)).toThrow('pets documents no answer 404 of listLamps')
  expect(() => lamps.of('dimLamp', 200)).toThrow('pets documents no answer 200 of dimLamp')
})
