import { validateInput, validateOutput } from '@stoplight/prism-http/dist/validator/index.js'
import type { IHttpOperation } from '@stoplight/types'
import { describe, expect, it } from 'vitest'
import { schemasOf } from '../../contract/schema/schemas.ts'
import { compileBodyAcceptance } from './fast-request.ts'
import { compileResponseAcceptance } from './fast-response.ts'

const text = { type: 'string' }
const lamp = { type: 'object', required: ['lit'], properties: { lit: { type: 'boolean' } } }
const secret = { properties: { id: { ...text, readOnly: true }, key: { ...text, writeOnly: true }, note: text } }
const merged = { allOf: [{ ...secret, required: ['id', 'key'] }, { required: ['note'] }] }
const strict = (name: string) => ({ additionalProperties: false, properties: { [name]: text } })
const torn = { allOf: [text, { type: 'integer' }] }

/** Media types of one body, each with its schema. */
const documents: Record<string, object | undefined>[] = [
  { 'application/json': lamp, 'text/*': text, 'application/octet-stream': undefined },
  { 'application/json': { ...secret, required: ['id', 'key', 'note'] } },
  { 'application/json': merged },
  { 'application/json': { properties: { items: { items: { ...secret, required: ['id', 'key'] } } } } },
  { 'application/json': torn },
  { 'application/json; charset=utf-8': lamp, 'text/plain': text },
  { '*/*': lamp },
  {},
]
/** Here Prism accepts other values than JSON Schema: it merges `allOf`, and a schema that is read-only accepts all. */
const lenient = [{ properties: { pair: { allOf: [strict('a'), strict('b')] } } }, { ...text, readOnly: true }]
const forms = { 'application/x-www-form-urlencoded': lamp, 'multipart/form-data': lamp }

const mediaTypes = [
  'application/json',
  'application/json; charset=utf-8',
  'Application/JSON',
  'application/vnd.lamp+json',
  'application/vnd.other+json',
  'application/xml',
  'text/plain',
  'application/octet-stream',
]

const bodies = [
  ...[{ lit: true }, { lit: 1 }, { lit: 'true' }, {}, 'lit', 1, true, [], [{}]],
  ...[{ note: 'a' }, { id: 'a', note: 'b' }, { key: 'a', note: 'b' }, { id: 'a', key: 'b' }],
  ...[{ pair: { a: 'a', b: 'b' } }, { pair: { c: 'c' } }, { items: [{ id: 'a' }] }, { items: [{ key: 'a' }] }],
]

const described = (http: IHttpOperation) => ({ http, document: {} })
const contentsOf = (document: Record<string, object | undefined>) =>
  Object.entries(document).map(([mediaType, schema]) => ({ mediaType, ...(schema && { schema }) }))

describe.each(documents)('a body that is documented as %j', (document) => {
  const contents = contentsOf(document)

  it('accepts a body from a caller if Prism accepts it', () => {
    for (const required of [false, true]) {
      const resource = { request: { body: { contents, required } } } as unknown as IHttpOperation
      const accepts = compileBodyAcceptance(described(resource))
      for (const type of [undefined, ...mediaTypes]) {
        for (const body of [undefined, null, '', ...bodies]) {
          const length = body === undefined ? '0' : '1'
          const headers = { 'content-length': length, ...(type !== undefined && { 'content-type': type }) }
          const element = { method: 'post' as const, url: { path: '/' }, headers, body }
          const isRight = validateInput({ resource, element })._tag === 'Right'
          const shown = JSON.stringify([required, type, body])
          // Without a documented body the mock has nothing to ask Prism.
          if (contents.length > 0) expect(accepts(body, type), shown).toBe(isRight)
          else expect(isRight || !accepts(body, type), shown).toBe(true)
        }
      }
    }
  })

  it('accepts a body from a behaviour if Prism accepts it, and leaves it to Prism where it has parameters', () => {
    const resource = { responses: [{ code: '200', contents }] } as unknown as IHttpOperation
    const accepts = compileResponseAcceptance(described(resource))
    for (const type of [undefined, ...mediaTypes]) {
      for (const body of bodies) {
        const headers = type === undefined ? {} : { 'content-type': type }
        const isRight = validateOutput({ resource, element: { statusCode: 200, headers, body } })._tag === 'Right'
        const isSure = !contents.some(({ mediaType }) => mediaType.includes(';')) || type === contents[0]?.mediaType
        const isLeft = contents.length > 0 && (type === undefined || !isSure)
        expect(accepts({ status: 200, headers, body }), JSON.stringify([type, body])).toBe(isRight && !isLeft)
      }
    }
  })
})

