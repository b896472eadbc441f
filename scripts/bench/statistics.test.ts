import { describe, expect, it } from 'vitest'
import { ratio, sampleInTurns, summarise } from './statistics.ts'

describe('summarise', () => {
  it('takes the middle sample of an odd number, whatever their order', () => {
    expect(summarise([30, 10, 20])).toEqual({ median: 20, min: 10, max: 30, spread: 1 })
  })

  it('takes the mean of the two middle samples of an even number', () => {
    expect(summarise([1, 2, 4, 100]).median).toBe(3)
  })

  it('sorts numbers as numbers: 9 is less than 10', () => {
    expect(summarise([10, 9, 11]).median).toBe(10)
  })

  it('has no spread for one sample, nor for zeros', () => {
    expect(summarise([7]).spread).toBe(0)
    expect(summarise([0, 0]).spread).toBe(0)
  })

  it('refuses to summarise nothing', () => {
    expect(() => summarise([])).toThrow('there is no sample to summarise')
  })
})

describe('ratio', () => {
  it('pairs the rounds, so that a round that was slow for both does not count', () => {
    expect(ratio([100, 10, 102], [50, 5, 51])).toMatchObject({ median: 2, spread: 0 })
  })

  it('refuses samples of different rounds', () => {
    expect(() => ratio([1, 2], [1])).toThrow('2 rounds cannot be compared with 1')
  })
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
