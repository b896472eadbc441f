import { expect, it } from 'vitest'
import type { InterfaceDefinition } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { PrismRequest } from '../request/prism-request.ts'
import { callBehaviour } from './call-behaviour.ts'

const json = [{ mediaType: 'application/json' }, { mediaType: 'text/csv' }]
const responses = [
  { code: '200', contents: json },
  { code: '204', contents: [] },
  { code: '202' },
  { code: 'default', contents: [{ mediaType: 'application/problem+json' }] },
]

function call(answered: unknown, { id = 'getLamp', headers = {} } = {}) {
  const request = { operation: { id, http: { responses } }, parameters: { path: {}, query: {}, header: {} }, headers }
  const definition = { behaviours: { getLamp: () => answered } } as unknown as InterfaceDefinition
  return callBehaviour(request as unknown as PrismRequest, definition)
}

it.each([
  ['the first that its status has', { status: 200, body: {} }, { 'content-type': 'application/json' }],
  ['the default one of another status', { status: 404, body: {} }, { 'content-type': 'application/problem+json' }],
  [
    'the one that the behaviour names',
    { status: 200, mediaType: 'text/csv', body: '' },
    { 'content-type': 'text/csv' },
  ],
  ['none without a body', { status: 200 }, {}],
  ['none where none is documented', { status: 204, body: null }, {}],
  ['none where no content is', { status: 202, body: null }, {}],
  [
    'what the behaviour sets itself',
    { status: 200, headers: { 'content-type': 'a/b' }, body: 1 },
    { 'content-type': 'a/b' },
  ],
])('gives an answer a media type: %s', (_, answered, headers) => {
  const { status, body } = answered as { status: number; body?: unknown }
  expect(call(answered)).toEqual({ status, headers, body })
})

it('leaves to the examples what has no behaviour, and callers who prefer one', () => {
  expect(call({ status: 200 }, { id: 'putLamp' })).toBeUndefined()
  expect(call({ status: 200 }, { headers: { prefer: 'code=404' } })).toBeUndefined()
})

it('hands on a refusal, and waits for what comes later', async () => {
  const refusal = new Refusal('not-found', 'There is none.')
  expect(call(refusal)).toBe(refusal)
  expect(await call(Promise.resolve({ status: 200, body: 1 }))).toMatchObject({ status: 200, body: 1 })
})
