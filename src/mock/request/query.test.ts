import { expect, it } from 'vitest'
import { Refusal } from '../../behaviour/refusal.ts'
import { readPairs, readSentQuery, type SentQuery } from './query.ts'

const valuesOf = (text: string) => ({ ...(readSentQuery(text) as SentQuery).values })

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

it('takes another value in the place of all that were sent', () => {
  const sent = readSentQuery('list=false&a=1&list=no') as SentQuery
  expect({ ...sent.with('list', 'true').values }).toEqual({ a: '1', list: 'true' })
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
