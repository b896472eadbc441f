import type { Member } from '../state.ts'
import type { Level, LogRecord } from './log-records.ts'

/** The agent that logs, and its view of the others. */
export interface Logger {
  name: string
  leads: boolean
  leaderAddress: string
  /** Members that the servers cannot reach; only a leader tries. */
  failed: readonly Pick<Member, 'Name' | 'Addr'>[]
}

/** The log of an agent since its start, as the documented examples show it. */
export function startupLog({ name, leads, leaderAddress }: Logger): LogRecord[] {
  const role: LogRecord = leads
    ? at('2026-03-02T09:15:02.377Z', 'info', 'raft', 'entering leader state', ['leader', leaderAddress])
    : at('2026-03-02T09:15:02.377Z', 'info', 'agent', 'following the leader', ['leader', leaderAddress])
  return [
    at('2026-03-02T09:15:00.911Z', 'info', 'agent', 'starting', ['node', name]),
    at('2026-03-02T09:15:01.204Z', 'debug', 'agent', 'configuration loaded', ['path', '/etc/cluster-agent.d']),
    at('2026-03-02T09:15:01.209Z', 'trace', 'agent', 'scheduler workers starting', ['node', name]),
    role,
  ]
}

/** The log lines about members that had failed before the mock started. */
export function failureLog(failed: readonly Pick<Member, 'Name' | 'Addr'>[]): LogRecord[] {
  return failed.flatMap(({ Name, Addr }) => [
    at('2026-03-02T09:21:40.118Z', 'warn', 'serf', 'member failed', ['member', Name], ['address', Addr]),
    at('2026-03-02T09:22:10.441Z', 'error', 'raft', 'failed to contact peer', ['peer', Name]),
  ])
}

/**
 * The lines that an agent logs by itself in one second: `trace` each second, `debug` every second one, `info` every fifth. A leader with
 * failed members also logs `warn` every tenth second and `error` every thirtieth, until they are made to leave.
 *
 * @param second since the epoch
 */
export function recordsOf(second: number, { name, leads, failed }: Logger): LogRecord[] {
  const time = new Date(second * 1000).toISOString()
  const records = [at(time, 'trace', 'agent', 'heartbeat timer fired', ['node', name])]
  if (second % 2 === 0)
    records.push(at(time, 'debug', 'http', 'request complete', ['method', 'GET'], ['path', '/v1/agent/health']))
  if (second % 5 === 0) records.push(at(time, 'info', 'agent', 'heartbeat acknowledged', ['node', name]))
  for (const member of leads ? failed : []) {
    if (second % 10 === 0) records.push(at(time, 'warn', 'raft', 'heartbeat unanswered', ['peer', member.Name]))
    if (second % 30 === 0) records.push(at(time, 'error', 'raft', 'failed to contact peer', ['peer', member.Name]))
  }
  return records
}

function at(time: string, level: Level, module: string, message: string, ...fields: [string, string][]): LogRecord {
  return { time, level, module, message, fields }
}
