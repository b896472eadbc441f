import { expect, it } from 'vitest'
import { type Recipe, requestAt } from './load/requests.ts'
import { ratio, sampleInTurns, summarise } from './statistics.ts'

const headers = {}

it.each<Recipe>([
  { kind: 'list', path: '/orders', headers },
  { kind: 'search', path: '/orders', headers },
  { kind: 'read', path: '/orders', headers },
  { kind: 'read', path: '/orders', tokens: ['one', 'two'], headers },
  { kind: 'update', path: '/orders', tokens: ['one', 'two'], headers },
])('never gives the same request twice: $kind, $tokens', (recipe) => {
  const requests = Array.from({ length: 20_000 }, (_, index) => JSON.stringify(requestAt(recipe, index)))
  expect(new Set(requests).size).toBe(requests.length)
})

it('takes the middle sample of an odd number, and the mean of the two middle ones of an even number', () => {
  expect(summarise([30, 9, 20])).toEqual({ median: 20, min: 9, max: 30, spread: 1.05 })
  expect(summarise([1, 2, 4, 100]).median).toBe(3)
  expect(summarise([7])).toEqual({ median: 7, min: 7, max: 7, spread: 0 })
  expect(summarise([]).median).toBeNaN()
})

it('pairs rounds for a ratio, so that a round that was slow for both does not count', () => {
  expect(ratio([100, 10, 102], [50, 5, 51])).toMatchObject({ median: 2, spread: 0 })
})

it('samples in turns, each round beginning with the next contestant', async () => {
  const order: string[] = []
  const samples = await sampleInTurns(3, ['a', 'b'], async (contestant, round) => {
    order.push(contestant)
    return contestant + round
  })
  expect(order.join('')).toBe('abbaab')
  expect(samples).toEqual([
    ['a1', 'a2', 'a3'],
    ['b1', 'b2', 'b3'],
  ])
})
