import type { components, operations } from '../../../../generated/cluster-agent/types.ts'
import type { Behaviours } from '../../../behaviour/behaviour.ts'
import type { Clock } from '../../../behaviour/clock.ts'
import { Refusal } from '../../../behaviour/refusal.ts'
import type { Conditions } from '../conditions.ts'
import { findTarget, refuseTwoTargets } from '../targets.ts'
import { type EventLog, type Level, type LogRecord, levels, readLog, recordsOf, startupLog } from './log.ts'

type MonitorFrame = components['schemas']['MonitorFrame']

export const monitor = {
  /** An endless stream for any agent (AGT-079, AGT-126). `plain` decides on the media type, not `Accept` (AGT-134). */
  async streamLogs({ query }, context) {
    const { log_level = 'info', log_json, log_include_location, plain } = query
    const target = refuseTwoTargets(query) ?? (await findTarget(query, context, { leader: true }))
    if (target instanceof Refusal) return target
    context.cite('AGT-126', plain ? 'AGT-134' : 'AGT-127')
    const { store, clock, signal } = context
    const { name } = target
    const pieces = logPieces({ clock, signal, lowest: log_level, name, events: () => readLog(store, name) })
    const lines = toText(pieces, { json: log_json, location: log_include_location })
    return plain
      ? { status: 200, mediaType: 'text/plain', body: toBytes(lines) }
      : { status: 200, mediaType: 'application/json', body: toBytes(toFrames(lines)) }
  },
} satisfies Behaviours<operations, Conditions>

export interface LogReader {
  clock: Clock
  /** Aborted when nobody reads any more, which breaks the log off. */
  signal: AbortSignal
  lowest: Level
  /** The agent that logs. */
  name: string
  events(): Promise<EventLog>
}

/** Seconds of log that a reader gets at most after an absence, on the session's clock. */
const backlogSeconds = 300

/**
 * The log of an agent, in pieces: first the existing log, then new lines as the session's clock moves, without end (AGT-126). Lines are
 * made on demand and never stored, so a slow reader or a jump of the clock takes no memory.
 */
export async function* logPieces({ clock, signal, lowest, name, events }: LogReader): AsyncGenerator<LogRecord[]> {
  const wanted = (records: LogRecord[]) =>
    records.filter(({ level }) => levels.indexOf(level) >= levels.indexOf(lowest)).sort(byTime)
  const first = await events()
  let seen = first.total
  let second = secondOf(clock.now())
  // An empty piece starts the answer before there is a line.
  yield wanted([...startupLog(name), ...first.records])
  while (true) {
    await clock.wait(1000, signal)
    const now = secondOf(clock.now())
    const from = Math.max(second, now - backlogSeconds) + 1
    const { total, records } = await events()
    const news = records.slice(records.length - Math.min(records.length, total - seen))
    const seconds = Array.from({ length: now - from + 1 }, (_, index) => from + index)
    yield wanted([...seconds.flatMap((one) => recordsOf(one, name)), ...news])
    seen = total
    second = now
  }
}

function secondOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}

function byTime(one: LogRecord, other: LogRecord): number {
  return Date.parse(one.time) - Date.parse(other.time)
}

interface LogFormat {
  /** Lines are JSON objects (AGT-130). */
  json: boolean | undefined
  /** Lines name the source file and line that they come from (AGT-131). */
  location: boolean | undefined
}

/** The record as a line of the log, with its line feed. */
export function writeLine(record: LogRecord, { json, location }: LogFormat): string {
  const { time, level, module, message, fields } = record
  const caller = location ? locationOf(record) : undefined
  if (json) {
    // Without a caller the member is left out of the JSON.
    const standard = { '@caller': caller, '@level': level, '@message': message, '@module': module, '@timestamp': time }
    return `${JSON.stringify(Object.fromEntries([...Object.entries(standard), ...fields].sort()))}\n`
  }
  const label = `[${level.toUpperCase()}]`.padEnd(7)
  const values = fields.map(
    ([name, value]) => ` ${name}=${/[\s"=\p{Cc}]/u.test(value) ? JSON.stringify(value) : value}`,
  )
  return `${time} ${label} ${caller ? `${caller}: ` : ''}${module}: ${message}:${values.join('')}\n`
}

/** File and line. They are the same for the same message, as in a real program. */
function locationOf({ module, message }: LogRecord): string {
  return `${module}/${module}.go:${message.length}`
}

async function* toText(pieces: AsyncIterable<LogRecord[]>, format: LogFormat): AsyncGenerator<string> {
  for await (const piece of pieces) yield piece.map((record) => writeLine(record, format)).join('')
}

/** Frames in sequence, each with a line feed at its end. `Offset` is the number of log bytes before it (AGT-045 to AGT-047, gap AGT-G08). */
async function* toFrames(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let offset = 0
  for await (const text of lines) {
    const data = Buffer.from(text)
    const frame: MonitorFrame = { Data: data.toString('base64'), FileEvent: 'log', Offset: offset }
    offset += data.length
    yield data.length === 0 ? '' : `${JSON.stringify(frame)}\n`
  }
}

async function* toBytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text)
}
