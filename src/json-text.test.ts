import { expect, it } from 'vitest'
import { parseJson, parseJsonOrText, printJson } from './json-text.ts'

it.each([
  ['{"a":[1]}', { a: [1] }, { a: [1] }],
  ['null', null, null],
  ['""', '', ''],
  ['{"a":', undefined, '{"a":'],
  ['', undefined, ''],
])('reads %j', (text, value, orText) => {
  expect(parseJson(text)).toEqual(value)
  expect(parseJsonOrText(text)).toEqual(orText)
})

it.each([
  [{ a: [9007199254740993n] }, undefined, undefined, '{"a":[9007199254740993]}'],
  [{ a: 9007199254740993n }, 1, ' ', ' {\n "a": 9007199254740993\n}'],
  [{ a: 1 }, undefined, ' ', '{"a":1}'],
])('prints %o with all digits', (value, indent, prefix, text) => {
  expect(printJson(value, indent, prefix)).toBe(text)
})
