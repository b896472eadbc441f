import { expect, it } from 'vitest'
import type { RuntimeOperation } from '../contract/runtime.ts'
import { compileOperation, lowestSuccess, named, toAnswer } from './operation.ts'

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

it.each([
  [['404', '204', '201', '2XX', 'default'], '201'],
  [['2XX', '404'], '2XX'],
  [['20', '2', '2000', '12XX', '300', 'default'], undefined],
])('finds the lowest success of %j', (codes, code) => {
  expect(lowestSuccess(codes.map((code) => ({ id: code, code })))?.code).toBe(code)
})

it("reads the variables of the server's address, and no other parameters", () => {
  const http = { id: '', method: 'get', path: '', responses: [] }
  const compiled = (template: string, path: string) =>
    compileOperation({ template, path, http } as unknown as RuntimeOperation)
  const lamp = compiled('/{region}/v{version}/lamps/{id}', '/lamps/{id}')
  expect(lamp.serverOf({ region: 'eu', version: '1', id: 'hall' })).toEqual({ region: 'eu', version: '1' })
  expect(compiled('/lamps/{id}', '/lamps/{id}').serverOf({ id: 'hall' })).toEqual({})
})

it('sends no header without a value', () => {
  expect(named({ 'X-Lit': 0, 'X-Dim': null, 'X-Off': undefined, 'x-note': '' })).toEqual({ 'x-lit': '0', 'x-note': '' })
})
