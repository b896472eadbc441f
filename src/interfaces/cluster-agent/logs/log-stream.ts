import type { Clock } from '../../../behaviour/clock.ts'
import type { EventLog } from './agent-log.ts'
import type { Level } from './log-records.ts'
import { type LogRecord, passes } from './log-records.ts'
import { type Logger, recordsOf, startupLog } from './log-source.ts'

export interface LogReader {
  clock: Clock
  /** Aborted when nobody reads any more. */
  signal: AbortSignal
  lowest: Level
  /** The agent that logs, as it is now. */
  logger(): Promise<Logger>
  /** What has happened to it. */
  events(): Promise<EventLog>
}

/** A reader who was away for longer on the session's clock misses what lies before. */
const backlogSeconds = 3600

/** Seconds of log in one piece, after a reader was away. */
const pieceSeconds = 60

/**
 * The log of an agent, in pieces: what it has logged so far at once, then what it logs as the session's clock moves on, without
 * end (AGT-126). Nothing is made before the reader asks for it, and nothing is kept: a reader who is slow, or a clock that
 * leaps, costs no memory.
 */
export async function* logPieces({ clock, signal, lowest, logger, events }: LogReader): AsyncGenerator<LogRecord[]> {
  const wanted = (records: LogRecord[]) => records.filter((record) => passes(record, lowest)).sort(byTime)
  const first = await events()
  let seen = first.total
  let second = secondOf(clock.now())
  // An empty piece lets the answer begin before there is a line to send.
  yield wanted([...startupLog(await logger()), ...first.records])
  while (await nextSecond(clock, signal)) {
    const now = secondOf(clock.now())
    const oldest = Math.max(second + 1, now - backlogSeconds)
    const { total, records } = await events()
    let news = records.slice(records.length - Math.min(records.length, total - seen))
    seen = total
    const agent = await logger()
    for (let from = oldest; from <= now; from += pieceSeconds) {
      const to = Math.min(from + pieceSeconds - 1, now)
      const due = news.filter(({ time }) => to === now || secondOf(new Date(time)) <= to)
      news = news.filter((record) => !due.includes(record))
      const piece = wanted([...secondsIn(from, to).flatMap((one) => recordsOf(one, agent)), ...due])
      if (piece.length > 0) yield piece
    }
    second = now
  }
}

/** True at the next full second; false when the reader has gone. */
async function nextSecond(clock: Clock, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.wait(1000 - (clock.now().getTime() % 1000), signal)
    return true
  } catch (error) {
    if (signal.aborted) return false
    throw error
  }
}

function secondOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}

function secondsIn(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

function byTime(one: LogRecord, other: LogRecord): number {
  return Date.parse(one.time) - Date.parse(other.time)
}
