import { expect, it } from 'vitest'
import type { InterfaceDefinition } from '../../behaviour/definition.ts'
import type { Operation } from '../../contract/operation.ts'
import { injectedAnswer } from './injected-answer.ts'

const examples = [{ key: 'here', value: { dark: true } }]
const shownResponses = [
  { code: '404', headers: [], contents: [{ mediaType: 'application/json', examples }] },
  { code: '410', headers: [], contents: [] },
]
const operation = { id: 'getLamp', shownResponses } as unknown as Operation
const definition = { renderRefusal: (refusal) => ({ status: 0, headers: {}, body: refusal }) } as InterfaceDefinition

it.each<[number, object, Operation?]>([
  [404, { dark: true }, operation],
  [404, { kind: 'not-found', status: 404, operation: undefined }],
  [410, { kind: 'invalid-request', operation: 'getLamp' }, operation],
  [499, { kind: 'invalid-request' }],
  [503, { kind: 'unavailable' }],
  [501, { kind: 'internal' }],
])('answers an injected %i with %j', (status, body, asked) => {
  const fault = { effect: { kind: 'status', status } as const, latency: 0, faults: [] }
  const answer = injectedAnswer(fault, asked, definition)
  expect([answer?.status, answer?.body]).toMatchObject([status, body])
})
