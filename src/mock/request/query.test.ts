import { expect, it } from 'vitest'
import { Refusal } from '../../behaviour/refusal.ts'
import { readPairs, readSentQuery, type SentQuery } from './query.ts'

const valuesOf = (text: string) => Object.fromEntries((readSentQuery(text) as SentQuery).values)

it.each([
  ['', {}],
  ['a=1&b=x+y&c=%26%3d', { a: '1', b: 'x y', c: '&=' }],
  ['a=1&b=2&a=3&a=', { a: ['1', '3', ''], b: '2' }],
  ['a=&a=1', { a: ['', '1'] }],
  ['a&b=&=c', { a: '', b: '', '': 'c' }],
  ['a=%zz&b=100%', { a: '%zz', b: '100%' }],
  ['%C3%A9=%e2%82%ac', { é: '€' }],
])('reads %j', (text, expected) => {
  expect(valuesOf(text)).toEqual(expected)
})

it('reads a parameter that is named like a member of every object', () => {
  const query = readSentQuery('__proto__=1&constructor=2&constructor=3') as SentQuery
  expect([...query.values]).toEqual([
    ['__proto__', '1'],
    ['constructor', ['2', '3']],
  ])
})

it('replaces every value of a name', () => {
  const query = (readSentQuery('a=1&b=2&a=3') as SentQuery).with('a', '4')
  expect(Object.fromEntries(query.values)).toEqual({ a: '4', b: '2' })
})

it('keeps bytes that are not UTF-8, which the reader of the value refuses', () => {
  expect(valuesOf('a=%ff&b=1')).toEqual({ a: '\udcff', b: '1' })
})

it('accepts 1,000 parameters, and refuses one more', () => {
  const many = (count: number) => 'a=1&'.repeat(count)
  expect(valuesOf(many(1000)).a).toHaveLength(1000)
  for (const place of ['query', 'form'] as const) {
    const refusal = readPairs(many(1001), place)
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({
      kind: 'invalid-request',
      detail: `The ${place} could not be read, it is past the limit of 1000 parameters.`,
    })
  }
})
