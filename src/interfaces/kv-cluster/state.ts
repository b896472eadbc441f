import type { Clock } from '../../behaviour/clock.ts'
import type { Store } from '../../behaviour/store.ts'
import type { ClusterState, LogLine } from '../../kv-upgrade/cluster-state.ts'

/** The cluster is one record, so that two changes at the same time cannot contradict each other. */
export const clusterKey = 'cluster'

/** A line in the log of a member, and when it was written: ISO 8601, UTC. */
export type LogEntry = Omit<LogLine, 'member'> & { at: string }

/** Most lines that a member keeps. */
const linesKept = 200

export async function readCluster(store: Store): Promise<ClusterState> {
  const cluster = await store.collection<ClusterState>('cluster').get(clusterKey)
  return cluster ?? { members: [], clusterVersion: '', leader: null }
}

/** Adds lines to the logs of the members that wrote them. */
export async function writeLogs(store: Store, clock: Clock, lines: readonly LogLine[]): Promise<void> {
  const at = clock.now().toISOString()
  const logs = store.collection<LogEntry[]>('logs')
  for (const { member, ...line } of lines) {
    await logs.update(member, (before = []) => [...before, { at, ...line }].slice(-linesKept))
  }
}
