import { expect, it } from 'vitest'
import type { EventLog } from './agent-log.ts'
import { type LogRecord, writeLine } from './log-records.ts'
import { failureLog, type Logger } from './log-source.ts'
import { logPieces } from './log-stream.ts'

const logger: Logger = {
  name: 'server1.global',
  leads: true,
  leaderAddress: '192.0.2.11:4647',
  failed: [{ Name: 'server3.global', Addr: '192.0.2.13' }],
}

const failures: EventLog = { total: 2, records: failureLog(logger.failed) }

/** A clock that moves only when a test moves it. */
function standingClock(start: string) {
  let now = Date.parse(start)
  let wake: (() => void) | undefined
  let awaited: (() => void) | undefined
  return {
    now: () => new Date(now),
    wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
      const due = now + milliseconds
      return new Promise((resolve, reject) => {
        if (signal?.aborted) reject(signal.reason)
        signal?.addEventListener('abort', () => reject(signal.reason))
        wake = () => {
          if (now >= due) resolve()
        }
        awaited?.()
      })
    },
    move(seconds: number): void {
      now += seconds * 1000
      wake?.()
    },
    /** Resolves when a wait begins; call it before that. */
    nextWait: () =>
      new Promise<void>((resolve) => {
        awaited = resolve
      }),
  }
}

function open() {
  const clock = standingClock('2026-03-09T12:00:00Z')
  const leave = new AbortController()
  let looks = 0
  const pieces = logPieces({
    clock,
    signal: leave.signal,
    lowest: 'trace',
    events: async () => failures,
    logger: async () => {
      looks++
      return logger
    },
  })
  return {
    pieces,
    leave: () => leave.abort(),
    looks: () => looks,
    move: clock.move,
    /** The records of the stream after this time. */
    async after(seconds: number): Promise<LogRecord[]> {
      const waits = clock.nextWait()
      const next = pieces.next()
      await waits
      clock.move(seconds)
      const { value } = await next
      return value ?? []
    },
  }
}

type Stream = ReturnType<typeof open>

async function take({ pieces }: Stream, count: number): Promise<LogRecord[]> {
  const taken: LogRecord[] = []
  for (let index = 0; index < count; index++) {
    const { value } = await pieces.next()
    taken.push(...(value ?? []))
  }
  return taken
}

const takePast = (stream: Stream) => take(stream, 1)

const secondsOf = (records: LogRecord[]) => new Set(records.map(({ time }) => time)).size

it('the stream: an hour of the clock is an hour of log, in pieces of at most a minute', async () => {
  const stream = open()
  await takePast(stream)
  const hour: LogRecord[] = []
  for (let step = 0; step < 60; step++) {
    const piece = await stream.after(60)
    expect(secondsOf(piece)).toBe(60)
    expect(piece.length).toBeLessThan(150)
    hour.push(...piece)
  }
  expect(secondsOf(hour)).toBe(3600)
})

it('the stream makes nothing before it is asked for, however far the clock moves', async () => {
  const stream = open()
  await takePast(stream)
  const before = stream.looks()
  for (let step = 0; step < 3600; step++) stream.move(1)
  await new Promise(setImmediate)
  expect(stream.looks()).toBe(before)
})

it('the stream gives a reader who was away for years the last hour, piece by piece', async () => {
  const stream = open()
  await takePast(stream)
  const before = stream.looks()
  const first = await stream.after(1e8)
  expect(secondsOf(first)).toBe(60)
  const rest = await take(stream, 60)
  expect(secondsOf(rest)).toBe(3601 - 60)
  expect(stream.looks()).toBe(before + 1)
  expect(secondsOf(await stream.after(1))).toBe(1)
})

it('the stream ends when the reader has gone', async () => {
  const stream = open()
  await takePast(stream)
  const next = stream.pieces.next()
  stream.leave()
  expect(await next).toEqual({ done: true, value: undefined })
})

const record: LogRecord = {
  time: '2026-03-02T09:21:40.118Z',
  level: 'warn',
  module: 'serf',
  message: 'member failed',
  fields: [
    ['member', 'server3.global'],
    ['address', '192.0.2.13'],
  ],
}

it('a line stays one line, whatever its values hold', () => {
  const odd: LogRecord = { ...record, fields: [['member', 'a\nb c\u0000']] }
  expect(writeLine(odd, { json: false, location: false })).toMatch(/member="a\\nb c\\u0000"\n$/)
  expect(writeLine(odd, { json: true, location: false }).trimEnd()).not.toContain('\n')
})
