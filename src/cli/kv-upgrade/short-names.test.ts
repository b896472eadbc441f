import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutMiddle, shortenNames } from './short-names.ts'

describe('names of members', () => {
  it.each<[string[], number, string[]]>([
    [['http://m1:2379', 'http://m2:2379'], 20, ['http://m1:2379', 'http://m2:2379']],
    [
      ['https://a.example.com:2379', 'https://b.example.com:2379'],
      21,
      ['https://a.…e.com:2379', 'https://b.…e.com:2379'],
    ],
    [['http://only.one.example.com:2379'], 15, ['http://…om:2379']],
    [['member-1-of-many', 'member-1'], 12, ['member…-many', 'member-1']],
    // What differs stands in the middle, where the cut would take it away.
    [
      ['https://kv-prod-eu-central-1-a.db.example.com:2379', 'https://kv-prod-eu-central-1-b.db.example.com:2379'],
      21,
      ['…entral-1-a.db.examp…', '…entral-1-b.db.examp…'],
    ],
    [
      ['http://kv-1.example.com/a-member', 'http://kv-2.example.com/a-member'],
      16,
      ['http://kv-1.exa…', 'http://kv-2.exa…'],
    ],
    [
      ['http://example.com/member-1/kv-cluster', 'http://example.com/member-2/kv-cluster'],
      21,
      ['…/member-1/kv-cluster', '…/member-2/kv-cluster'],
    ],
    // Neither helps.
    [['x-one-two-three-y', 'x-one-too-three-y', 'z-one-two-three-z'], 9, ['1 x-…ee-y', '2 x-…ee-y', '3 z-…ee-z']],
  ])('%j in %d characters', (names, width, expected) => {
    expect(shortenNames(names, width)).toEqual(expected)
  })

  it('are distinct, and fit', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[ab.]{1,12}[abc]{0,8}[ab.]{0,12}$/), {
      minLength: 1,
      maxLength: 9,
    })
    fc.assert(
      fc.property(names, fc.integer({ min: 3, max: 30 }), (drawn, width) => {
        const short = shortenNames(drawn, width)
        expect(new Set(short).size).toBe(drawn.length)
        for (const name of short) expect(name.length).toBeLessThanOrEqual(width)
      }),
      { numRuns: 2000 },
    )
  })
})

it('cuts in the middle', () => {
  expect([cutMiddle('abcdef', 6), cutMiddle('abcdef', 5), cutMiddle('abcdef', 4)]).toEqual(['abcdef', 'ab…ef', 'ab…f'])
})
