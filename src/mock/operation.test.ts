import { expect, it, vi } from 'vitest'
import type { RuntimeOperation } from '../contract/runtime.ts'
import { compileLamps } from './lamps-document.fixture.ts'
import { compileOperation, toAnswer, tryExamples } from './operation.ts'
import { requireAsPrism } from './required-as-prism.ts'

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

it('compiles the schemas of bodies when it tries the examples, so that a request finds them compiled', async () => {
  const { operations } = await compileLamps()
  const putLamp = structuredClone(operations.find(({ id }) => id === 'putLamp')) ?? expect.fail('there is no putLamp')
  // Equal schemas are compiled once in a process, and other tests may have had these.
  for (const { contents = [] } of [putLamp.http.request?.body ?? {}, ...putLamp.http.responses]) {
    for (const content of contents) content.schema = { ...content.schema, title: 'of this test alone' }
  }
  const ajv: typeof import('ajv/dist/core.js') = requireAsPrism('ajv/dist/core')
  const compile = vi.spyOn(ajv.default.prototype, 'compile')
  try {
    const compiled = compileOperation(putLamp)
    expect(compile).toHaveBeenCalledTimes(0)
    tryExamples(putLamp, compiled)
    const { length } = compile.mock.calls
    expect(length).toBeGreaterThan(1)
    const body = { lit: true }
    expect(compiled.acceptsBody(body, 'application/json')).toBe(true)
    const headers = { 'content-type': 'application/json' }
    expect(compiled.acceptsResponse({ status: 200, headers, body })).toBe(true)
    expect(compile).toHaveBeenCalledTimes(length)
  } finally {
    compile.mockRestore()
  }
})
