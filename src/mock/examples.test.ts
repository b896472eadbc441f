import { expect, it } from 'vitest'
import type { RuntimeInterface } from '../contract/runtime.ts'
import { examplesOf } from './examples.ts'

const contents = [{ examples: [{ value: 1 }, { externalValue: 'lamp.json' }] }, {}, { examples: [{ value: 2 }] }]
const operations = [
  { id: 'putLamp', http: { responses: [] } },
  { id: 'getLamp', http: { responses: [{ code: '204' }, { code: '200', contents }] } },
]
const examples = examplesOf({ name: 'lamps', operations } as unknown as RuntimeInterface)

it('finds the values of the examples of one answer', () => {
  expect([examples.of('getLamp', 200), examples.of('getLamp', 204)]).toEqual([[1, 2], []])
})

it.each(['putLamp', 'noLamp'])('says that the document has no such answer of %s', (id) => {
  expect(() => examples.of(id, 200)).toThrow(`lamps documents no answer 200 of ${id}`)
})
