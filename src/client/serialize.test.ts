import { expect, it } from 'vitest'
import { type ParameterForm, serializeParameter } from './serialize.ts'

const list = ['blue', 'black', 'brown']
const object = { R: 100, G: 200, B: 150 }

/** The table of styles of OpenAPI 3.2: style, explode, then empty text, text, list and object. `-` is left out, `!` cannot be written. */
it.each<[ParameterForm['in'], string, boolean, string, string, string, string]>([
  ['path', 'matrix', false, ';color', ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150'],
  ['path', 'matrix', true, ';color', ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150'],
  ['path', 'label', false, '.', '.blue', '.blue,black,brown', '.R,100,G,200,B,150'],
  ['path', 'label', true, '.', '.blue', '.blue.black.brown', '.R=100.G=200.B=150'],
  ['path', 'simple', false, '', 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['path', 'simple', true, '', 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
  ['header', 'simple', false, '', 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['header', 'simple', true, '', 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
  ['query', 'form', false, 'color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  ['query', 'form', true, 'color=', 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
  [
    'query',
    'spaceDelimited',
    false,
    'color=',
    'color=blue',
    'color=blue%20black%20brown',
    'color=R%20100%20G%20200%20B%20150',
  ],
  [
    'query',
    'pipeDelimited',
    false,
    'color=',
    'color=blue',
    'color=blue%7Cblack%7Cbrown',
    'color=R%7C100%7CG%7C200%7CB%7C150',
  ],
  ['query', 'deepObject', true, '-', '-', '-', 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
  ['cookie', 'form', false, 'color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  ['cookie', 'cookie', true, 'color=', 'color=blue', 'color=blue; color=black; color=brown', 'R=100; G=200; B=150'],
])('%s, style %s, explode %s', (place, style, explode, empty, text, ofList, ofObject) => {
  const write = (value: unknown) => serializeParameter('color', value, { in: place, style, explode }) ?? '-'
  expect(['', 'blue', list, object].map(write)).toEqual([empty, text, ofList, ofObject])
})

it.each<[string, unknown, ParameterForm, string | undefined]>([
  ['reserved characters are encoded', 'a/b&c d', { in: 'query' }, 'q=a%2Fb%26c%20d'],
  ['allowed reserved characters stay', '/a?b&c', { in: 'query', allowReserved: true }, 'q=/a?b%26c'],
  ['what ends a segment is encoded', 'a:b/c?d', { in: 'path', allowReserved: true }, 'a:b%2Fc%3Fd'],
  ['slashes separate segments', 'a/b?c', { in: 'path', segments: true }, 'a/b%3Fc'],
  ['a comma in an item is encoded', ['a,b', 'c'], { in: 'query', explode: false }, 'q=a%2Cb,c'],
  ['a header is sent as it is', 'a b', { in: 'header' }, 'a b'],
  ['a parameter with JSON content is JSON', { a: [1] }, { in: 'query', json: true }, 'q=%7B%22a%22%3A%5B1%5D%7D'],
  [
    'an object within a deep object has separate brackets',
    { a: { b: 1 }, c: ['x', 'y'] },
    { in: 'query', style: 'deepObject' },
    'q%5Ba%5D%5Bb%5D=1&q%5Bc%5D=x&q%5Bc%5D=y',
  ],
  ['a date is in ISO 8601', new Date(0), { in: 'query' }, 'q=1970-01-01T00%3A00%3A00.000Z'],
  ['an object in a list is JSON', [{ a: 1 }], { in: 'query' }, 'q=%7B%22a%22%3A1%7D'],
  ['an undefined value is left out', undefined, { in: 'query' }, undefined],
  ['a list without items is left out', [], { in: 'query' }, undefined],
  ['members without a value are left out', { a: 1, b: undefined }, { in: 'query' }, 'a=1'],
])('%s', (_, value, form, text) => {
  expect(serializeParameter('q', value, form)).toBe(text)
})
