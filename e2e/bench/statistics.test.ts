import { expect, it } from 'vitest'
import { type Recipe, requestAt } from './load/requests.ts'
import { median, ratio, sampleInTurns, spread } from './statistics.ts'

const headers = {}

it.each<Recipe>([
  { kind: 'list', path: '/orders', headers },
  { kind: 'search', path: '/orders', headers },
  { kind: 'read', path: '/orders', headers },
  { kind: 'read', path: '/orders', tokens: ['one', 'two'], headers },
  { kind: 'update', path: '/orders', tokens: ['one', 'two'], headers },
])('requestAt gives a new request for each index: $kind, $tokens', (recipe) => {
  const requests = Array.from({ length: 20_000 }, (_, index) => JSON.stringify(requestAt(recipe, index)))
  expect(new Set(requests).size).toBe(requests.length)
})

it('median takes the middle sample of an odd number, and the mean of the two middle ones of an even number', () => {
  expect([[30, 9, 20], [1, 2, 4, 100], [7], []].map(median)).toEqual([20, 3, 7, Number.NaN])
  expect(spread([30, 9, 20])).toBe(1.05)
})

it('ratio pairs rounds, so that a round that was slow for both does not count', () => {
  expect(ratio([100, 10, 102], [50, 5, 51])).toBe(2)
})

it('sampleInTurns begins each round with the next contestant', async () => {
  const order: string[] = []
  await sampleInTurns(3, ['a', 'b'], async (contestant, round) => void order.push(contestant + round))
  expect(order).toEqual(['a1', 'b1', 'b2', 'a2', 'a3', 'b3'])
})
