import type { Collection, Store } from '../../../behaviour/store.ts'
import { type AgentContext, readSelf } from '../state.ts'

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

/** The events of an agent: the newest records, and the number of all records. */
export interface EventLog {
  total: number
  records: LogRecord[]
}

/** Most event records that are kept, because a log without readers must not grow. */
const kept = 200

const noEvents: EventLog = { total: 0, records: [] }

export const logsIn = (store: Store): Collection<EventLog> => store.collection('logs')

/** Records an event of the answering agent. */
export async function writeLog(
  { store, clock }: AgentContext,
  level: Level,
  module: string,
  message: string,
  ...fields: LogRecord['fields']
): Promise<void> {
  const { member } = await readSelf(store)
  const record = recordAt(clock.now().toISOString(), level, module, message, ...fields)
  await logsIn(store).update(member.Name, (log = noEvents) => ({
    total: log.total + 1,
    records: [...log.records, record].slice(-kept),
  }))
}

export async function readLog(store: Store, name: string): Promise<EventLog> {
  return (await logsIn(store).get(name)) ?? noEvents
}

/** What every agent has logged at its start. */
export function startupLog(name: string): LogRecord[] {
  return [
    recordAt('2026-03-02T09:15:00.911Z', 'info', 'agent', 'starting', ['node', name]),
    recordAt('2026-03-02T09:15:01.204Z', 'debug', 'agent', 'configuration loaded', ['path', '/etc/cluster-agent.d']),
    recordAt('2026-03-02T09:15:01.209Z', 'trace', 'agent', 'scheduler workers starting', ['node', name]),
  ]
}

/**
 * The lines that an agent logs by itself in one second: `trace` each second, `debug` every second one, `info` every fifth (gap AGT-G42).
 *
 * @param second since the epoch
 */
export function recordsOf(second: number, name: string): LogRecord[] {
  const time = new Date(second * 1000).toISOString()
  const records = [recordAt(time, 'trace', 'agent', 'heartbeat timer fired', ['node', name])]
  if (second % 2 === 0) records.push(recordAt(time, 'debug', 'http', 'request complete', ['path', '/v1/agent/health']))
  if (second % 5 === 0) records.push(recordAt(time, 'info', 'agent', 'heartbeat acknowledged', ['node', name]))
  return records
}

export function recordAt(
  time: string,
  level: Level,
  module: string,
  message: string,
  ...fields: LogRecord['fields']
): LogRecord {
  return { time, level, module, message, fields }
}
