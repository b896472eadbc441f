import { EventEmitter } from 'node:events'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
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

describe('lines', () => {
  it('are printed for what is new, and a verdict again after each replacement', () => {
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
})

describe('JSON', () => {
  it('is a line a change', () => {
    const { written, output } = record()
    const view = createJsonView(output)
    for (const say of ['a', 'a', 'b']) view.show(round(say))
    expect(written.map((line) => JSON.parse(line).verdict.say)).toEqual(['a', 'b'])
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ at: '1970-01-01T00:00:00.000Z', rows, events: [] })
  })
})

describe('the table', () => {
  const [home, clearToEnd, clearBelow] = ['\u001b[H', '\u001b[K', '\u001b[J'] as const
  const open = () => {
    const { written, output } = record()
    const terminal = Object.assign(new EventEmitter(), output, { columns: 80, rows: 24 })
    return { written, terminal, view: createTableView(terminal) }
  }

  it('is drawn over the one before, and clears what that leaves behind', () => {
    const { written, view } = open()
    view.show(round('A long verdict.'))
    view.show(round('Short.', 'http://m1 is stopped'))
    for (const frame of written.slice(1)) {
      expect(frame.startsWith(home)).toBe(true)
      expect(frame.endsWith(clearBelow)).toBe(true)
      const lines = frame.slice(home.length, -clearBelow.length).split('\n')
      expect(lines.filter((line) => !line.endsWith(clearToEnd))).toEqual([])
    }
    expect(written.at(-1)).toContain('http://m1 is stopped')
  })

  it('fits the terminal again when that changes its size', () => {
    const { written, terminal, view } = open()
    view.show(round('A verdict that is longer than the terminal is going to be in a moment.'))
    terminal.columns = 40
    terminal.emit('resize')
    const lines = stripVTControlCharacters(written.at(-1) ?? '').split('\n')
    expect(lines.length).toBeGreaterThan(3)
    for (const line of lines) expect(line.length).toBeLessThan(40)
  })

  it('leaves the terminal as it was, with the last picture on it', () => {
    const { written, terminal, view } = open()
    view.show(round('Go on.'))
    view.close()
    view.close()
    expect(written[0]).toBe('\u001b[?1049h\u001b[?25l\u001b[?7l')
    const end = written.slice(2)
    expect(end[0]).toBe('\u001b[?7h\u001b[?25h\u001b[?1049l')
    expect(end[1]).toMatch(/^MEMBER[\s\S]*Go on\.[\s\S]*\n$/)
    expect(terminal.listenerCount('resize')).toBe(0)
    expect(end.slice(2).join('')).not.toContain('MEMBER')
  })
})
