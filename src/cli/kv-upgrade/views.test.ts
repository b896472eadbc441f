import { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import type { Observation } from '../../kv-upgrade/watch/observe.ts'
import { createJsonView, createLineView, createTableView } from './views.ts'

const rows: Observation['rows'] = [
  { member: 'http://m1', server: '3.5.21', cluster: '3.5', leader: 'yes', step: 'next' },
]
const round = (say: string, ...events: string[]): Observation => ({
  at: 0,
  rows,
  verdict: { state: 'go-on', say, expected: ['connection errors'] },
  events,
})

function record() {
  const written: string[] = []
  return { written, output: { write: (text: string) => written.push(text) } }
}

const withoutTime = (text: string) => text.replace(/^\d\d:\d\d:\d\d {2}/, '')

it('lines are printed for what is new, and a verdict again after each replacement', () => {
  const { written, output } = record()
  const view = createLineView(output)
  view.show(round('Go on.'))
  view.show(round('Go on.'))
  view.show(round('Go on.', 'http://m1 is replaced: 3.5.21 → 3.6.4'))
  view.show(round('Go on.', 'http://m2 leads now'))
  expect(written.map(withoutTime)).toEqual([
    'http://m1 runs 3.5.21, cluster 3.5, leads\n',
    'Go on.\n',
    '  expected: connection errors\n',
    'http://m1 is replaced: 3.5.21 → 3.6.4\n',
    'Go on.\n',
    '  expected: connection errors\n',
    'http://m2 leads now\n',
  ])
})

it('JSON is a line a change', () => {
  const { written, output } = record()
  const view = createJsonView(output)
  for (const say of ['a', 'a', 'b']) view.show(round(say))
  expect(written.map((line) => JSON.parse(line).verdict.say)).toEqual(['a', 'b'])
  expect(JSON.parse(written[0] ?? '')).toMatchObject({ at: '1970-01-01T00:00:00.000Z', rows, events: [] })
})

it('the table is drawn again in each round, and no member moves the cursor', () => {
  const { written, output } = record()
  const terminal = Object.assign(new Writable(), output, { columns: 60, rows: 24, isTTY: true })
  const view = createTableView(terminal as unknown as NodeJS.WriteStream)
  view.show(round('Wait.', 'http://m1 is stopped'))
  const first = stripVTControlCharacters(written.splice(0).join(''))
  expect(first).toMatch(/^MEMBER +SERVER +CLUSTER +LEADER +STEP\nhttp:\/\/m1 +3\.5\.21 +3\.5 +yes +next\n/)
  expect(first).toMatch(/ {2}http:\/\/m1 is stopped\n[\s\S]*\nWait\.\n {2}expected: connection errors\n$/)
  view.show(round('Go on: \u001b[2J'))
  view.close()
  expect(written.join('')).toContain('Go on: \\u001b[2J')
})
