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
  /** The agent that logs, in its current state. */
  logger(): Promise<Logger>
  /** The events of the agent. */
  events(): Promise<EventLog>
}

/** Seconds of log that a reader gets at most after an absence, on the session's clock. */
const backlogSeconds = 3600

/** Seconds of log in one piece, after an absence of the reader. */
const pieceSeconds = 60

/**
 * The log of an agent, in pieces: first the existing log, then new lines as the session's clock moves, without end (AGT-126). Lines are
 * made on demand and never stored, so a slow reader or a jump of the clock takes no memory.
 */
export async function* logPieces({ clock, signal, lowest, logger, events }: LogReader): AsyncGenerator<LogRecord[]> {
  const wanted = (records: LogRecord[]) => records.filter((record) => passes(record, lowest)).sort(byTime)
  const first = await events()
  let seen = first.total
  let second = secondOf(clock.now())
  // An empty piece starts the answer before there is a line.
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

/** True at the next full second; false if the reader has gone. */
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
