import type { Collection, Store } from '../../../behaviour/store.ts'
import { type AgentContext, readSelf } from '../state.ts'
import type { LogRecord } from './log-records.ts'

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
export async function writeLog({ store, clock }: AgentContext, event: Omit<LogRecord, 'time'>): Promise<void> {
  const { member } = await readSelf(store)
  const record: LogRecord = { time: clock.now().toISOString(), ...event }
  await logsIn(store).update(member.Name, (log = noEvents) => ({
    total: log.total + 1,
    records: [...log.records, record].slice(-kept),
  }))
}

export async function readLog(store: Store, name: string): Promise<EventLog> {
  return (await logsIn(store).get(name)) ?? noEvents
}
