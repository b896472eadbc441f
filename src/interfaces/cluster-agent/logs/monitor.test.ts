import { expect, it } from 'vitest'
import { createClock } from '../../../mock/session/clock.ts'
import { manualTimers } from '../../../timers.fixture.ts'
import { type LogRecord, recordAt } from './log.ts'
import { logPieces, writeLine } from './monitor.ts'

function open() {
  // The clock of the session moves only when a test moves it.
  const clock = createClock(manualTimers())
  const leave = new AbortController()
  let looks = 0
  const events = async () => {
    looks++
    return { total: 0, records: [] }
  }
  const pieces = logPieces({ clock, signal: leave.signal, lowest: 'trace', name: 'server1.global', events })
  /** The records of the stream after this time. */
  const after = async (seconds: number): Promise<LogRecord[]> => {
    const next = pieces.next()
    clock.ahead += seconds * 1000
    return (await next).value ?? []
  }
  return { pieces, clock, after, leave: () => leave.abort(), looks: () => looks }
}

const secondsOf = (records: LogRecord[]) => new Set(records.map(({ time }) => time)).size

it('the stream gives a reader who was away for years the last minutes, and then each second', async () => {
  const { pieces, after } = open()
  await pieces.next()
  expect(secondsOf(await after(60))).toBe(60)
  expect(secondsOf(await after(1e8))).toBe(300)
  expect(secondsOf(await after(1))).toBe(1)
})

it('the stream makes nothing before it is asked for, however far the clock moves', async () => {
  const { pieces, clock, looks } = open()
  await pieces.next()
  for (let step = 0; step < 3600; step++) clock.ahead += 1000
  await new Promise(setImmediate)
  expect(looks()).toBe(1)
})

it('the stream breaks off when the reader has gone', async () => {
  const { pieces, leave } = open()
  await pieces.next()
  const next = pieces.next()
  leave()
  await expect(next).rejects.toThrow('aborted')
})

it('a line stays one line, whatever its values hold', () => {
  const odd = recordAt('2026-03-02T09:21:40.118Z', 'warn', 'serf', 'member failed', ['member', 'a\nb c\u0000'])
  expect(writeLine(odd, { json: false, location: false })).toMatch(/member="a\\nb c\\u0000"\n$/)
  expect(writeLine(odd, { json: true, location: false }).trimEnd()).not.toContain('\n')
})
