/** Levels from the most verbose to the least. A level includes the levels after it (gap AGT-G23). */
export const levels = ['trace', 'debug', 'info', 'warn', 'error'] as const
export type Level = (typeof levels)[number]

export interface LogRecord {
  /** RFC 3339, UTC, milliseconds. */
  time: string
  level: Level
  module: string
  message: string
  fields: [name: string, value: string][]
}

export interface LogFormat {
  /** Lines are JSON objects (AGT-130). */
  json: boolean
  /** Lines name the source file and line that they come from (AGT-131). */
  location: boolean
}

export function passes({ level }: LogRecord, lowest: Level): boolean {
  return levels.indexOf(level) >= levels.indexOf(lowest)
}

/** The record as a line of the log, with its line feed. */
export function writeLine(record: LogRecord, { json, location }: LogFormat): string {
  const caller = location ? locationOf(record) : undefined
  return `${json ? jsonLine(record, caller) : textLine(record, caller)}\n`
}

function textLine({ time, level, module, message, fields }: LogRecord, caller: string | undefined): string {
  const label = `[${level.toUpperCase()}]`.padEnd(7)
  const values = fields.map(
    ([name, value]) => ` ${name}=${/[\s"=\p{Cc}]/u.test(value) ? JSON.stringify(value) : value}`,
  )
  return `${time} ${label} ${caller ? `${caller}: ` : ''}${module}: ${message}:${values.join('')}`
}

function jsonLine({ time, level, module, message, fields }: LogRecord, caller: string | undefined): string {
  // Without a caller the member is left out of the JSON.
  const standard: [string, string | undefined][] = [
    ['@caller', caller],
    ['@level', level],
    ['@message', message],
    ['@module', module],
    ['@timestamp', time],
  ]
  return JSON.stringify(Object.fromEntries([...standard, ...fields].sort()))
}

/** File and line. They are the same for the same message, as in a real program. */
function locationOf({ module, message }: LogRecord): string {
  const line = Buffer.from(message).reduce((sum, byte) => (sum * 31 + byte) % 900, 7) + 20
  return `${module}/${module}.go:${line}`
}
