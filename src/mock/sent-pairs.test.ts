import { expect, it } from 'vitest'
import { Problem } from '../interfaces/problem.ts'
import { readPairs, readRawQuery } from './sent-pairs.ts'

it.each([
  ['', {}],
  ['a=1&b=x+y&c=%26%3d', { a: '1', b: 'x y', c: '&=' }],
  ['a=1&b=2&a=3&a=', { a: ['1', '3', ''], b: '2' }],
  ['a=&a=1', { a: ['', '1'] }],
  ['a&b=&=c', { a: '', b: '', '': 'c' }],
  ['a=%zz&b=100%', { a: '%zz', b: '100%' }],
  ['%C3%A9=%e2%82%ac', { é: '€' }],
])('reads %j', (text, expected) => {
  expect({ ...(readRawQuery(text) as object) }).toEqual(expected)
})

it('keeps a name that every object has a parameter like any other', () => {
  const query = readRawQuery('__proto__=1&constructor=2&constructor=3')
  expect(Object.entries(query)).toEqual([
    ['__proto__', '1'],
    ['constructor', ['2', '3']],
  ])
})

it('keeps bytes that are not UTF-8: they are the matter of who reads the value', () => {
  expect({ ...(readRawQuery('a=%ff&b=1') as object) }).toEqual({ a: '\udcff', b: '1' })
})

it('takes 1,000 parameters, and says what is wrong with one more', () => {
  const many = (count: number) => 'a=1&'.repeat(count)
  expect(readRawQuery(many(1000))).toHaveProperty('a.length', 1000)
  for (const place of ['query', 'form'] as const) {
    const problem = readPairs(many(1001), place)
    expect(problem).toBeInstanceOf(Problem)
    expect(problem).toMatchObject({
      kind: 'invalid-request',
      detail: `The ${place} could not be read, it is past the limit of 1000 parameters.`,
    })
  }
})
