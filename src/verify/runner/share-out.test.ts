import { describe, expect, it } from 'vitest'
import { orderForEach, takeShard } from './share-out.ts'

describe('takeShard', () => {
  it('returns all entries if there is only one part', () => {
    expect(takeShard(['a', 'b', 'c'])).toEqual(['a', 'b', 'c'])
  })

  it('gives each entry to one part', () => {
    const parts = ['1/3', '2/3', '3/3'].map((shard) => takeShard(['a', 'b', 'c', 'd', 'e'], shard))
    expect(parts).toEqual([['a', 'd'], ['b', 'e'], ['c']])
  })

  it('returns nothing for a part that gets no entry', () => {
    expect(takeShard(['a'], '2/2')).toEqual([])
  })
})

describe('orderForEach', () => {
  it('gives each thread its own share first, and then the others from their ends', () => {
    expect(orderForEach([1, 9, 2, 8], 2, (work) => work)).toEqual([
      [9, 1, 2, 8],
      [8, 2, 1, 9],
    ])
  })

  it('gives a thread without a share the entries of the others', () => {
    expect(orderForEach(['a'], 2, () => 1)).toEqual([['a'], ['a']])
    expect(orderForEach([], 1, () => 1)).toEqual([[]])
  })

  it('gives an entry without work a place, too', () => {
    expect(orderForEach(['a', 'b', 'c'], 2, () => 0).map((order) => order.toSorted())).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ])
  })
})
