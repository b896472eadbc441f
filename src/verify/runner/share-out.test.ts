import { describe, expect, it } from 'vitest'
import { shareOut, takeShard } from './share-out.ts'

describe('takeShard', () => {
  it('gives all where there is but one part', () => {
    expect(takeShard(['a', 'b', 'c'])).toEqual(['a', 'b', 'c'])
  })

  it('gives each entry to one part', () => {
    const parts = ['1/3', '2/3', '3/3'].map((shard) => takeShard(['a', 'b', 'c', 'd', 'e'], shard))
    expect(parts).toEqual([['a', 'd'], ['b', 'e'], ['c']])
  })

  it('gives nothing to a part for which nothing is left', () => {
    expect(takeShard(['a'], '2/2')).toEqual([])
  })
})

describe('shareOut', () => {
  it('puts those with much work apart', () => {
    expect(shareOut([1, 9, 2, 8], 2, (work) => work)).toEqual([
      [9, 1],
      [8, 2],
    ])
  })

  it('makes no empty groups', () => {
    expect(shareOut(['a'], 8, () => 1)).toEqual([['a']])
    expect(shareOut([], 8, () => 1)).toEqual([])
  })

  it('gives an entry without work a place, too', () => {
    expect(
      shareOut(['a', 'b', 'c'], 2, () => 0)
        .flat()
        .sort(),
    ).toEqual(['a', 'b', 'c'])
  })
})
