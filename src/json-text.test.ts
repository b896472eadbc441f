import { expect, it } from 'vitest'
import { parseJson, parseJsonOrText } from './json-text.ts'

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
