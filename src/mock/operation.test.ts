import { expect, it } from 'vitest'
import type { RuntimeOperation } from '../contract/runtime.ts'
import { toAnswer } from './operation.ts'

const json = [{ mediaType: 'application/json' }, { mediaType: 'text/csv' }]
const responses = [
  { code: '200', contents: json },
  { code: '204', contents: [] },
  { code: '202' },
  { code: 'default', contents: [{ mediaType: 'application/problem+json' }] },
]

const operation = { http: { responses } } as unknown as RuntimeOperation

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
  expect(toAnswer(answered, operation)).toEqual({ status, headers, body })
})
