import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Observation } from '../../kv-upgrade/watch/observe.ts'
import { cutMiddle, drawScreen, shortenNames } from './screen.ts'

const row = (member: string) =>
  ({ member, server: '3.5.21', cluster: '3.5', leader: 'no', step: 'to replace' }) as const
const observation: Observation = {
  at: 0,
  rows: Array.from({ length: 9 }, (_, index) => row(`https://member-${index}.a-long-zone-name.of.an.example.com:2379`)),
  verdict: { state: 'wait', say: 'Wait: \u001b[2Jwith a sequence of a terminal.', expected: ['connection errors'] },
  events: [],
}
const events = Array.from({ length: 50 }, (_, index) => `event ${index} ${'x'.repeat(100)}`)

it.each([
  [80, 24],
  [200, 50],
  [40, 10],
  [20, 3],
])('fits %d columns and %d rows', (columns, rows) => {
  const lines = drawScreen(observation, events, { columns, rows })
  expect(lines.length).toBeLessThanOrEqual(rows)
  for (const line of lines) expect(line.length).toBeLessThan(columns)
  expect(lines.join('')).not.toContain('\u001b')
})

describe('members with long addresses', () => {
  const address = (index: number) => `https://kv-${index}.eu-central-1.production.of.an.example.com:2379/cluster`
  const members: Observation = {
    ...observation,
    rows: [{ ...row(address(1)), server: '(3.5.21)', step: 'stopped' }, row(address(2)), row(address(21))],
    verdict: { state: 'go-on', say: `Safe to go on: replace ${address(2)}.`, expected: [] },
  }
  const draw = (columns: number) => drawScreen(members, [`12:00:00  ${address(21)} is stopped`], { columns, rows: 24 })

  it('have the same short name in the table, the verdict and the events', () => {
    expect(draw(69).slice(0, -1)).toEqual([
      'MEMBER                         SERVER    CLUSTER  LEADER  STEP',
      'https://kv-1.e…m:2379/cluster  (3.5.21)  3.5      no      stopped',
      'https://kv-2.e…m:2379/cluster  3.5.21    3.5      no      to replace',
      'https://kv-21.…m:2379/cluster  3.5.21    3.5      no      to replace',
      '',
      'Safe to go on: replace https://kv-2.e…m:2379/cluster.',
      '',
      '12:00:00  https://kv-21.…m:2379/cluster is stopped',
    ])
  })

  it('are written out where there is room', () => {
    expect(draw(200).join('\n')).toContain(`${address(21)} is stopped`)
    expect(draw(200)[1]).toMatch(
      /^https:\/\/kv-1\.eu-central-1\.production\.of\.an\.example\.com:2379\/cluster {3}\(3\.5\.21\)/,
    )
  })

  it('do not move the columns when a cell changes', () => {
    const [before, after] = [members, observation].map(
      (seen) => drawScreen({ ...seen, rows: seen.rows.slice(0, 1) }, [], { columns: 80, rows: 24 })[0],
    )
    expect(before).toBe(after)
  })

  it('leave columns out where the terminal is narrow', () => {
    expect(draw(50)[0]).toMatch(/^MEMBER +SERVER +CLUSTER +STEP$/)
    expect(draw(40)[0]).toMatch(/^MEMBER +SERVER +STEP$/)
  })
})

it('cuts a cell that is longer than any should be', () => {
  const odd = { ...observation, rows: [{ ...row('http://m1'), server: '3.5.21-with-a-name-of-its-own' }] }
  expect(drawScreen(odd, [], { columns: 80, rows: 24 })[1]).toBe('http://m1  3.5.…own  3.5      no      to replace')
})

it('says what is to be done where the table is taller than the terminal', () => {
  expect(drawScreen(observation, [], { columns: 80, rows: 8 })[0]).toMatch(/^Wait: /)
})

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
    // The names differ only in the middle, which a cut would remove.
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
    // Neither the middle nor the ends tell the names apart.
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
