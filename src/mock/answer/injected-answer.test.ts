import { expect, it } from 'vitest'
import type { InterfaceDefinition } from '../../behaviour/definition.ts'
import type { Operation } from '../../contract/operation.ts'
import { injectedAnswer } from './injected-answer.ts'

const shown = [
  { key: 'elsewhere', externalValue: 'https://lamps.example/dark' },
  { key: 'here', value: { dark: true } },
]
const responses = [
  { code: '404', contents: [{ mediaType: 'text/plain' }, { mediaType: 'application/json', examples: shown }] },
  { code: '409', contents: [{ mediaType: 'application/json' }] },
  { code: '410' },
]
const operation = { id: 'getLamp', http: { responses } } as unknown as Operation
const definition = { renderRefusal: (refusal) => ({ status: 0, headers: {}, body: refusal }) } as InterfaceDefinition

it.each<[number, object, Operation?]>([
  [404, { dark: true }, operation],
  [404, { kind: 'not-found', status: 404, operation: undefined }],
  [409, { kind: 'invalid-request', status: 409, operation: 'getLamp' }, operation],
  [410, { kind: 'invalid-request', operation: 'getLamp' }, operation],
  [499, { kind: 'invalid-request' }],
  [503, { kind: 'unavailable' }],
  [501, { kind: 'internal' }],
])('answers an injected %i with %j', (status, body, asked) => {
  const fault = { effect: { kind: 'status', status } as const, latency: 0, faults: [] }
  const answer = injectedAnswer(fault, asked, definition)
  expect([answer?.status, answer?.body]).toMatchObject([status, body])
})
