import type { IHttpOperation } from '@stoplight/types'
import { expect, it } from 'vitest'
import { plainExample } from './plain-example.ts'

const content = { id: 'c', mediaType: 'application/json', examples: [{ id: 'e', key: 'one', value: { lit: true } }] }
const header = {
  id: 'h',
  name: 'X-Rate',
  style: 'simple',
  schema: { type: 'integer' },
  examples: [{ id: 'r', key: 'r', value: 7 }],
}
const response = { id: 'r', code: '200', contents: [content], headers: [header] }
const refusal = { id: 'x', code: '404', contents: [content] }

function lamp(changes: object = {}): IHttpOperation {
  return { id: 'o', method: 'get', path: '/lamp', responses: [refusal, response], ...changes } as IHttpOperation
}

it.each([undefined, 'application/json', '*/*', 'application/*', 'text/html, application/json;q=0.1'])(
  'is the first example of the lowest success for Accept: %s',
  (accept) => {
    expect(plainExample(lamp(), accept)).toEqual({
      status: 200,
      headers: { 'x-rate': '7', 'content-type': 'application/json' },
      body: { lit: true },
    })
  },
)

it('is that of the lowest status, whatever their order, and has no header without a schema', () => {
  const { schema: _, ...bare } = header
  const other = { ...response, code: '202', headers: [] }
  for (const responses of [
    [response, other],
    [other, response],
  ])
    expect(plainExample(lamp({ responses }), undefined)?.status).toBe(200)
  const responses = [{ ...other, headers: [{ ...bare, name: 'X-Bare' }] }]
  expect(plainExample(lamp({ responses }), undefined)).toEqual({
    status: 202,
    headers: { 'content-type': 'application/json' },
    body: { lit: true },
  })
  const plain = { code: '200', contents: [content] }
  expect(plainExample(lamp({ responses: [plain] }), undefined)?.headers).toEqual({ 'content-type': 'application/json' })
})

it.each(['text/html', 'application/json;q=0', 'application/json;q=0, */*', 'garbage', ''])(
  'is left to Prism for Accept: %s',
  (accept) => {
    expect(plainExample(lamp(), accept)).toBeUndefined()
  },
)

it.each([
  ['a choice of media types', { contents: [content, { ...content, mediaType: 'text/plain' }] }],
  ['no example', { contents: [{ ...content, examples: [] }] }],
  ['no body', { contents: [] }],
  ['a code that is neither a status nor a range', { code: '2xx' }],
  ['a range of media types', { contents: [{ ...content, mediaType: 'application/*' }] }],
  ['an example elsewhere', { contents: [{ ...content, examples: [{ externalValue: 'https://example.com' }] }] }],
  ['an example without a value', { contents: [{ ...content, examples: [{ value: undefined }] }] }],
  ['a header that has to be made up', { headers: [{ ...header, examples: [] }] }],
  [
    'a header beside one that has to be made up',
    { headers: [header, { ...header, examples: [{ externalValue: 'x' }] }] },
  ],
  ['a range of statuses', { code: '2XX' }],
  ['no success', { code: '500' }],
])('is left to Prism if there is %s', (_, changes) => {
  expect(plainExample(lamp({ responses: [{ ...response, ...changes }] }), undefined)).toBeUndefined()
})

it.each([{ deprecated: true }, { callbacks: [] }, { method: 'head' }])(
  'is left to Prism for an operation with %j',
  (changes) => {
    expect(plainExample(lamp(changes), undefined)).toBeUndefined()
  },
)
