import { expect, it } from 'vitest'
import { decodeRecord, encodeRecord } from './tagged-json.ts'

it('writes plain data as plain JSON, after the version of the form', () => {
  expect(encodeRecord({ status: 'Paid', total: 1, items: [null, true] })).toBe(
    '1{"status":"Paid","total":1,"items":[null,true]}',
  )
})

it.each([
  ['a date', { at: new Date(0) }, '1{"at":{"$":"date","value":0}}'],
  ['a member that is undefined', { a: undefined, b: null }, '1{"a":{"$":"undefined"},"b":null}'],
  ['a date that is none', new Date(Number.NaN), '1{"$":"date","value":null}'],
  ['a map within a map', new Map([['a', new Map([[1, 2n]])]]), undefined],
  ['a set', new Set([1, undefined]), undefined],
  ['bytes', [new Uint8Array([0, 255])], '1[{"$":"bytes","value":"AP8="}]'],
  ['numbers that JSON does not have', [-0, Number.NaN, Number.POSITIVE_INFINITY], undefined],
  ['an object that looks like one of these', { $: 'date', value: 1 }, undefined],
  ['members named after prototypes', JSON.parse('{"__proto__":{"a":1},"constructor":2,"b":{"$":{}}}'), undefined],
])('gives back %s', (_, value, text) => {
  const encoded = encodeRecord(value)
  if (text) expect(encoded).toBe(text)
  expect(decodeRecord(encoded)).toStrictEqual(value)
})

it.each([
  ['function', () => {}],
  ['symbol', Symbol('x')],
  ['RegExp', /x/],
])('refuses a %s', (type, value) => {
  expect(() => encodeRecord({ value })).toThrow(`A record cannot hold a value of type ${type}; store plain data.`)
})

it('refuses text of another release, and text that is not a record', () => {
  expect(() => decodeRecord('2{}')).toThrow('the form 2 of a record is unknown')
  expect(() => decodeRecord('1{"$":"future"}')).toThrow('the type future of a value is unknown')
  expect(() => decodeRecord('1{')).toThrow(SyntaxError)
})
