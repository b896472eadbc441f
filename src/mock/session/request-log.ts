import type { JournalEntry } from './journal.ts'

/** An answered request as a log shows it: an entry of the journal, with the name of its session. */
export interface LoggedRequest extends Omit<JournalEntry, 'interface'> {
  session: string
  /** Null when the path leads to no interface. */
  interface: string | null
}

/** Called with each request once it is answered. */
export type LogRequest = (request: LoggedRequest) => void

/** A request to no interface. Its path is not shown, since it may hold anything. */
export function outsideInterfaces(method: string, status: number, reason: string, session: string): LoggedRequest {
  return {
    when: new Date().toISOString(),
    session,
    interface: null,
    operation: null,
    method,
    path: '/…',
    query: [],
    status,
    milliseconds: 0,
    reason,
    rules: [],
    faults: [],
    warnings: [],
  }
}
