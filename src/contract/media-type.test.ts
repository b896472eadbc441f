import { expect, it } from 'vitest'
import { acceptsMediaType, chooseMediaType, findMediaType, isJson, mediaTypeOf, parseMediaType } from './media-type.ts'

it.each([
  ['application/json', 'application/json'],
  ['Application/JSON ; charset="utf-8"', 'application/json'],
  ['garbage', undefined],
  ['', undefined],
  ['/', undefined],
])('reads %j as %s', (contentType, essence) => {
  expect(parseMediaType(contentType)).toBe(essence)
})

const [json, xml, text] = ['application/json', 'application/xml', 'text/plain']
const [v1, v2] = ['application/vnd.a+json;version=1', 'application/vnd.a+json; version=2']

it.each<[accept: string | undefined, offered: string[], chosen: string | undefined]>([
  [undefined, [json, xml], json],
  ['', [json], json],
  ['garbage', [json], json],
  [';;;;', [json], json],
  ['garbage, */*;q=0.1', [json], json],
  ['text/html', [json], undefined],
  ['application/json; charset=utf-8; q=0.9', [json], json],
  ['application/json;charset=UTF-8', ['application/json; charset=utf-8'], 'application/json; charset=utf-8'],
  ['application/json; profile="a, b", text/html', [json], json],
  ['application/json;version=2', [json], json],
  ['application/vnd.a+json;version=2', [v1, v2], v2],
  ['application/vnd.a+json;version=3', [v1, v2], undefined],
  ['application/vnd.a+json;version=1;q=0.1, application/vnd.a+json; version=2', [v1, v2], v2],
  ['application/vnd.a+json', [v2, v1], v2],
  ['application/json;q=0, */*', [json], undefined],
  ['application/json;q=0, */*', [json, xml], xml],
  ['text/html, application/*;q=0.2', [json], json],
  ['application/json;q=0.1, application/xml', [json, xml], xml],
  ['*/*, text/plain', [json, text], text],
  ['application/vnd.b+json', [json], undefined],
  [`text/${'a;'.repeat(8000)}`, [json], undefined],
])('chooses for Accept: %.60s among %j %s', (accept, offered, chosen) => {
  expect(chooseMediaType(accept, offered)).toBe(chosen)
})

it.each<[sent: string, documented: string[], found: string | undefined, ofRequest?: boolean]>([
  [json, ['*/*', 'application/*', json], json],
  [json, ['*/*', 'application/*'], 'application/*'],
  ['text/html', ['application/*', '*/*'], '*/*'],
  ['application/vnd.a+json', [json], undefined],
  ['application/vnd.a+json', [json], json, true],
  ['application/vnd.a+json', ['application/vnd.b+json'], undefined, true],
  ['application/vnd.a+json', ['application/*', 'application/*+json', 'text/json'], 'text/json', true],
  ['application/vnd.a+json', ['application/*', 'application/*+json'], 'application/*+json'],
  [`${json}; charset=utf-8`, [json], json],
  [json, [`${json}; charset=utf-8`], `${json}; charset=utf-8`],
  [`${json};charset=utf-16`, [`${json}; charset=utf-8`], `${json}; charset=utf-8`],
  [v2, [v1, v2], v2],
  ['application/vnd.a+json', [v1, v2], v1],
  ['application/vnd.a+json;version=3', [v1, v2], undefined],
  ['garbage', ['*/*'], undefined],
])('finds for a message in %s among %j %s', (sent, documented, found, ofRequest) => {
  expect(findMediaType(documented, sent, ofRequest)).toBe(found)
})

it('knows the types of JSON, the type of a message, and the types in a range', () => {
  const types = ['text/json', 'application/hal+json', 'application/jsonl', undefined]
  expect(types.filter(isJson)).toEqual(['text/json', 'application/hal+json'])
  expect([{}, { 'content-type': 'Text/HTML; level=1' }].map(mediaTypeOf)).toEqual(['', 'text/html'])
  const accepts = ['application/*', 'text/html'].map((range) => acceptsMediaType(range, 'application/json'))
  expect(accepts).toEqual([true, false])
})
