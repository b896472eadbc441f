import type { IHttpOperation } from '@stoplight/types'
import { expect, it } from 'vitest'
import { compileBodyAcceptance } from './fast-request.ts'

const schema = { type: 'object', required: ['lit'], properties: { lit: { type: 'boolean' } } }
const contents = [
  { mediaType: 'application/json', schema },
  { mediaType: 'application/x-www-form-urlencoded', schema },
  { mediaType: 'multipart/form-data', schema },
  { mediaType: 'text/*', schema: { type: 'string' } },
  { mediaType: 'application/octet-stream' },
]

const compile = (request: object) => compileBodyAcceptance({ request } as IHttpOperation)
const both = () => [compile({ body: { contents } }), compile({ body: { contents, required: true } })] as const

it.each<[string, boolean, unknown, string | undefined]>([
  ['what fits the schema of its media type', true, { lit: true }, 'application/json'],
  ['the same with a parameter', true, { lit: true }, 'application/json; charset=utf-8'],
  ['the same in other letters', true, { lit: true }, 'Application/JSON'],
  ['what does not fit', false, { lit: 1 }, 'application/json'],
  ['a text in place of a boolean', false, { lit: 'true' }, 'application/json'],
  ['what lacks a member', false, {}, 'application/json'],
  ['a range that is documented', true, 'lit', 'text/plain'],
  ['what does not fit in a range', false, 1, 'text/plain'],
  ['what has no schema', true, 'bytes', 'application/octet-stream'],
  ['the first media type when none is sent', true, { lit: false }, undefined],
  ['what does not fit the first one', false, 'lit', undefined],
  ['a media type that is not documented', false, { lit: true }, 'application/xml'],
  ['what is not a media type', false, { lit: true }, 'json'],
  ['a form, which Prism takes apart first', false, { lit: true }, 'application/x-www-form-urlencoded'],
  ['a form with files', false, { lit: true }, 'multipart/form-data; boundary=x'],
])('accepts %s: %s', (_, sure, body, contentType) => {
  const [optional, required] = both()
  expect(optional(body, contentType)).toBe(sure)
  expect(required(body, contentType)).toBe(sure)
  expect(optional(body, contentType), 'when it is asked again').toBe(sure)
})

it('accepts a missing body only if the body is optional', () => {
  const [optional, required] = both()
  expect([optional(undefined, undefined), required(undefined, undefined)]).toEqual([true, false])
  expect([optional(null, 'application/json'), required(null, 'application/json')]).toEqual([true, false])
  expect([optional('', 'text/plain'), required('', 'text/plain')]).toEqual([true, false])
})

it('accepts only a missing body if no body is documented', () => {
  const none = compileBodyAcceptance({} as IHttpOperation)
  expect([none(undefined, undefined), none({ lit: true }, 'application/json'), none('a', undefined)]).toEqual([
    true,
    false,
    false,
  ])
})

it('accepts any media type for a body whose type the document leaves empty', () => {
  const any = compile({ body: { contents: [{ mediaType: '', schema }] } })
  expect([any({ lit: true }, 'application/xml'), any({ lit: 1 }, 'application/xml')]).toEqual([true, false])
  expect(any({ lit: true }, 'json'), 'what is no media type').toBe(false)
})

it('does not require properties that a request may not have', () => {
  const secret = { type: 'object', required: ['id'], properties: { id: { type: 'string', readOnly: true } } }
  const isValid = compile({ body: { contents: [{ mediaType: 'application/json', schema: secret }] } })
  expect(isValid({}, 'application/json')).toBe(true)
})