it.each(lenient)('leaves to Prism what the schema itself does not accept: %j', (schema) => {
  const contents = contentsOf({ 'application/json': schema })
  const http = { request: { body: { contents } }, responses: [{ code: '200', contents }] } as unknown as IHttpOperation
  const [accepts, shows] = [compileBodyAcceptance(described(http)), compileResponseAcceptance(described(http))]
  for (const body of [{ lit: true }, 7, { pair: { a: 'a', b: 'b' } }].filter(
    (one) => !schemasOf({}).accepts(schema, one),
  ))
    expect([
      accepts(body, 'application/json'),
      shows({ status: 200, headers: { 'content-type': 'application/json' }, body }),
    ]).toEqual([false, false])
})

it('judges a body by the media type that has its name, where Prism takes the first of its kind', () => {
  const contents = contentsOf({ 'application/vnd.lamp+json': lamp, 'application/json': text })
  const accepts = compileBodyAcceptance(described({ request: { body: { contents } } } as unknown as IHttpOperation))
  expect([accepts({ lit: true }, 'application/json'), accepts('lit', 'application/json')]).toEqual([false, true])
})

it('leaves to Prism what Prism takes apart first, and what is not a media type', () => {
  const alike = { 'application/x-www-form-urlencoded-2': lamp, 'x-multipart/form-data': lamp }
  const contents = contentsOf({ ...forms, ...alike, '': lamp })
  const accepts = compileBodyAcceptance(described({ request: { body: { contents } } } as IHttpOperation))
  const shows = compileResponseAcceptance(
    described({ responses: [{ code: '200', contents }] } as unknown as IHttpOperation),
  )
  const body = { lit: true }
  for (const type of [...Object.keys(forms), 'multipart/form-data; boundary=x', 'json', 'garbage', '']) {
    expect(accepts(body, type), type).toBe(false)
    expect(shows({ status: 200, headers: { 'content-type': type }, body }), type).toBe(false)
  }
  expect(accepts(body, 'application/xml'), 'a body whose type the document leaves empty').toBe(true)
  expect(accepts({ lit: 1 }, 'application/xml')).toBe(false)
  expect(shows({ status: 200, headers: { 'content-type': 'application/xml' }, body })).toBe(false)
  for (const type of Object.keys(alike)) expect(accepts(body, type), type).toBe(true)
})

it('accepts no body where none is documented, and leaves any other to Prism', () => {
  const accepts = compileBodyAcceptance(described({} as IHttpOperation))
  expect([accepts(undefined, undefined), accepts({}, undefined)]).toEqual([true, false])
})

it.each<[string, boolean, number, string | undefined, unknown, string?]>([
  ['of bytes', true, 200, 'application/json', Buffer.from('x')],
  ['of a range of codes', true, 202, 'text/plain', 'lit'],
  ['without a body', true, 204, undefined, undefined],
  ['with a wrong header', false, 200, 'application/json', { lit: true }, 'many'],
  ['of a code that is not documented', false, 404, 'application/json', { lit: true }],
])('accepts an answer %s: %s', (_, isAccepted, status, mediaType, body, given = '7') => {
  const headers = [{ name: 'X-Rate', style: 'simple', required: true, schema: { type: 'integer' } }]
  const responses = [
    { code: '2XX', contents: contentsOf({ 'text/plain': undefined }) },
    { code: '200', contents: contentsOf({ 'application/json': lamp }), headers },
    { code: '204' },
  ]
  const accepts = compileResponseAcceptance(described({ responses } as unknown as IHttpOperation))
  const sent = { 'x-rate': given, ...(mediaType === undefined ? {} : { 'content-type': mediaType }) }
  expect(accepts({ status, headers: sent, body })).toBe(isAccepted)
})
