import { expect, it } from 'vitest'
import { acceptsMediaType, isJson, mediaRanges, mediaTypeOf, parseMediaType } from './media-type.ts'

it.each([
  ['application/json', 'application/json'],
  ['Application/JSON ; charset="utf-8"', 'application/json'],
  ['garbage', undefined],
  ['', undefined],
  ['/', undefined],
])('reads %j as %s', (contentType, essence) => {
  expect(parseMediaType(contentType)).toBe(essence)
})

it.each([
  ['text/html, application/json;q=0.5', ['text/html', 'application/json;q=0.5']],
  ['garbage, */*;q=0.1', ['*/*;q=0.1']],
  ['text/html;q', ['text/html']],
  ['text/plain; a="b c"; d=e', ['text/plain;a="b c";d=e']],
  ['garbage', ['*/*']],
  [';;;;', ['*/*']],
  ['', ['*/*']],
  [`text/${'a;'.repeat(8000)}`, ['text/a']],
])('takes from Accept: %.40s the ranges %j', (accept, ranges) => {
  expect(mediaRanges(accept)).toEqual(ranges)
})

it('knows the types of JSON, the type of a message, and the types in a range', () => {
  const types = ['text/json', 'application/hal+json', 'application/jsonl', undefined]
  expect(types.filter(isJson)).toEqual(['text/json', 'application/hal+json'])
  expect([{}, { 'content-type': 'Text/HTML; level=1' }].map(mediaTypeOf)).toEqual(['', 'text/html'])
  const accepts = ['application/*', 'text/html'].map((range) => acceptsMediaType(range, 'application/json'))
  expect(accepts).toEqual([true, false])
})
